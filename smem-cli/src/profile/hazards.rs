//! Races on shared memory, reads of what nothing wrote and accesses beyond an array, by source line.
//!
//! Machine code is what runs, but it is not what was written: its merged and hoisted loads read words that the source does not access. What it
//! raises is judged by a run of the PTX, where that can run.

mod element;
mod overrun;
mod race;
mod side;

pub(crate) use overrun::PlacedOverrun;
pub(crate) use race::PlacedRace;

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::Serialize;
use smem_sim::{DivergentBarrier, Isa, Overrun, PastEnd, Profile, Race, RaceSide, UnwrittenRead};

use super::barriers::PlacedBarrier;
use super::files::{Files, LinePlace};
use super::warnings::{Warning, WarningKind};

/// Accesses of a launch that are not ordered or not defined.
#[derive(Debug, Default)]
pub(crate) struct LaunchHazards {
    pub(crate) races: Vec<Race>,
    /// Pairs of instructions that race and are not described in `races`.
    races_left_out: u64,
    pub(crate) unwritten: Vec<UnwrittenRead>,
    /// Barriers that not every thread reached.
    barriers: Vec<DivergentBarrier>,
    /// Of PTX only.
    overruns: Vec<Overrun>,
    /// Accesses past the end of the block's shared memory that are not faults.
    past_end: Vec<PastEnd>,
    /// The PTX has none of those.
    is_widened: bool,
    /// Requested checks that cannot be made, and why.
    unseen: Vec<String>,
    /// Whether it was looked for.
    pub(crate) is_checked: bool,
    /// Whether accesses beyond arrays were, which only a run of PTX sees.
    sees_overruns: bool,
    /// Why it was not, if that is known.
    pub(crate) unchecked: Option<String>,
    /// A further remark on the findings.
    pub(crate) note: Option<String>,
}

/// The checks that were made in a launch.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Checks {
    /// The blocks that ran.
    blocks: u64,
    looked_for: Vec<&'static str>,
    not_looked_for: Vec<&'static str>,
}

impl Checks {
    /// Returns the lines about them in the report of a launch without findings.
    pub(crate) fn lines(&self) -> Vec<String> {
        let blocks =
            if self.blocks == 1 { "in the block that ran" } else { &format!("in the {} blocks that ran", self.blocks) };
        let mut lines = Vec::new();
        if !self.looked_for.is_empty() {
            lines.push(format!("looked for and not found, {blocks}: {}", self.looked_for.join(", ")));
        }
        lines.push(format!("not looked for: {}", self.not_looked_for.join(", ")));
        lines
    }
}

impl LaunchHazards {
    /// Those of a run.
    pub(crate) fn of(profile: &Profile) -> LaunchHazards {
        let (races, unwritten) = (profile.races.clone(), profile.unwritten.clone());
        let overruns = profile.overruns.clone();
        let is_checked = profile.races_checked;
        let sees_overruns = is_checked && profile.isa == Isa::Ptx;
        let barriers = profile.divergent_barriers.clone();
        LaunchHazards {
            races,
            races_left_out: profile.races_left_out,
            unwritten,
            barriers,
            overruns,
            past_end: profile.past_end.clone(),
            is_checked,
            sees_overruns,
            ..LaunchHazards::default()
        }
    }

    /// Whether there is something that another run should judge.
    pub(crate) fn is_suspect(&self) -> bool {
        !self.races.is_empty() || !self.unwritten.is_empty() || !self.past_end.is_empty()
    }

    /// Whether all that another run has raised was found here, by source lines.
    pub(crate) fn confirms(&self, other: &LaunchHazards) -> bool {
        let line = |side: &RaceSide| side.loc.as_ref().map(|loc| (loc.file.clone(), loc.line)).ok_or(side.line);
        let races = |of: &LaunchHazards| -> BTreeSet<_> {
            let lines = |race: &Race| {
                let mut lines = [&race.first, &race.second].map(line);
                lines.sort();
                (lines, race.same_values)
            };
            of.races.iter().map(lines).collect()
        };
        let reads = |of: &LaunchHazards| -> BTreeSet<_> { of.unwritten.iter().map(|read| line(&read.side)).collect() };
        races(self).is_superset(&races(other)) && reads(self).is_superset(&reads(other))
    }

    /// Whether threads write one value to one place, and nothing orders them.
    pub(crate) fn has_equal_writes(&self) -> bool {
        self.races.iter().any(|race| race.same_values)
    }

    /// Takes the harm that writes of one value do in a run with other inputs.
    pub(crate) fn differ(&mut self, other: &LaunchHazards) {
        let line = |side: &RaceSide| side.loc.as_ref().map(|loc| (loc.file.clone(), loc.line)).ok_or(side.line);
        let is_same = |one: &Race, other: &Race| {
            let (lines, others) = ([&one.first, &one.second].map(line), [&other.first, &other.second].map(line));
            lines == others || lines.iter().eq(others.iter().rev())
        };
        for race in self.races.iter_mut().filter(|race| race.same_values) {
            if let Some(found) = other.harmful().find(|found| is_same(race, found)) {
                *race = found.clone();
                let place =
                    found.second.loc.as_ref().map_or(format!("line {}", found.second.line), ToString::to_string);
                self.unseen.push(format!(
                    "the values that several threads write at {place} agree with the given input, and differ with other random numbers in its \
                     buffers"
                ));
            }
        }
    }

