//! Tries the guessed launches of a job, and varies each until it runs.

use std::time::{Duration, Instant};

use smem_launch::{Error as LaunchError, LaunchProblem, LaunchRefusal, Profile};

use super::attempt::Attempt;
use super::measurement::Measurement;
use crate::error::Error;
use crate::job::{GuessedKernel, Guesses, PreparedJob};

/// The thread instructions of a guessed launch: a guess that takes more is too large for a first look.
pub(super) const MOST_INSTRUCTIONS: u64 = 1 << 28;
/// Those of all launches that a file makes itself, before a sample of their blocks runs.
const MOST_OF_ALL: u64 = 1 << 31;
/// No further guess of a kernel begins after this.
const MOST_TIME: Duration = Duration::from_secs(60);

/// The use of a guess, the best last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum GuessWorth {
    /// A fault before any access to shared memory.
    Faults,
    /// No access to shared memory, as where all threads return at once.
    CountsNothing,
    /// Counts up to a fault.
    CountsUntilFault,
    Counts,
}

/// Chooses guesses that run, where a job has some: those that fault come last, or are left out where `only_good`.
///
/// # Errors
/// Those of compiling, and of the last guess where none can be launched.
pub(crate) fn settle(job: &mut PreparedJob, only_good: bool) -> Result<(), Error> {
    match settle_named(job, only_good) {
        // Where `nvcc` knows no more, the other kernels are launched alone.
        Err(error) if job.may_be_of_instance(&error) => {
            let is_found = job.find_instances(&error)?;
            if is_found || job.has_guesses() { settle_named(job, only_good) } else { Err(error) }
        }
        other => other,
    }
}

