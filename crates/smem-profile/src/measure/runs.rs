//! The runs of a job: as it is, with other inputs, and without optimisation.

use smem_launch::{Error as LaunchError, Isa};

use super::attempt::Attempt;
use super::measurement::{BothTraces, Measurement};
use super::other_inputs;
use super::rounds;
use crate::error::Error;
use crate::job::{Input, PreparedJob};

/// Makes the launches.
///
/// # Errors
/// Those of compiling and launching, but for faults of kernels.
pub(crate) fn measure(job: &PreparedJob) -> Result<Measurement, Error> {
    let runs = JobRuns { job };
    let mut measured = job.on_isa(|isa, estimate| runs.run(isa, estimate))?;
    runs.try_other_inputs(&mut measured);
    if let (Some(Isa::Ptx), Input::Cuda(_) | Input::Ptx { .. }) = (job.job.spec.source.isa.map(Isa::from), &job.input) {
        measured = measured.beside(runs.run(Isa::Sass, None));
    }
    if job.job.spec.checks.shows_merged() && !measured.is_stopped() {
        let source = match job.input {
            Input::Cuda(_) => Attempt::of(job, Isa::Ptx).unoptimised().run().map_err(|error| error.to_string()),
            _ => Err("the file is not CUDA C++".to_string()),
        };
        put_beside_source(&mut measured, source);
    }
    if let Some(text) = &job.text {
        rounds::judge(&mut measured, &job.job.file, text);
    }
    Ok(measured)
}

/// The runs of a job, each of all its launches.
struct JobRuns<'a> {
    job: &'a PreparedJob,
}

impl JobRuns<'_> {
    fn run(&self, isa: Isa, estimate: Option<String>) -> Result<Measurement, LaunchError> {
        Attempt::of(self.job, isa).estimate(estimate).advised(true).run()
    }

    /// Lets runs with other inputs judge the writes of one value.
    fn try_other_inputs(&self, measured: &mut Measurement) {
        let isa = measured.launches.first().map_or(Isa::Sass, |launch| launch.profile.isa);
        // Other numbers may make other loops.
        let most = measured.launches.iter().map(|launch| launch.profile.warp_instructions).max().unwrap_or_default();
        let limit = most.saturating_mul(4 * 32).saturating_add(1 << 26);
        other_inputs::judge(measured, &self.job.plan, |plan| Attempt::of(self.job, isa).other(plan, limit).run());
    }
}

/// Puts the requests of the source as it is written beside those of machine code.
fn put_beside_source(outcome: &mut Measurement, source: Result<Measurement, String>) {
    let (launches, why) = match source {
        Ok(source) => (source.launches, source.fault.unwrap_or_else(|| "it was stopped".to_string())),
        Err(why) => (Vec::new(), why),
    };
    let mut launches = launches.into_iter().filter(|launch| !launch.profile.stopped);
    for measured in &mut outcome.launches {
        let has_code = measured.profile.isa == Isa::Sass || measured.machine_code.is_some();
        let code = measured.traces.take().filter(|_| has_code);
        let source = launches.next().map(|launch| launch.traces.unwrap_or_default());
        match (code, source) {
            (Some(code), Some(source)) => measured.both = Some(BothTraces { code, source }),
            // Nothing was accessed.
            (None, Some(_)) if has_code => {}
            (_, None) => measured.hazards.cannot_see("merged accesses", &why),
            (None, _) => measured.hazards.cannot_see("merged accesses", "machine code did not run"),
        }
    }
}
