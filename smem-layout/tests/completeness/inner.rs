//! Padding inside rows: every number of elements after every other, by its definition.

use super::{
    banks::{Banks, Demand, all_accepted_at},
    layouts::Offsets,
    tile::Tile,
};

/// `pad` unused elements after every `every`, counted along the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inner {
    pub(crate) pad: u32,
    pub(crate) every: u32,
}

/// More of them are a sample.
const MOST: u32 = 1 << 15;

impl Inner {
    fn at(self, id: u32) -> u32 {
        id + self.pad * (id / self.every)
    }

    pub(crate) fn offsets(self, tile: Tile) -> Offsets {
        (0..tile.elements()).map(|id| self.at(id)).collect()
    }

    /// Elements of storage: nothing follows the last element.
    pub(crate) fn storage(self, tile: Tile) -> u32 {
        self.at(tile.elements() - 1) + 1
    }

    /// True when no vector of `granule` elements is torn or misaligned.
    pub(crate) fn keeps_whole(self, granule: u32) -> bool {
        self.pad.is_multiple_of(granule) && self.every.is_multiple_of(granule)
    }
}

/// Those of a tile that are not padding of whole rows, the least storage first, and whether they are all: beyond the widest span of
/// the banks padding meets them as less does.
pub(crate) fn inner_paddings(tile: Tile, banks: Banks) -> (Vec<Inner>, bool) {
    let period = if banks == Banks::PairedWords { 2 } else { 1 } * banks.span() / tile.elem;
    let elements = tile.elements();
    let all = (1..elements).filter(|every| tile.rows == 1 || *every != tile.cols);
    let all = all.flat_map(|every| (1..period).map(move |pad| Inner { pad, every }));
    let complete = elements.saturating_mul(period) <= MOST;
    // Of many, those that programmers write.
    let kept = |inner: &Inner| complete || inner.every.is_power_of_two() || inner.every.is_multiple_of(tile.cols);
    let mut kept: Vec<Inner> = all.filter(kept).collect();
    kept.sort_by_key(|inner| (inner.storage(tile), inner.every));
    (kept, complete)
}

/// For each, whether every request of the access is accepted.
pub(crate) fn accepted(tile: Tile, demand: &mut Demand, paddings: &[Inner]) -> Vec<bool> {
    let mut phases = std::mem::take(&mut demand.phases);
    let mut offsets = vec![0; tile.elements() as usize];
    let accepted = paddings.iter();
    let accepted =
        accepted.map(|inner| all_accepted_at(demand, &mut phases, &mut offsets, |id| inner.at(id))).collect();
    demand.phases = phases;
    accepted
}
