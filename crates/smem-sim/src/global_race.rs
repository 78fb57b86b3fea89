//! Races on global memory.

use crate::race_side::{RaceKind, RaceSide};
use std::fmt;

/// One of the two accesses of a [`GlobalRace`].
///
/// ```
/// # fn show(side: &smem_sim::GlobalRaceSide) {
/// println!("{} by thread {:?} of block {:?}", side.side.access, side.side.thread, side.block);
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlobalRaceSide {
    /// Where it is in the code, and its thread.
    pub side: RaceSide,
    /// `blockIdx`.
    pub block: [u32; 3],
}

/// Two accesses of one launch to the same bytes of global memory, by different threads, at least one of them a write and not both of them
/// atomics or otherwise strong with scopes that include the other's thread, that nothing orders: see [`Simulator::global_race_check`](crate::Simulator::global_race_check), whose
/// example finds one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlobalRace {
    /// The kind of the race.
    pub kind: RaceKind,
    /// The access that comes first in the code, or, between blocks, the one that was executed first.
    pub first: GlobalRaceSide,
    /// The other one.
    pub second: GlobalRaceSide,
    /// The address of the first byte that both access there.
    pub address: u64,
    /// Whether the threads are of two blocks; else of one.
    pub between_blocks: bool,
    /// Whether both wrote the same values, so that nothing goes wrong.
    pub same_values: bool,
    /// How often it was found: pieces of 1 or 4 bytes.
    pub times: u64,
}

impl fmt::Display for GlobalRace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tuple = |[x, y, z]: [u32; 3]| format!("({x}, {y}, {z})");
        let side = |side: &GlobalRaceSide| {
            let place = match &side.side.loc {
                Some(loc) => loc.to_string(),
                None => format!("line {}: `{}`", side.side.line, side.side.text),
            };
            format!(
                "{} by thread {} of block {} at {place}",
                side.side.access,
                tuple(side.side.thread),
                tuple(side.block)
            )
        };
        let scope = if self.between_blocks { "between blocks" } else { "in a block" };
        let (first, second) = (side(&self.first), side(&self.second));
        write!(f, "{} race {scope} on byte {:#x} of global memory: {first}; {second}", self.kind, self.address)
    }
}