/// The same for kernels by the names that the job has for them.
fn settle_named(job: &mut PreparedJob, only_good: bool) -> Result<(), Error> {
    let mut guesses = job.plan.guesses.clone();
    if let Some(own) = guesses.made_alone() {
        job.replan(own)?;
        if let Some(blocks) = sample_of_large(job)? {
            job.sample(blocks);
            guesses.note(format!(
                "the file's own launches are large: of each, {blocks} blocks run, and `--blocks 0` runs all of them"
            ));
        }
        job.replan(guesses.clone())?;
    }
    if guesses.kernels.is_empty() {
        return Ok(());
    }
    let mut chosen: Vec<(GuessWorth, GuessedKernel)> = Vec::new();
    let mut refused = None;
    let control = job.job.control();
    // The other half is for the launches that are counted.
    let late = control.time_left().map(|left| Instant::now() + left / 2);
    let is_late = || control.is_stopped() || late.is_some_and(|late| Instant::now() >= late);
    let mut untried = Vec::new();
    for first in &guesses.kernels {
        if is_late() {
            untried.push(first.kernel().to_owned());
            continue;
        }
        match best(job, first.clone()) {
            Ok(best) => chosen.push(best),
            Err(error) if job.may_be_of_instance(&error) => {
                job.replan(guesses)?;
                return Err(error);
            }
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    let is_any_good = guesses.has_made() || chosen.iter().any(|(worth, _)| *worth == GuessWorth::Counts);
    let is_faulty =
        |(worth, _): &(GuessWorth, GuessedKernel)| matches!(worth, GuessWorth::Faults | GuessWorth::CountsUntilFault);
    if only_good && is_any_good {
        chosen.retain(|guess| !is_faulty(guess));
    }
    // A fault ends the launches: at most one, and the last.
    chosen.sort_by_key(is_faulty);
    let first = chosen.iter().position(is_faulty).map_or(chosen.len(), |first| first + 1);
    for (_, other) in chosen.drain(first..) {
        let kernel = other.kernel();
        guesses.note(format!(
            "the guessed launch of `{kernel}` does not fit either, and is left out: `--kernel {kernel}` says why"
        ));
    }
    for kernel in &untried {
        guesses.note(format!("no time was left to guess a launch of `{kernel}`"));
    }
    let guesses = guesses.with_kernels(chosen.into_iter().map(|(_, guess)| guess).collect());
    match refused {
        Some(error) if guesses.is_empty() => Err(error),
        None if guesses.is_empty() && !untried.is_empty() => Err(Error::Stopped),
        _ => job.replan(guesses),
    }
}

/// Returns how many blocks of each launch run where those that the file makes take too many instructions for a first look; `None` where all of them do,
/// or the job says how many.
///
/// # Errors
/// The compiler does not know a kernel by its name.
fn sample_of_large(job: &PreparedJob) -> Result<Option<u64>, Error> {
    if job.job.spec.launch.blocks.is_some() || job.job.spec.limits.max_instructions.is_some() {
        return Ok(None);
    }
    // Of each launch a block: the others take about as much.
    let plan = &job.plan;
    let tried = job.on_isa(|isa, _| Attempt::of(job, isa).blocks(1).other(plan, MOST_OF_ALL).run());
    let tried = match tried {
        Ok(tried) => tried,
        Err(error) if job.may_be_of_instance(&error) => return Err(error),
        Err(_) => return Ok(None),
    };
    let profiles = || tried.launches.iter().map(|launch| &launch.profile);
    let of_block = |profile: &Profile| profile.thread_instructions / profile.blocks_run.max(1);
    let all =
        profiles().map(|profile| of_block(profile).saturating_mul(profile.grid_blocks)).fold(0, u64::saturating_add);
    let largest = profiles().map(of_block).max().unwrap_or_default();
    let is_faulty = tried.fault.is_some() && !tried.is_over_budget;
    Ok((all > MOST_OF_ALL && !is_faulty).then(|| (MOST_INSTRUCTIONS / largest.max(1)).max(1)))
}

/// The best of the guesses of a kernel.
fn best(job: &mut PreparedJob, first: GuessedKernel) -> Result<(GuessWorth, GuessedKernel), Error> {
    let begin = Instant::now();
    let mut best: Option<(GuessWorth, GuessedKernel)> = None;
    let mut refused = None;
    let mut next = Some(first);
    let mut command = None;
    while let Some(guess) = next.take() {
        job.replan(Guesses::of_one(guess.clone()))?;
        // Buffers that are as long as they can be do not become longer.
        if std::mem::replace(&mut command, job.plan.guess_at(0).cloned()) == command {
            next = guess.with_other_sizes();
            continue;
        }
        let plan = &job.plan;
        let tried = job.on_isa(|isa, _| Attempt::of(job, isa).other(plan, MOST_INSTRUCTIONS).run());
        next = match tried {
            Ok(tried) => {
                let worth = worth_of(&tried);
                let longer = if tried.is_beyond_buffers { guess.longer() } else { None };
                let is_small = tried.is_beyond_shared && plan.launches.launches().any(|(_, own)| own.shared_bytes > 0);
                let more = if is_small { guess.with_more_shared() } else { None };
                let following = longer.or(more).or_else(|| guess.with_other_sizes());
                if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                    best = Some((worth, guess));
                }
                following.filter(|_| worth != GuessWorth::Counts && !tried.is_stopped())
            }
            Err(error) if job.may_be_of_instance(&error) => return Err(error),
            Err(error @ Error::Launch { cause: LaunchError::Launch(_) | LaunchError::MemoryLimit(_), .. }) => {
                let following = match argument_bytes(&error) {
                    // The compiler knows a type that the text does not define.
                    Some((at, takes)) => guess.with_compiled_bytes(at, takes),
                    // A block or shared memory that no GPU has.
                    None => guess.with_other_sizes(),
                };
                refused = Some(error);
                following
            }
            Err(error) => return Err(error),
        };
        next = next.filter(|_| begin.elapsed() < MOST_TIME);
    }
    match (best, refused) {
        (Some(best), _) => Ok(best),
        (None, Some(error)) => Err(error),
        (None, None) => Err(Error::Input("there is no guess".to_owned())),
    }
}

fn worth_of(tried: &Measurement) -> GuessWorth {
    let requests: u64 = tried.all().map(|launch| launch.profile.requests()).sum();
    match (tried.fault.is_some(), requests > 0) {
        (true, false) => GuessWorth::Faults,
        (false, false) => GuessWorth::CountsNothing,
        (true, true) => GuessWorth::CountsUntilFault,
        (false, true) => GuessWorth::Counts,
    }
}

/// The argument that has another size than its parameter, and the bytes of the parameter.
fn argument_bytes(error: &Error) -> Option<(usize, u64)> {
    let Error::Launch { cause: LaunchError::Launch(LaunchProblem::Refused { refusal, .. }), .. } = error else {
        return None;
    };
    match **refusal {
        LaunchRefusal::ArgumentBytes { at, takes, .. } => Some((at, takes)),
        _ => None,
    }
}
