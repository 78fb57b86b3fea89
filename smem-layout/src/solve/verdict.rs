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

/// The most pairs of lanes, and the most requests, that are tried before all positions are.
const MOST_TRIED: (usize, usize) = (64, 4);

/// Two lanes of one phase that no layout may let meet, because their access allows no conflict.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    one: (u32, u32),
    other: (u32, u32),
    /// Bytes a lane.
    bytes: u32,
}

impl Pair {
    /// Returns the numbers of the two elements, counted along the rows of `cols` columns.
    pub(crate) fn elements(&self, cols: u32) -> [u32; 2] {
        [self.one, self.other].map(|(row, col)| row * cols + col)
    }

    /// Returns the bytes that each lane touches.
    pub(crate) fn bytes(&self) -> u32 {
        self.bytes
    }
}

/// Judges layouts for one tile.
pub(crate) struct Judge<'a> {
    tile: CheckedTile<'a>,
    allowed: &'a [u32],
    witnesses: Vec<Witness>,
    pairs: Vec<Pair>,
    /// The two lanes that met on the last layout that was ruled out.
    last_pair: Option<Pair>,
}

impl<'a> Judge<'a> {
    /// Makes a judge that allows each access the number of ways in `allowed`.
    pub(crate) fn new(tile: CheckedTile<'a>, allowed: &'a [u32]) -> Self {
        Judge { tile, allowed, witnesses: Vec::new(), pairs: Vec::new(), last_pair: None }
    }

    /// Returns two lanes that met on the last layout that was judged to conflict, unless a conflict of two is allowed there.
    pub(crate) fn last_pair(&self) -> Option<Pair> {
        self.last_pair
    }

    /// Returns the request that ruled out the last layout that was judged to conflict.
    pub(crate) fn last_witness(&self) -> Option<&Witness> {
        self.witnesses.last()
    }

    /// Returns true if a request that ruled out another layout rules out this one.
    pub(crate) fn is_ruled_out(&mut self, layout: &Layout) -> bool {
        if self.is_ruled_out_by_pair(|row, col| layout.index(row, col)) {
            return true;
        }
        let found = self.witnesses.iter().rev().take(MOST_TRIED.1).position(|witness| self.exceeds(layout, witness));
        let Some(found) = found.map(|found| self.witnesses.len() - 1 - found) else {
            return false;
        };
        let witness = self.witnesses.remove(found);
        self.witnesses.push(witness);
        // Two of its lanes rule out the next for less.
        self.learn(layout, &witness);
        true
    }

    /// Returns true if two lanes that met on another layout meet where `index` is the offset of (row, column): for layouts
    /// that come in thousands, of which few are worth more than that.
    pub(crate) fn is_ruled_out_by_pair(&mut self, index: impl Fn(u32, u32) -> u32) -> bool {
        let CheckedTile { elem_bytes, model, .. } = self.tile;
        let address = |(row, col)| index(row, col) * elem_bytes;
        let meet = |pair: &Pair| model.meet(address(pair.one), address(pair.other), pair.bytes);
        // What ruled out the last is tried first.
        let found = self.pairs.iter().rev().take(MOST_TRIED.0).position(meet);
        if let Some(found) = found {
            let last = self.pairs.len() - 1;
            self.pairs.swap(last - found, last);
            self.last_pair = self.pairs.last().copied();
        }
        found.is_some()
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
                self.learn(layout, &witness);
                self.witnesses.push(witness);
                return Verdict::Conflicts;
            }
            if !finished {
                return Verdict::Unknown;
            }
        }
        Verdict::Free
    }

    /// Returns true if the two lanes take two passes on `layout`.
    fn learn(&mut self, layout: &Layout, witness: &Witness) {
        self.last_pair = self.meeting(layout, witness);
        self.pairs.extend(self.last_pair);
    }

    fn meet(&self, layout: &Layout, pair: &Pair) -> bool {
        let CheckedTile { elem_bytes, model, .. } = self.tile;
        let address = |(row, col)| layout.index(row, col) * elem_bytes;
        model.meet(address(pair.one), address(pair.other), pair.bytes)
    }

    /// Returns two lanes of the request that meet on `layout`; `None` where a conflict of two is allowed.
    fn meeting(&self, layout: &Layout, witness: &Witness) -> Option<Pair> {
        if self.allowed[witness.access] > 1 {
            return None;
        }
        let CheckedTile { accesses, elem_bytes, model, .. } = self.tile;
        let bytes = elem_bytes * accesses[witness.access].lane_elements(elem_bytes);
        let phase = model.lanes_per_phase(bytes);
        let lanes: Vec<(u32, u32, u32)> = witness.lanes.iter().collect();
        let mut pairs = lanes.iter().enumerate().flat_map(|(place, &(lane, row, col))| {
            let others = lanes[place + 1..].iter().take_while(move |other| other.0 / phase == lane / phase);
            others.map(move |&(_, other_row, other_col)| Pair { one: (row, col), other: (other_row, other_col), bytes })
        });
        pairs.find(|pair| self.meet(layout, pair))
    }

    /// Returns true if the request has more ways on `layout` than its access is allowed.
    fn exceeds(&self, layout: &Layout, witness: &Witness) -> bool {
        let CheckedTile { accesses, elem_bytes, model, .. } = self.tile;
        let vec = accesses[witness.access].lane_elements(elem_bytes);
        model.cost(&witness.lanes.request(layout, elem_bytes, vec)).ways > self.allowed[witness.access]
    }
}
