//! The findings of a launch in places of the user's files, each once.

use std::collections::{BTreeSet, HashMap, HashSet};

use smem_sim::PastEnd;

use super::barrier::PlacedBarrier;
use super::files::Files;
use super::overrun::PlacedOverrun;
use super::place::LinePlace;
use super::race::PlacedRace;
use super::warning::{Warning, WarningKind};
use crate::measure::LaunchHazards;

/// The races that do harm, in places of the user's files.
pub(super) fn placed_races(hazards: &LaunchHazards, files: &Files) -> Vec<PlacedRace> {
    let mut placed: Vec<PlacedRace> = Vec::new();
    let mut of_lines: HashMap<[u32; 2], Vec<usize>> = HashMap::new();
    for race in hazards.harmful().map(|race| PlacedRace::of(race, files)) {
        let same_lines = of_lines.entry(race.lines_of_sides()).or_default();
        match same_lines.iter().copied().find(|at| placed[*at].is_same(&race)) {
            Some(at) => placed[at].add(&race),
            None => {
                same_lines.push(placed.len());
                placed.push(race);
            }
        }
    }
    placed
}

/// The accesses beyond arrays, in places of the user's files, each line once.
pub(super) fn placed_overruns(hazards: &LaunchHazards, files: &Files) -> Vec<PlacedOverrun> {
    let mut placed: Vec<PlacedOverrun> = Vec::new();
    let mut of_lines: HashMap<u32, Vec<usize>> = HashMap::new();
    for overrun in hazards.overruns.iter().map(|overrun| PlacedOverrun::of(overrun, files)) {
        let same_line = of_lines.entry(overrun.access.place().line).or_default();
        let same = |at: &usize| placed[*at].array == overrun.array && placed[*at].access.is_same(&overrun.access);
        match same_line.iter().copied().find(same) {
            Some(at) => placed[at].times += overrun.times,
            None => {
                same_line.push(placed.len());
                placed.push(overrun);
            }
        }
    }
    placed
}

/// The barriers that not every thread reached, in places of the user's files, each line once.
pub(super) fn placed_barriers(hazards: &LaunchHazards, files: &Files) -> Vec<PlacedBarrier> {
    let mut placed: Vec<PlacedBarrier> = Vec::new();
    for barrier in hazards.barriers.iter().map(|barrier| PlacedBarrier::of(barrier, files)) {
        match placed.iter_mut().find(|other| other.is_same(&barrier)) {
            Some(other) => other.join(&barrier),
            None => placed.push(barrier),
        }
    }
    placed
}

/// Warnings: what may be intended, and what was not looked for.
pub(super) fn warnings(hazards: &LaunchHazards, files: &Files) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = Vec::new();
    if !hazards.is_checked {
        // An empty list of races alone would claim that there are none.
        let why = hazards.unchecked.as_deref().map_or(String::new(), |why| format!(": {why}"));
        let message = format!("races on shared memory are not looked for{why}");
        warnings.push(Warning::of_launch(WarningKind::NotChecked, message));
    }
    if hazards.races_left_out > 0 {
        let message = format!(
            "{} more pairs of instructions race on shared memory than are described: mend some, and profile again",
            hazards.races_left_out
        );
        warnings.push(Warning::of_launch(WarningKind::LeftOut, message));
    }
    warnings.extend(hazards.note.iter().map(|note| Warning::of_launch(WarningKind::Judgement, note)));
    warnings.extend(hazards.unseen.iter().map(|what| Warning::of_launch(WarningKind::NotChecked, what)));
    warnings.extend(hazards.unjudged.iter().map(|why| {
        Warning::of_launch(
            WarningKind::NotJudged,
            format!("its PTX could not judge what machine code does not show: {why}"),
        )
    }));
    warnings.extend(hazards.unwritten.iter().map(|read| Warning::unwritten(read, files)));
    warnings.extend(past_end(hazards, files));
    let same_values = hazards.races.iter().filter(|race| race.same_values);
    warnings.extend(same_values.map(|race| Warning::same_values(race, files)));
    let mut known = HashSet::new();
    warnings.retain(|warning| known.insert(warning.message.clone()));
    warnings
}

/// The accesses past the end of the block's shared memory, but for lines that have an overrun.
fn past_end(hazards: &LaunchHazards, files: &Files) -> Vec<Warning> {
    let overruns: BTreeSet<LinePlace> =
        placed_overruns(hazards, files).iter().map(|overrun| overrun.access.place()).collect();
    let place = |found: &PastEnd| files.place(found.side.loc.as_deref(), found.side.line);
    let is_overrun = |found: &&PastEnd| overruns.contains(&place(found));
    let left = hazards.past_end.iter().filter(|found| !is_overrun(found));
    left.map(|found| Warning::past_end(found, hazards.is_widened, files)).collect()
}
