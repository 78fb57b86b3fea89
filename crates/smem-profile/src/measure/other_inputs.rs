//! Launches with other inputs, where contents are synthetic.
//!
//! Buffers that the program invents hold zeros, and then values agree that need not. So the launches are made twice more with other random
//! numbers in them, where threads write one value to one place. And addresses and branches may hang on such contents: then the launches are made
//! with a few others in the buffers that decide.

use std::collections::BTreeSet;

use smem_launch::{Error as LaunchError, LaunchFile, OtherContents};
use smem_report::DecidingBuffer;

use super::attempt::Attempt;
use super::data_uses::DataUses;
use super::measurement::{Measurement, OtherRuns};
use crate::job::{LaunchPlan, PreparedJob};

/// The seeds of the numbers.
const SEEDS: [u64; 2] = [1, 2];

/// Lets runs with other inputs judge the writes of one value. A fault of such a run says nothing: the numbers may be no input of the kernel.
pub(super) fn judge(
    outcome: &mut Measurement,
    plan: &LaunchPlan,
    run: impl Fn(&LaunchPlan) -> Result<Measurement, LaunchError>,
) {
    for seed in SEEDS {
        let launches = plan.launches.randomised(seed);
        let is_open = outcome.launches.iter().any(|measured| measured.hazards.has_equal_writes());
        if launches == plan.launches || !is_open {
            return;
        }
        let Ok(other) = run(&LaunchPlan { launches, ..plan.clone() }) else { return };
        if other.is_stopped() {
            return;
        }
        for (measured, other) in outcome.launches.iter_mut().zip(&other.launches) {
            measured.hazards.differ(&other.hazards);
        }
    }
}

/// The most thread instructions of launches that run again with all of their blocks. Of larger ones a sample of blocks does, with a part of the
/// instructions.
const MOST_INSTRUCTIONS: u64 = 1 << 22;
const PART: u64 = 32;

/// Makes the launches of a job with other contents in the buffers that decide about addresses and branches, where nothing gives theirs.
pub(crate) fn try_contents(job: &PreparedJob, outcome: &mut Measurement) {
    let plan = &job.plan;
    let synthetic: BTreeSet<String> =
        plan.launches.synthetic_buffers(!plan.guesses.is_empty()).map(str::to_owned).collect();
    if synthetic.is_empty() || outcome.fault.is_some() || outcome.is_stopped() || job.job.spec.launch.blocks.is_some() {
        return;
    }
    for measured in &mut outcome.launches {
        if measured.data.as_ref().is_some_and(DataUses::is_partial) {
            measured.hazards.unseen.push(
                "whether the counts depend on synthetic contents is unknown: the code is too long to follow".to_owned(),
            );
        }
    }
    let all: BTreeSet<String> =
        outcome.launches.iter().flat_map(|own| deciding(own.data.as_ref(), &synthetic)).collect();
    let instructions: u64 = outcome.launches.iter().map(|own| own.profile.thread_instructions).sum();
    if all.is_empty() {
        return;
    }
    let blocks: u64 = outcome.launches.iter().map(|own| own.profile.blocks_run).sum();
    let sample = (instructions > MOST_INSTRUCTIONS).then(|| {
        let most = (instructions / PART).max(MOST_INSTRUCTIONS / PART);
        (most / (instructions / blocks.max(1)).max(1) / outcome.launches.len() as u64).max(1)
    });
    let isa = outcome.launches.first().map_or(smem_launch::Isa::Sass, |launch| launch.profile.isa);
    let limit = instructions.saturating_mul(8).saturating_add(1 << 24);
    let run = |launches: LaunchFile| {
        let other = LaunchPlan { launches, ..plan.clone() };
        let attempt = Attempt::of(job, isa).advised(sample.is_none()).other(&other, limit);
        sample.into_iter().fold(attempt, Attempt::sample).run()
    };
    note_untried(outcome, plan, &synthetic);
    if sample.is_some() {
        let Ok(own) = run(plan.launches.clone()) else { return };
        for (measured, own) in outcome.launches.iter_mut().zip(own.launches) {
            if let Some(others) = &mut measured.other_contents {
                others.sample = Some(Box::new(own));
            }
        }
    }
    use OtherContents::{Ascending, Few, Periodic, Strided, Wide};
    let mut has_ascended = false;
    for contents in [Few, Ascending, Periodic, Wide, Strided] {
        // The numbers of a warp take the place of those that are too large.
        if contents == Periodic && has_ascended {
            continue;
        }
        let launches = plan.launches.with_contents(&all, contents);
        if launches == plan.launches {
            continue;
        }
        let name = name_of(&launches, &all, contents);
        let tried = run(launches).ok().filter(|tried| !tried.is_stopped());
        let has_ended = tried.as_ref().is_some_and(|tried| tried.fault.is_none());
        let mut runs = tried.filter(|_| has_ended).map(|tried| tried.launches).unwrap_or_default().into_iter();
        for measured in &mut outcome.launches {
            let run = runs.next();
            let Some(others) = &mut measured.other_contents else { continue };
            match run {
                Some(run) => others.runs.push((name.clone(), run)),
                None => others.faulted.push(name.clone()),
            }
        }
        has_ascended |= has_ended && contents == Ascending;
    }
}

/// Gives each launch that depends on synthetic contents the buffers that decide.
fn note_untried(outcome: &mut Measurement, plan: &LaunchPlan, synthetic: &BTreeSet<String>) {
    for measured in &mut outcome.launches {
        let buffers = deciding(measured.data.as_ref(), synthetic);
        let Some(first) = buffers.first() else { continue };
        let own = plan.launches.contents_name(first).unwrap_or_default();
        let described = buffers.iter().map(|name| DecidingBuffer {
            name: name.clone(),
            elements: plan.launches.buffer_declaration(name).unwrap_or_default(),
        });
        measured.other_contents =
            Some(OtherRuns { buffers: described.collect(), own, sample: None, runs: Vec::new(), faulted: Vec::new() });
    }
}

/// The buffers among the synthetic ones that decide in a launch.
fn deciding(data: Option<&DataUses>, synthetic: &BTreeSet<String>) -> BTreeSet<String> {
    let all = data.map(DataUses::deciding).unwrap_or_default();
    all.into_iter().filter(|name| synthetic.contains(name)).collect()
}

/// A name for other contents, as an argument has it where it can.
fn name_of(launches: &LaunchFile, buffers: &BTreeSet<String>, contents: OtherContents) -> String {
    let own = buffers.first().and_then(|name| launches.contents_name(name)).filter(|own| own != "values");
    own.unwrap_or_else(|| contents.name().to_owned())
}
