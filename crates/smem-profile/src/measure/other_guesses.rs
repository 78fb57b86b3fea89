//! Findings of guessed launches: whether other guesses that fit the kernel have them as well.
//!
//! A guess may be a launch that the kernel is not for. So a finding of one is an error only if each other guess that runs has it.

use std::time::{Duration, Instant};

use super::attempt::Attempt;
use super::guesses::MOST_INSTRUCTIONS;
use super::measurement::Measurement;
use crate::job::{GuessedKernel, Guesses, LaunchPlan, PreparedJob};

/// No further guess begins after this.
const MOST_TIME: Duration = Duration::from_secs(10);

/// Makes the launches of other guesses for each guessed launch that has errors.
pub(crate) fn compare(job: &PreparedJob, outcome: &mut Measurement) {
    let first = job.plan.launches.launches().count() - job.plan.commands.len();
    let begin = Instant::now();
    for (at, own) in job.plan.guesses.kernels.iter().enumerate() {
        let launch = first + at;
        let Some(command) = job.plan.guess_at(launch) else { continue };
        let Some(measured) = outcome.launches.get_mut(launch).filter(|own| own.has_errors()) else { continue };
        let mut others = Vec::new();
        for other in command.others(own) {
            if begin.elapsed() >= MOST_TIME || job.job.control().is_stopped() {
                break;
            }
            let Some(mut tried) = tried(job, other) else { continue };
            // One that faults does not fit.
            if tried.fault.is_some() || tried.is_stopped() {
                continue;
            }
            let Some(other) = tried.launches.pop() else { continue };
            // A block of too few threads leaves elements uninitialized that it reads.
            if !other.hazards.unwritten.is_empty() && measured.hazards.unwritten.is_empty() {
                continue;
            }
            let is_clean = !other.has_errors() && other.profile.requests() > 0;
            others.push(other);
            if is_clean {
                break;
            }
        }
        measured.other_guesses = Some(others);
    }
}

/// The launch of another guess; `None` where it cannot be made.
fn tried(job: &PreparedJob, other: GuessedKernel) -> Option<Measurement> {
    let text = job.text.as_deref()?;
    let plan: LaunchPlan = LaunchPlan::with_guesses(Guesses::of_one(other), &job.job, text).ok()?;
    job.on_isa(|isa, _| Attempt::of(job, isa).other(&plan, MOST_INSTRUCTIONS).run()).ok()
}
