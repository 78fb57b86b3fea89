//! Races on global memory, by source line.

use serde::Serialize;
use smem_sim::{GlobalRace, GlobalRaceSide};

use super::files::Files;
use super::place::LinePlace;
use super::side::shown;

/// A race in places of the user's files.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PlacedGlobalRace {
    /// `read-after-write`, `write-after-read` or `write-after-write`.
    pub kind: String,
    /// Whether the threads are of two blocks.
    pub between_blocks: bool,
    /// The access that came first.
    pub first: PlacedGlobalSide,
    /// The access that was found to race with it.
    pub second: PlacedGlobalSide,
    /// A byte, in the simulated memory.
    pub address: u64,
    /// How often.
    pub times: u64,
}

/// One of its two accesses.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PlacedGlobalSide {
    /// `read`, `write` or what else it does.
    pub access: String,
    /// As the user names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// `threadIdx`.
    pub thread: [u32; 3],
}

impl PlacedGlobalSide {
    fn of(side: &GlobalRaceSide, files: &Files) -> PlacedGlobalSide {
        let GlobalRaceSide { side, block, .. } = side;
        let LinePlace { file, line } = files.place(side.loc.as_deref(), side.line);
        PlacedGlobalSide { access: side.access.to_string(), file, line, block: *block, thread: side.thread }
    }

    /// Returns its line.
    pub fn place(&self) -> LinePlace {
        LinePlace { file: self.file.clone(), line: self.line }
    }

    pub(crate) fn phrase(&self) -> String {
        format!("{} by thread {} of block {}", self.access, shown(self.thread), shown(self.block))
    }
}

/// The races that do harm, each pair of lines once.
pub(super) fn placed_global_races(races: &[GlobalRace], files: &Files) -> Vec<PlacedGlobalRace> {
    let mut placed: Vec<PlacedGlobalRace> = Vec::new();
    for race in races.iter().filter(|race| !race.same_values) {
        let new = PlacedGlobalRace {
            kind: race.kind.to_string(),
            between_blocks: race.between_blocks,
            first: PlacedGlobalSide::of(&race.first, files),
            second: PlacedGlobalSide::of(&race.second, files),
            address: race.address,
            times: race.times,
        };
        let key = |race: &PlacedGlobalRace| {
            let side = |side: &PlacedGlobalSide| (side.access.clone(), side.place());
            (race.kind.clone(), race.between_blocks, side(&race.first), side(&race.second))
        };
        match placed.iter_mut().find(|other| key(other) == key(&new)) {
            Some(other) => other.times += new.times,
            None => placed.push(new),
        }
    }
    placed
}

impl PlacedGlobalRace {
    pub(crate) fn scope(&self) -> &'static str {
        if self.between_blocks { "between blocks" } else { "in a block" }
    }

    /// Returns the race in one sentence.
    pub fn sentence(&self) -> String {
        let PlacedGlobalRace { kind, first, second, .. } = self;
        format!(
            "{kind} race {} on global memory: {} at {}, {} at {}",
            self.scope(),
            first.phrase(),
            first.place(),
            second.phrase(),
            second.place()
        )
    }
}
