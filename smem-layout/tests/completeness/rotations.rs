//! Rotations of the rows: every step after every number of rows, by their definition.

use super::{
    banks::{Demand, all_accepted_at},
    layouts::Offsets,
    tile::Tile,
};

/// Column `c` of row `r` is in column `(c + step * (r / every)) % cols`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) step: u32,
    pub(crate) every: u32,
}

impl Turn {
    fn at(self, tile: Tile, id: u32) -> u32 {
        let (row, col) = tile.place(id);
        row * tile.cols + (col + self.step * (row / self.every)) % tile.cols
    }

    pub(crate) fn offsets(self, tile: Tile) -> Offsets {
        (0..tile.elements()).map(|id| self.at(tile, id)).collect()
    }

    /// True when no vector of `granule` elements is torn or misaligned.
    pub(crate) fn keeps_whole(self, granule: u32) -> bool {
        self.step.is_multiple_of(granule)
    }
}

/// Every one of a tile that turns a row.
pub(crate) fn turns(tile: Tile) -> Vec<Turn> {
    (1..tile.rows).flat_map(|every| (1..tile.cols).map(move |step| Turn { step, every })).collect()
}

/// For each, whether every request of the access is accepted.
pub(crate) fn accepted(tile: Tile, demand: &mut Demand, turns: &[Turn]) -> Vec<bool> {
    let mut phases = std::mem::take(&mut demand.phases);
    let mut offsets = vec![0; tile.elements() as usize];
    let accepted = turns.iter();
    let accepted =
        accepted.map(|turn| all_accepted_at(demand, &mut phases, &mut offsets, |id| turn.at(tile, id))).collect();
    demand.phases = phases;
    accepted
}
