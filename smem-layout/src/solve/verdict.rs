//! The exact verdict on a layout: the bank model at every position that can differ.
//!
//! A search judges thousands of layouts, and most of them conflict. What ruled one out is likely to rule out the next, so
//! those requests are remembered and tried first, and before them two lanes of each that met: a layout that conflicts then
//! costs a few pairs of lanes, and only one that is free costs a look at all positions.

use alloc::vec::Vec;

use crate::{
    access::{WarpLanes, representatives},
    layout::Layout,
    solve::{budget::Budget, checked_tile::CheckedTile},
};

/// The verdict of the bank model on a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// No request of any access has more ways than are allowed.
    Free,
    /// Some request has more ways than are allowed.
    Conflicts,
    /// The budget was spent before every position was seen.
    Unknown,
}

/// A request that ruled out a layout.
#[derive(Clone, Copy)]
pub(crate) struct Witness {
    /// The number of its access.
    pub(crate) access: usize,
    /// The elements that it touches.
    pub(crate) lanes: WarpLanes,
}

/// Two lanes of one phase that no layout may let meet, because their access allows no conflict.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    one: (u32, u32),
    other: (u32, u32),
    /// Bytes a lane.
    bytes: u32,
}

impl Pair {
    /// Returns the later of the two elements, counted along the rows of `cols` columns.
    pub(crate) fn last_element(&self, cols: u32) -> u32 {
        let element = |(row, col): (u32, u32)| row * cols + col;
        element(self.one).max(element(self.other))
    }
}

/// Judges layouts for one tile.
pub(crate) struct Judge<'a> {
    tile: CheckedTile<'a>,
    allowed: &'a [u32],
    witnesses: Vec<Witness>,
    pairs: Vec<Pair>,
}

impl<'a> Judge<'a> {
    /// Makes a judge that allows each access the number of ways in `allowed`.
    pub(crate) fn new(tile: CheckedTile<'a>, allowed: &'a [u32]) -> Self {
        Judge { tile, allowed, witnesses: Vec::new(), pairs: Vec::new() }
    }

    /// Returns the request that ruled out the last layout that was judged to conflict.
    pub(crate) fn last_witness(&self) -> Option<&Witness> {
        self.witnesses.last()
    }

    /// Returns true if a request that ruled out another layout rules out this one.
    pub(crate) fn is_ruled_out(&mut self, layout: &Layout) -> bool {
        if let Some(found) = self.pairs.iter().rposition(|pair| self.meet(layout, pair)) {
            // What ruled out the last is tried first.
            let last = self.pairs.len() - 1;
            self.pairs.swap(found, last);
            return true;
        }
        let Some(found) = self.witnesses.iter().rposition(|witness| self.exceeds(layout, witness)) else {
            return false;
        };
        let witness = self.witnesses.remove(found);
        self.witnesses.push(witness);
        true
    }

    /// Judges whether `layout` is free of conflict.
    pub(crate) fn verdict(&mut self, layout: &Layout, budget: &Budget) -> Verdict {
        if self.is_ruled_out(layout) {
            return Verdict::Conflicts;
        }
        let CheckedTile { accesses, elem_bytes, model, .. } = self.tile;
        for (number, access) in accesses.iter().enumerate() {
            let mut witness = None;
            let finished = representatives(access, layout, elem_bytes, &model, |lanes| {
                let request = Witness { access: number, lanes };
                if self.exceeds(layout, &request) {
                    witness = Some(request);
                    return false;
                }
                budget.take(2)
            });
            if let Some(witness) = witness {
                self.pairs.extend(self.meeting(layout, &witness));
                self.witnesses.push(witness);
                return Verdict::Conflicts;
            }
            if !finished {
                return Verdict::Unknown;
            }
        }
        Verdict::Free
    }

    /// Returns the pairs of lanes that met on the layouts that were judged to conflict.
    pub(crate) fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Returns true if the two lanes take two passes on `layout`.
    pub(crate) fn meet(&self, layout: &Layout, pair: &Pair) -> bool {
        let CheckedTile { elem_bytes, model, .. } = self.tile;
        let address = |(row, col)| layout.index(row, col) * elem_bytes;
        model.meet(address(pair.one), address(pair.other), pair.bytes)
    }

    /// Returns the two lanes of the request that meet on `layout`, of those the two with the lowest elements; `None` where
    /// a conflict of two is allowed.
    fn meeting(&self, layout: &Layout, witness: &Witness) -> Option<Pair> {
        if self.allowed[witness.access] > 1 {
            return None;
        }
        let CheckedTile { accesses, elem_bytes, model, cols, .. } = self.tile;
        let bytes = elem_bytes * accesses[witness.access].lane_elements(elem_bytes);
        let phase = model.lanes_per_phase(bytes);
        let lanes: Vec<(u32, u32, u32)> = witness.lanes.iter().collect();
        let mut lowest: Option<Pair> = None;
        for (place, &(lane, row, col)) in lanes.iter().enumerate() {
            for &(other, other_row, other_col) in
                lanes[place + 1..].iter().take_while(|other| other.0 / phase == lane / phase)
            {
                let pair = Pair { one: (row, col), other: (other_row, other_col), bytes };
                let is_lower = lowest.is_none_or(|lowest| pair.last_element(cols) < lowest.last_element(cols));
                if other != lane && is_lower && self.meet(layout, &pair) {
                    lowest = Some(pair);
                }
            }
        }
        lowest
    }

    /// Returns true if the request has more ways on `layout` than its access is allowed.
    fn exceeds(&self, layout: &Layout, witness: &Witness) -> bool {
        let CheckedTile { accesses, elem_bytes, model, .. } = self.tile;
        let vec = accesses[witness.access].lane_elements(elem_bytes);
        model.cost(&witness.lanes.request(layout, elem_bytes, vec)).ways > self.allowed[witness.access]
    }
}
