//! Races on shared memory, reads of what nothing wrote and accesses beyond an array, by source line.
//!
//! Machine code is what runs, but it is not what was written: its merged and hoisted loads read words that nobody asked for. What it
//! raises is judged by a run of the PTX, where that can run.

use std::collections::BTreeSet;

use serde::Serialize;
use smem_launch::readable_name;
use smem_sim::{
    DivergentBarrier, Overrun, PastEnd, Profile, Race, RaceRemedy, RaceSide, SharedVariable, UnwrittenRead,
};

use super::barriers::PlacedBarrier;
use super::files::{Files, LinePlace};
use super::warnings::{Warning, WarningKind};

/// What a launch did that nothing orders or defines.
#[derive(Debug, Default)]
pub(crate) struct LaunchHazards {
    pub(crate) races: Vec<Race>,
    pub(crate) unwritten: Vec<UnwrittenRead>,
    /// Barriers that not every thread reached.
    barriers: Vec<DivergentBarrier>,
    /// Of PTX only.
    overruns: Vec<Overrun>,
    /// Accesses past the end of the block's shared memory that are not faults.
    past_end: Vec<PastEnd>,
    /// The PTX has none of those.
    is_widened: bool,
    /// What was asked for and cannot be seen, and why.
    unseen: Vec<String>,
    /// Whether it was looked for.
    pub(crate) is_checked: bool,
    /// Why it was not, if that is known.
    pub(crate) unchecked: Option<String>,
    /// What else there is to say about the findings.
    pub(crate) note: Option<String>,
}

