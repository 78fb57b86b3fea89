//! The exact verdict on a layout: the bank model at every position that can differ.
//!
//! A search judges hundreds of layouts, and most of them conflict. What ruled one out is likely to rule out the next, so
//! those requests are remembered and tried first: a layout that conflicts then costs a few requests, and only one that is
//! free costs a look at all positions.

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

/// Judges layouts for one tile.
pub(crate) struct Judge<'a> {
    tile: CheckedTile<'a>,
    allowed: &'a [u32],
    witnesses: Vec<Witness>,
}

impl<'a> Judge<'a> {
    /// Makes a judge that allows each access the number of ways in `allowed`.
    pub(crate) fn new(tile: CheckedTile<'a>, allowed: &'a [u32]) -> Self {
        Judge { tile, allowed, witnesses: Vec::new() }
    }

    /// Returns the request that ruled out the last layout that was judged to conflict.
    pub(crate) fn last_witness(&self) -> Option<&Witness> {
        self.witnesses.last()
    }

    /// Returns true if a request that ruled out another layout rules out this one.
    pub(crate) fn is_ruled_out(&mut self, layout: &Layout) -> bool {
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
                self.witnesses.push(witness);
                return Verdict::Conflicts;
            }
            if !finished {
                return Verdict::Unknown;
            }
        }
        Verdict::Free
    }

    /// Returns true if the request has more ways on `layout` than its access is allowed.
    fn exceeds(&self, layout: &Layout, witness: &Witness) -> bool {
        let CheckedTile { accesses, elem_bytes, model, .. } = self.tile;
        let vec = accesses[witness.access].lane_elements(elem_bytes);
        model.cost(&witness.lanes.request(layout, elem_bytes, vec)).ways > self.allowed[witness.access]
    }
}
