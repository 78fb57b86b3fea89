//! Races on global memory, by source line.

use serde::Serialize;
use smem_sim::{GlobalRace, GlobalRaceSide};

use super::files::{Files, LinePlace};

/// A race in places of the user's files.
#[derive(Debug, Serialize)]
pub(crate) struct PlacedGlobalRace {
    kind: String,
    between_blocks: bool,
    pub(crate) first: PlacedGlobalSide,
    pub(crate) second: PlacedGlobalSide,
    /// Of the simulated memory.
    address: u64,
    times: u64,
}

/// One of its two accesses.
#[derive(Debug, Serialize)]
pub(crate) struct PlacedGlobalSide {
    access: String,
    file: String,
    line: u32,
    block: [u32; 3],
    thread: [u32; 3],
}

impl PlacedGlobalSide {
    fn of(side: &GlobalRaceSide, files: &Files) -> PlacedGlobalSide {
        let GlobalRaceSide { side, block, .. } = side;
        let LinePlace { file, line } = files.place(side.loc.as_deref(), side.line);
        PlacedGlobalSide { access: side.access.to_string(), file, line, block: *block, thread: side.thread }
    }

    pub(crate) fn place(&self) -> LinePlace {
        LinePlace { file: self.file.clone(), line: self.line }
    }

    fn sentence(&self) -> String {
        let tuple = |[x, y, z]: [u32; 3]| format!("({x}, {y}, {z})");
        format!("{} by thread {} of block {}", self.access, tuple(self.thread), tuple(self.block))
    }
}

/// The races that do harm, each pair of lines once.
pub(crate) fn placed(races: &[GlobalRace], files: &Files) -> Vec<PlacedGlobalRace> {
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
    fn scope(&self) -> &'static str {
        if self.between_blocks { "between blocks" } else { "in a block" }
    }

    /// The race in one sentence.
    pub(crate) fn sentence(&self) -> String {
        let PlacedGlobalRace { kind, first, second, .. } = self;
        format!(
            "{kind} race {} on global memory: {} at {}:{}, {} at {}:{}",
            self.scope(),
            first.sentence(),
            first.file,
            first.line,
            second.sentence(),
            second.file,
            second.line
        )
    }

    /// The race as a few lines of a report.
    pub(crate) fn lines(&self, files: &Files) -> Vec<String> {
        let side = |side: &PlacedGlobalSide| {
            let text = files.text(&side.place()).map(|text| format!(": {}", text.trim()));
            format!("  {}:{}  {}{}", side.file, side.line, side.sentence(), text.unwrap_or_default())
        };
        let head = format!("{} race {} on byte {:#x} of global memory:", self.kind, self.scope(), self.address);
        vec![head, side(&self.first), side(&self.second)]
    }
}
