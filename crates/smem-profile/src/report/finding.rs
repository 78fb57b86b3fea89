//! A finding of any kind that makes a check fail.

use smem_driver::FindingKind;

use super::barrier::PlacedBarrier;
use super::global_race::PlacedGlobalRace;
use super::overrun::PlacedOverrun;
use super::place::{CallPlace, LinePlace};
use super::race::PlacedRace;

/// An error that a launch was found to have, in a place of the user's files.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum KernelFinding<'a> {
    /// Two threads access the same bytes of shared memory, one of them writes, and nothing orders them.
    Race(&'a PlacedRace),
    /// The same on global memory.
    GlobalRace(&'a PlacedGlobalRace),
    /// Some threads of a block wait at a barrier that others pass by.
    Barrier(&'a PlacedBarrier),
    /// An access is outside of the shared array that its address comes from.
    Overrun(&'a PlacedOverrun),
}

impl KernelFinding<'_> {
    /// Returns its kind.
    pub fn kind(&self) -> FindingKind {
        match self {
            Self::Race(_) => FindingKind::Race,
            Self::GlobalRace(_) => FindingKind::GlobalRace,
            Self::Barrier(_) => FindingKind::Barrier,
            Self::Overrun(_) => FindingKind::Overrun,
        }
    }

    /// Returns its line; of a race that of the second access.
    pub fn place(&self) -> LinePlace {
        match self {
            Self::Race(race) => race.second.place(),
            Self::GlobalRace(race) => race.second.place(),
            Self::Barrier(barrier) => barrier.place(),
            Self::Overrun(overrun) => overrun.access.place(),
        }
    }

    /// Returns it in one sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::Race(race) => race.sentence(),
            Self::GlobalRace(race) => race.sentence(),
            Self::Barrier(barrier) => barrier.sentence(),
            Self::Overrun(overrun) => overrun.sentence(),
        }
    }

    /// Returns all lines that it names.
    pub(super) fn places(&self) -> Vec<LinePlace> {
        let calls: &[CallPlace] = if let Self::Overrun(overrun) = self { &overrun.access.calls } else { &[] };
        let related = self.related().into_iter().map(|(place, _)| place);
        std::iter::once(self.place()).chain(related).chain(calls.iter().map(CallPlace::place)).collect()
    }

    /// Returns the lines beside its own, with a word about each: of a race the other access, and the calls that both were inlined through.
    pub(super) fn related(&self) -> Vec<(LinePlace, &'static str)> {
        const OTHER: &str = "the other access";
        match self {
            Self::Race(race) => {
                let of_first = race.first.calls.iter().map(|call| (call.place(), "a call around the other access"));
                let of_second = race.second.calls.iter().map(|call| (call.place(), "a call around the access"));
                std::iter::once((race.first.place(), OTHER)).chain(of_first).chain(of_second).collect()
            }
            Self::GlobalRace(race) => vec![(race.first.place(), OTHER)],
            Self::Barrier(_) | Self::Overrun(_) => Vec::new(),
        }
    }
}
