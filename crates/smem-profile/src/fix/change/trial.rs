//! A changed source, compiled and run. A compiler may merge accesses that it sees are neighbours, and does not see it through an XOR, so what it
//! makes of the changed source may differ from what the recorded requests promise.

use smem_launch::{Error, ToolError};

use crate::fix::run::{FreshRun, RunIsa, RunOutcome};
use crate::job::PreparedJob;

/// Why a source was not run to its end.
const NO_TIME: &str = "the work was stopped before it ran";

/// The result of a changed source.
#[derive(Debug)]
pub(crate) enum ChangedRun {
    /// It ran, to its end or to a fault.
    Ran(RunOutcome),
    /// It did not compile, or could not be launched: the first line of the reason.
    Failed(String),
}

impl ChangedRun {
    /// Compiles and runs a source in place of the job's.
    ///
    /// # Errors
    /// A temporary file that cannot be written.
    pub(crate) fn of(text: String, job: &PreparedJob, isa: &RunIsa) -> Result<ChangedRun, crate::error::Error> {
        if job.job.control().is_stopped() {
            return Ok(ChangedRun::Failed(NO_TIME.to_owned()));
        }
        let job = job.of_text(text)?;
        let made = FreshRun::load(&job, isa.clone()).and_then(|run| run.run(&[], false));
        Ok(match made {
            Ok(outcome) if outcome.is_stopped => ChangedRun::Failed(NO_TIME.to_owned()),
            Ok(outcome) => ChangedRun::Ran(outcome),
            Err(error) => ChangedRun::Failed(first_line(&error)),
        })
    }

    /// Returns the wavefronts of all launches, or why the source cannot take the place of the one that was run `before`.
    pub(crate) fn wavefronts(&self, before: &RunOutcome) -> Result<u64, String> {
        match self {
            ChangedRun::Failed(why) => Err(format!("does not compile or launch: {why}")),
            ChangedRun::Ran(RunOutcome { fault: Some(fault), .. }) => Err(format!("faults: {fault}")),
            ChangedRun::Ran(outcome) if outcome.buffers != before.buffers => Err("has other results".to_string()),
            ChangedRun::Ran(outcome) => Ok(wavefronts(outcome)),
        }
    }
}

/// Returns the wavefronts of all launches.
pub(crate) fn wavefronts(outcome: &RunOutcome) -> u64 {
    outcome.launches.iter().map(|measured| measured.profile.wavefronts()).sum()
}

/// The first error of a compiler, or the first line of another message.
fn first_line(error: &Error) -> String {
    let text = match error {
        Error::Tool(ToolError::Compile { log, .. }) => log.clone(),
        other => other.to_string(),
    };
    let line = text.lines().find(|line| line.contains("error")).or_else(|| text.lines().next());
    line.unwrap_or_default().trim().to_string()
}
