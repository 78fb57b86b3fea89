//! Findings of launches, as data that processes hand to one another.

use serde::{Deserialize, Serialize};
use smem_sim::{DivergentBarrier, Overrun, PastEnd, Profile, Race, RaceSide, SourceLoc, UnwrittenRead};

/// The kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FindingKind {
    /// A kernel did something that a GPU ends it for, or that the simulator cannot run.
    Fault,
    /// A race on shared memory.
    Race,
    /// A race on global memory, which the driver does not look for.
    GlobalRace,
    /// An access to one shared array through the address of another.
    Overrun,
    /// A barrier of the block that some threads pass by.
    Barrier,
    /// A read of uninitialized shared memory.
    UnwrittenRead,
    /// An access past the shared memory that the block asked for, inside what a GPU allocates for it.
    PastEnd,
    /// Writes of one value that nothing orders.
    SameValueWrites,
}

impl FindingKind {
    /// Returns true if a run with such a finding has failed; the others are warnings unless they are denied.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Fault | Self::Race | Self::GlobalRace | Self::Overrun | Self::Barrier)
    }
}

/// A line of a source file; of PTX or of a listing of machine code where the code has no source lines.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunPlace {
    /// The source file; `None` for a line of the PTX or of the listing.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: u32,
}

impl RunPlace {
    /// The line of an instruction, or the one that it was inlined at: see [`SourceLoc::own_line`].
    pub(crate) fn of(loc: Option<&SourceLoc>, line: u32) -> RunPlace {
        match loc.map(|loc| loc.own_line(&[], |_| false)) {
            Some(loc) => RunPlace { file: Some(loc.file.clone()), line: loc.line },
            None => RunPlace { file: None, line },
        }
    }
}

/// A finding of a kernel's launches, each once however often it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunFinding {
    /// The kind.
    pub kind: FindingKind,
    /// Where it is; of two accesses the later one. `None` for a fault without an instruction.
    pub place: Option<RunPlace>,
    /// The other access of a race.
    pub other: Option<RunPlace>,
    /// A sentence about the first time.
    pub message: String,
    /// The number of launches that have it.
    pub launches: u64,
    /// Whether the launch failed by it, because such findings are [denied](crate::CheckMode::Deny).
    #[serde(default)]
    pub denied: bool,
}

impl RunFinding {
    pub(crate) fn new(kind: FindingKind, place: Option<RunPlace>, message: String) -> RunFinding {
        RunFinding { kind, place, other: None, message, launches: 1, denied: false }
    }

    /// Returns true if a run with it has failed.
    ///
    /// ```
    /// # let report = smem_driver::RunReport::default();
    /// assert!(!report.findings().any(|(_, finding)| finding.is_failure()));
    /// ```
    pub fn is_failure(&self) -> bool {
        self.denied || self.kind.is_failure()
    }

    /// Whether two are the same finding of one kernel.
    pub(crate) fn is_same(&self, other: &RunFinding) -> bool {
        (self.kind, &self.place, &self.other) == (other.kind, &other.place, &other.other)
    }

    fn race(race: &Race) -> RunFinding {
        let kind = if race.same_values { FindingKind::SameValueWrites } else { FindingKind::Race };
        let finding = RunFinding::new(kind, Some(side(&race.second)), race.to_string());
        RunFinding { other: Some(side(&race.first)), ..finding }
    }

    fn overrun(overrun: &Overrun) -> RunFinding {
        RunFinding::new(FindingKind::Overrun, Some(side(&overrun.side)), overrun.to_string())
    }

    fn barrier(barrier: &DivergentBarrier) -> RunFinding {
        let place = RunPlace::of(barrier.loc.as_deref(), barrier.line);
        RunFinding::new(FindingKind::Barrier, Some(place), barrier.to_string())
    }

    fn unwritten(read: &UnwrittenRead) -> RunFinding {
        RunFinding::new(FindingKind::UnwrittenRead, Some(side(&read.side)), read.to_string())
    }

    fn past_end(access: &PastEnd) -> RunFinding {
        RunFinding::new(FindingKind::PastEnd, Some(side(&access.side)), access.to_string())
    }

    /// All findings of a launch, each once.
    pub(crate) fn all(profile: &Profile) -> Vec<RunFinding> {
        let races = profile.races.iter().map(RunFinding::race);
        let overruns = profile.overruns.iter().map(RunFinding::overrun);
        let barriers = profile.divergent_barriers.iter().map(RunFinding::barrier);
        let reads = profile.unwritten.iter().map(RunFinding::unwritten);
        let past_end = profile.past_end.iter().map(RunFinding::past_end);
        let mut findings: Vec<RunFinding> = Vec::new();
        for finding in races.chain(overruns).chain(barriers).chain(reads).chain(past_end) {
            if !findings.iter().any(|known| known.is_same(&finding)) {
                findings.push(finding);
            }
        }
        findings
    }
}

fn side(side: &RaceSide) -> RunPlace {
    RunPlace::of(side.loc.as_deref(), side.line)
}
