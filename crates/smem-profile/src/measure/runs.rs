//! The runs of a job: of machine code, of PTX that judges it, with other inputs, and without optimisation.

use smem_cuda::CudaText;
use smem_launch::{Error as LaunchError, Isa};

use super::attempt::Attempt;
use super::judge::{self, JUDGES};
use super::measurement::{BothTraces, Measured, Measurement};
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
    let mut is_judged = false;
    if runs.needs_judge(&measured) && !measured.is_stopped() {
        let ptx = runs.judged_by(&measured);
        is_judged = ptx.is_ok();
        if runs.has_judge() && !ptx.as_ref().is_ok_and(|ptx| ptx.fault.is_none()) {
            measured.take_remedies(Attempt::of(job, Isa::Sass).advised(true).run());
        }
        judge::judge(&mut measured, ptx.map_err(|error| error.to_string()), job.job.overruns, runs.has_judge());
    }
    runs.try_other_inputs(&mut measured, is_judged);
    if let (Some(Isa::Ptx), Input::Cuda(_) | Input::Ptx { .. }) = (job.job.isa, &job.input) {
        measured = measured.beside(runs.run(Isa::Sass, None));
    }
    if job.job.merged && !measured.is_stopped() {
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
    /// Races of machine code are judged by a run of the PTX, which then has the remedies.
    fn has_judge(&self) -> bool {
        matches!(self.job.input, Input::Cuda(_) | Input::Ptx { .. })
    }

    fn run(&self, isa: Isa, estimate: Option<String>) -> Result<Measurement, LaunchError> {
        let is_advised = isa == Isa::Ptx || !self.has_judge();
        Attempt::of(self.job, isa).estimate(estimate).advised(is_advised).run()
    }

    /// Whether there is something that PTX alone knows.
    fn needs_judge(&self, measured: &Measurement) -> bool {
        let options = &self.job.job;
        let code = || measured.all().filter(|launch| is_code(launch));
        let is_suspect = |launch: &Measured| launch.hazards.is_suspect() || !launch.profile.global_races.is_empty();
        let is_named = || self.job.text.as_deref().is_some_and(CudaText::names_lanes);
        // Machine code does not say which stores are those of a lock or a flag.
        let waits = |launch: &Measured| launch.profile.waits_for_shared && launch.hazards.is_checked;
        options.overruns && code().count() > 0
            || options.race_check && code().count() > 0 && is_named()
            || self.has_judge() && code().any(waits)
            || code().any(is_suspect)
    }

    /// Runs the PTX to judge what machine code has raised.
    fn judged_by(&self, measured: &Measurement) -> Result<Measurement, Error> {
        let options = &self.job.job;
        if !self.has_judge() {
            return Err(Error::Input("the file has none".to_string()));
        }
        let is_asked = options.overruns && measured.launches.iter().any(is_code);
        // Most races are in every block, and a few blocks show them. What was asked for of all blocks takes all.
        if !is_asked && !options.global_races && options.blocks.is_none() {
            let few = Attempt::of(self.job, Isa::Ptx).advised(true).blocks(JUDGES).run();
            if let Some(few) = few.ok().filter(|few| judge::confirms(few, measured)) {
                return Ok(few);
            }
        }
        Ok(self.run(Isa::Ptx, None)?)
    }

    /// Lets runs with other inputs judge the writes of one value.
    fn try_other_inputs(&self, measured: &mut Measurement, is_judged: bool) {
        let isa_of_launches = measured.launches.first().map_or(Isa::Sass, |launch| launch.profile.isa);
        let isa = if is_judged { Isa::Ptx } else { isa_of_launches };
        // Other numbers may make other loops.
        let most = measured.launches.iter().map(|launch| launch.profile.warp_instructions).max().unwrap_or_default();
        let limit = most.saturating_mul(4 * 32).saturating_add(1 << 26);
        other_inputs::judge(measured, &self.job.plan, |plan| Attempt::of(self.job, isa).other(plan, limit).run());
    }
}

fn is_code(launch: &Measured) -> bool {
    launch.profile.isa == Isa::Sass
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