    /// Takes the judgement of a run of the PTX over what machine code has raised.
    pub(crate) fn judge(&mut self, ptx: &LaunchHazards) {
        let raised = self.harmful().count();
        (self.races, self.unwritten) = (ptx.races.clone(), ptx.unwritten.clone());
        self.races_left_out = ptx.races_left_out;
        self.overruns.clone_from(&ptx.overruns);
        self.sees_overruns = ptx.sees_overruns;
        self.is_widened = ptx.past_end.is_empty() && ptx.overruns.is_empty();
        if !self.is_widened {
            self.past_end.clone_from(&ptx.past_end);
        }
        let left = self.harmful().count();
        self.note = (raised > 0 && left == 0).then(|| {
            "machine code has accesses that race, and its PTX has none: its merged or hoisted loads read what nobody asked for".to_string()
        });
    }

    /// The PTX could not judge.
    pub(crate) fn stay(&mut self, why: &str) {
        self.note = Some(format!(
            "races and unwritten reads are those of machine code, whose merged and hoisted loads read what nobody asked for; its PTX \
             cannot judge them: {why}"
        ));
    }

    /// Records a requested check whose PTX run failed.
    pub(crate) fn cannot_see(&mut self, what: &str, why: &str) {
        self.unseen.push(format!("{what} are not looked for: {why}"));
    }

    /// Returns the checks that were made, and those that were not.
    pub(crate) fn checks(&self, profile: &Profile) -> Checks {
        let mut checks = Checks { blocks: profile.blocks_run, ..Checks::default() };
        checks.looked_for.push("barriers that not every thread reaches");
        if self.is_checked {
            checks.looked_for.extend(["races on shared memory", "reads of shared memory that nothing wrote"]);
        } else {
            checks.not_looked_for.extend(["races on shared memory", "reads of shared memory that nothing wrote"]);
        }
        if self.sees_overruns {
            checks.looked_for.push("accesses beyond shared arrays");
        } else {
            checks.not_looked_for.push("accesses beyond shared arrays (`--overruns`)");
        }
        if profile.global_races_checked {
            checks.looked_for.push("races on global memory");
        } else {
            checks.not_looked_for.push("races on global memory (`--global-races`)");
        }
        checks
    }

    /// Whether anything was found.
    pub(crate) fn is_clean(&self, profile: &Profile) -> bool {
        !self.is_suspect() && self.overruns.is_empty() && self.barriers.is_empty() && profile.global_races.is_empty()
    }

    /// The accesses beyond arrays, in places of the user's files, each line once.
    pub(crate) fn placed_overruns(&self, files: &Files) -> Vec<PlacedOverrun> {
        let mut placed: Vec<PlacedOverrun> = Vec::new();
        let mut of_lines: HashMap<u32, Vec<usize>> = HashMap::new();
        for overrun in self.overruns.iter().map(|overrun| PlacedOverrun::of(overrun, files)) {
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
    pub(crate) fn placed_barriers(&self, files: &Files) -> Vec<PlacedBarrier> {
        let mut placed: Vec<PlacedBarrier> = Vec::new();
        for barrier in self.barriers.iter().map(|barrier| PlacedBarrier::of(barrier, files)) {
            match placed.iter_mut().find(|other| other.is_same(&barrier)) {
                Some(other) => other.join(&barrier),
                None => placed.push(barrier),
            }
        }
        placed
    }

    /// The races that do harm.
    pub(crate) fn harmful(&self) -> impl Iterator<Item = &Race> {
        self.races.iter().filter(|race| !race.same_values)
    }

    /// The races that do harm, in places of the user's files.
    pub(crate) fn placed(&self, files: &Files) -> Vec<PlacedRace> {
        let mut placed: Vec<PlacedRace> = Vec::new();
        let mut of_lines: HashMap<[u32; 2], Vec<usize>> = HashMap::new();
        for race in self.harmful().map(|race| PlacedRace::of(race, files)) {
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

    /// Warnings: what may be intended, and what was not looked for.
    pub(crate) fn warnings(&self, files: &Files) -> Vec<Warning> {
        let mut warnings: Vec<Warning> = Vec::new();
        if !self.is_checked {
            // An empty list of races alone would claim that there are none.
            let why = self.unchecked.as_deref().map_or(String::new(), |why| format!(": {why}"));
            let message = format!("races on shared memory are not looked for{why}");
            warnings.push(Warning::of_launch(WarningKind::NotChecked, message));
        }
        if self.races_left_out > 0 {
            let message = format!(
                "{} more pairs of instructions race on shared memory than are described: mend some, and profile again",
                self.races_left_out
            );
            warnings.push(Warning::of_launch(WarningKind::LeftOut, message));
        }
        warnings.extend(self.note.iter().map(|note| Warning::of_launch(WarningKind::Judgement, note)));
        warnings.extend(self.unseen.iter().map(|what| Warning::of_launch(WarningKind::NotChecked, what)));
        warnings.extend(self.unwritten.iter().map(|read| Warning::unwritten(read, files)));
        warnings.extend(self.past_end(files));
        let same_values = self.races.iter().filter(|race| race.same_values);
        warnings.extend(same_values.map(|race| Warning::same_values(race, files)));
        let mut known = HashSet::new();
        warnings.retain(|warning| known.insert(warning.message.clone()));
        warnings
    }

    /// The accesses past the end of the block's shared memory, but for lines that have an overrun.
    fn past_end(&self, files: &Files) -> Vec<Warning> {
        let overruns: BTreeSet<LinePlace> =
            self.placed_overruns(files).iter().map(|overrun| overrun.access.place()).collect();
        let place = |found: &PastEnd| files.place(found.side.loc.as_deref(), found.side.line);
        let is_overrun = |found: &&PastEnd| overruns.contains(&place(found));
        let left = self.past_end.iter().filter(|found| !is_overrun(found));
        left.map(|found| Warning::past_end(found, self.is_widened, files)).collect()
    }
}