impl LaunchHazards {
    /// Those of a run.
    pub(crate) fn of(profile: &Profile) -> LaunchHazards {
        let (races, unwritten) = (profile.races.clone(), profile.unwritten.clone());
        let overruns = profile.overruns.clone();
        let barriers = profile.divergent_barriers.clone();
        LaunchHazards {
            races,
            unwritten,
            barriers,
            overruns,
            past_end: profile.past_end.clone(),
            is_checked: profile.races_checked,
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
        self.overruns.clone_from(&ptx.overruns);
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

    /// What was asked for needs a run of PTX, which did not come about.
    pub(crate) fn cannot_see(&mut self, what: &str, why: &str) {
        self.unseen.push(format!("{what} are not looked for: {why}"));
    }

    /// The accesses beyond arrays, in places of the user's files, each line once.
    pub(crate) fn placed_overruns(&self, files: &Files) -> Vec<PlacedOverrun> {
        let mut placed: Vec<PlacedOverrun> = Vec::new();
        for overrun in self.overruns.iter().map(|overrun| PlacedOverrun::of(overrun, files)) {
            let same =
                |other: &&mut PlacedOverrun| other.array == overrun.array && other.access.is_same(&overrun.access);
            match placed.iter_mut().find(same) {
                Some(other) => other.times += overrun.times,
                None => placed.push(overrun),
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
        for race in self.harmful().map(|race| PlacedRace::of(race, files)) {
            let same = |other: &&mut PlacedRace| {
                (&other.kind, &other.missing) == (&race.kind, &race.missing)
                    && other.first.is_same(&race.first)
                    && other.second.is_same(&race.second)
            };
            match placed.iter_mut().find(same) {
                Some(other) => other.times += race.times,
                None => placed.push(race),
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
        warnings.extend(self.note.iter().map(|note| Warning::of_launch(WarningKind::Judgement, note)));
        warnings.extend(self.unseen.iter().map(|what| Warning::of_launch(WarningKind::NotChecked, what)));
        warnings.extend(self.unwritten.iter().map(|read| Warning::unwritten(read, files)));
        warnings.extend(self.past_end(files));
        let same_values = self.races.iter().filter(|race| race.same_values);
        warnings.extend(same_values.map(|race| Warning::same_values(race, files)));
        let mut once: Vec<Warning> = Vec::new();
        for warning in warnings {
            if !once.iter().any(|known| known.message == warning.message) {
                once.push(warning);
            }
        }
        once
    }

    /// The accesses past the end of the block's shared memory, but for lines that have an overrun.
    fn past_end(&self, files: &Files) -> Vec<Warning> {
        let overruns = self.placed_overruns(files);
        let place = |found: &PastEnd| files.place(found.side.loc.as_deref(), found.side.line);
        let is_overrun = |found: &&PastEnd| overruns.iter().any(|overrun| overrun.access.place() == place(found));
        let left = self.past_end.iter().filter(|found| !is_overrun(found));
        left.map(|found| Warning::past_end(found, self.is_widened, files)).collect()
    }
}

/// A race in places of the user's files.
#[derive(Debug, Serialize)]
pub(crate) struct PlacedRace {
    pub(crate) kind: String,
    pub(crate) first: PlacedSide,
    pub(crate) second: PlacedSide,
    block: [u32; 3],
    /// The byte, from the start of the block's shared memory.
    address: u32,
    /// Both threads are of one warp.
    in_warp: bool,
    pub(crate) missing: String,
    times: u64,
}

/// Accesses of a source line beyond the array that it names.
#[derive(Debug, Serialize)]
pub(crate) struct PlacedOverrun {
    /// As the compiler names it in the source: `kernel(int*)::tile`.
    array: String,
    /// The bytes of the array, from its first to behind its last; null for dynamic shared memory, which has no end.
    bytes: [Option<u32>; 2],
    #[serde(flatten)]
    pub(crate) access: PlacedSide,
    block: [u32; 3],
    /// The first byte outside.
    address: u32,
    /// The array that the byte is in.
    into: Option<String>,
    times: u64,
}

impl PlacedOverrun {
    fn of(overrun: &Overrun, files: &Files) -> PlacedOverrun {
        let SharedVariable { name, offset, bytes, .. } = &overrun.array;
        PlacedOverrun {
            array: readable_name(name),
            bytes: [Some(*offset), bytes.map(|bytes| offset + bytes)],
            access: PlacedSide::of(&overrun.side, files),
            block: overrun.block,
            address: overrun.address,
            into: overrun.into.as_ref().map(|into| readable_name(&into.name)),
            times: overrun.times,
        }
    }

    /// Where the byte is, and where the array.
    fn whereabouts(&self) -> String {
        let extent = match self.bytes {
            [Some(first), Some(end)] => format!("has the bytes {first:#x} to {end:#x}"),
            [first, _] => format!("begins at byte {:#x}", first.unwrap_or_default()),
        };
        let into = self.into.as_ref().map(|into| format!(": the byte is in `{into}`"));
        format!("`{}` {extent}{}", self.array, into.unwrap_or_default())
    }

    /// The overrun in one sentence.
    pub(crate) fn sentence(&self) -> String {
        format!(
            "{} beyond `{}`, at byte {:#x} of shared memory, by thread {} of block {}; {}",
            self.access.access,
            self.array,
            self.address,
            shown(self.access.thread),
            shown(self.block),
            self.whereabouts()
        )
    }

    /// The overrun as a few lines of a report.
    pub(crate) fn lines(&self, files: &Files) -> Vec<String> {
        vec![
            format!(
                "{} beyond a shared array, at byte {:#x}, block {}:",
                self.access.access,
                self.address,
                shown(self.block)
            ),
            format!("  {}", self.access.sentence(files)),
            format!("  {}", self.whereabouts()),
        ]
    }
}

/// One of its two accesses.
#[derive(Debug, Serialize)]
pub(crate) struct PlacedSide {
    access: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    thread: [u32; 3],
}

impl PlacedSide {
    fn of(side: &RaceSide, files: &Files) -> PlacedSide {
        let LinePlace { file, line } = files.place(side.loc.as_deref(), side.line);
        PlacedSide { access: side.access.to_string(), file, line, thread: side.thread }
    }

    pub(crate) fn place(&self) -> LinePlace {
        LinePlace { file: self.file.clone(), line: self.line }
    }

    fn is_same(&self, other: &PlacedSide) -> bool {
        (&self.access, &self.file, self.line) == (&other.access, &other.file, other.line)
    }

    fn sentence(&self, files: &Files) -> String {
        let text = files.text(&self.place()).map(|text| format!(": {}", text.trim()));
        let thread = shown(self.thread);
        format!("{}:{}  {} by thread {thread}{}", self.file, self.line, self.access, text.unwrap_or_default())
    }
}

impl PlacedRace {
    fn of(race: &Race, files: &Files) -> PlacedRace {
        let (first, second) = (PlacedSide::of(&race.first, files), PlacedSide::of(&race.second, files));
        PlacedRace {
            kind: race.kind.to_string(),
            missing: missing(race.remedy, &first, &second),
            first,
            second,
            block: race.block,
            address: race.address,
            in_warp: race.in_warp,
            times: race.times,
        }
    }

    /// The race in one sentence.
    pub(crate) fn sentence(&self) -> String {
        format!(
            "{} race on byte {:#x} of shared memory: {} by thread {} at {}:{}, {} by thread {} at {}:{}; missing: {}",
            self.kind,
            self.address,
            self.first.access,
            shown(self.first.thread),
            self.first.file,
            self.first.line,
            self.second.access,
            shown(self.second.thread),
            self.second.file,
            self.second.line,
            self.missing
        )
    }

    /// The race as a few lines of a report.
    pub(crate) fn lines(&self, files: &Files) -> Vec<String> {
        let block = shown(self.block);
        vec![
            format!("{} race on byte {:#x} of shared memory, block {block}:", self.kind, self.address),
            format!("  {}", self.first.sentence(files)),
            format!("  {}", self.second.sentence(files)),
            format!("  missing: {}", self.missing),
        ]
    }
}

/// What is missing, and where in the file.
fn missing(remedy: RaceRemedy, first: &PlacedSide, second: &PlacedSide) -> String {
    let place = |in_next_round: bool| {
        let (one, other) = (first.line, second.line);
        match (in_next_round, first.file == second.file) {
            (false, true) if one == other => {
                format!("between the {} and the {} of line {one}", first.access, second.access)
            }
            (false, true) => format!("between line {one} and line {other}"),
            (true, true) if one == other => format!("between line {one} and itself in the next round of the loop"),
            (true, true) => {
                format!("between line {one} and line {other} of the next round, as at the end of the loop's body")
            }
            (_, false) => format!("between {}:{one} and {}:{other}", first.file, second.file),
        }
    };
    match remedy {
        RaceRemedy::BlockBarrier { in_next_round } => format!("`__syncthreads()` {}", place(in_next_round)),
        RaceRemedy::WarpBarrier { in_next_round } => format!("`__syncwarp()` {}", place(in_next_round)),
        RaceRemedy::CopyWait => {
            format!(
                "a wait for the copy {}, and a barrier behind it if other threads read",
                place(second.line < first.line)
            )
        }
        other => other.to_string(),
    }
}

fn shown([x, y, z]: [u32; 3]) -> String {
    format!("({x}, {y}, {z})")
}
