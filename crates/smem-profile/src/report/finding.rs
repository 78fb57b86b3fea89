//! A finding of any kind that makes a check fail.

use super::barrier::PlacedBarrier;
use super::global_race::PlacedGlobalRace;
use super::overrun::PlacedOverrun;
use super::place::LinePlace;
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
        match self {
            Self::Race(race) => {
                let sides = [&race.first, &race.second];
                let calls = sides.iter().flat_map(|side| side.calls.iter().map(|call| call.place()));
                sides.iter().map(|side| side.place()).chain(calls).collect()
            }
            Self::GlobalRace(race) => vec![race.first.place(), race.second.place()],
            Self::Barrier(barrier) => vec![barrier.place()],
            Self::Overrun(overrun) => {
                let calls = overrun.access.calls.iter().map(|call| call.place());
                std::iter::once(overrun.access.place()).chain(calls).collect()
            }
        }
    }
}
