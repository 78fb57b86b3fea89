//! The ranking of layouts that conflict: fewest excess wavefronts, then fewest bytes, then the cheapest index.
//!
//! A search costs thousands of layouts, and most of them are worse than the best so far. The requests that showed this for one
//! layout are remembered and costed first on the next, so that only a layout that may be better is costed at every position.

use alloc::{vec, vec::Vec};

use smem_banks::LANES;

use crate::{
    access::{WarpLanes, representatives},
    codegen::as_written,
    layout::Layout,
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        excess::{Excess, OfAccess},
    },
};

/// The most requests of each access that are remembered.
const MOST_REMEMBERED: usize = 6;

/// The best layout so far, and the requests that rule out others.
pub(super) struct Ranking<'a> {
    tile: CheckedTile<'a>,
    allowed: &'a [u32],
    /// The most elements of storage that a layout may take.
    most_elements: usize,
    /// Excess that no layout avoids.
    floor: Excess,
    best: Layout,
    excess: Excess,
    operations: u32,
    /// For each access, requests that were the worst of it on a layout that was ruled out; the last was the last to do so.
    remembered: Vec<Vec<WarpLanes>>,
}

/// The outcome of a look at a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// The layout was ranked: it is the best now, or is not better.
    Done,
    /// The budget was spent first.
    Spent,
}

impl<'a> Ranking<'a> {
    /// Ranks the dense layout, which is the one to beat, whatever it costs.
    pub(super) fn new(tile: CheckedTile<'a>, allowed: &'a [u32], most_elements: usize, floor: Excess) -> Self {
        let best = tile.pitched(tile.line());
        let remembered = vec![Vec::new(); tile.accesses.len()];
        let mut ranking =
            Ranking { tile, allowed, most_elements, floor, best, excess: Excess::MAX, operations: 0, remembered };
        ranking.excess = ranking.excess_below(&best, Excess::MAX, None).unwrap_or(Excess::MAX);
        ranking
    }

    /// Returns the best layout and its excess.
    pub(super) fn best(&self) -> (&Layout, Excess) {
        (&self.best, self.excess)
    }

    /// Returns the operations of the best layout's index.
    pub(super) fn operations(&self) -> u32 {
        self.operations
    }

    /// Returns the excess that no layout avoids.
    pub(super) fn floor(&self) -> Excess {
        self.floor
    }

    /// Returns the excess below which a layout of `elements` elements of storage whose index takes at least `operations` is
    /// better than the best; `None` where no such layout can be.
    pub(super) fn limit(&self, elements: usize, operations: u32) -> Option<Excess> {
        let wins_ties = self.tile.rank_of(elements, operations) < self.tile.rank_of(self.best.len(), self.operations);
        let limit = self.excess.saturating_add(Excess::from(wins_ties));
        (elements <= self.most_elements && limit > self.floor).then_some(limit)
    }

    /// Ranks `layout`. Where it may be better, `is_layout` says whether it is one at all.
    pub(super) fn look(&mut self, layout: Layout, is_layout: impl FnOnce() -> bool, budget: &Budget) -> Look {
        if !budget.take(1) {
            return Look::Spent;
        }
        let operations = as_written(&layout);
        let Some(limit) = self.limit(layout.len(), operations) else { return Look::Done };
        match self.is_ruled_out(&layout, limit, budget) {
            None => return Look::Spent,
            Some(true) => return Look::Done,
            Some(false) => {}
        }
        if !is_layout() {
            return Look::Done;
        }
        if let Some(excess) = self.excess_below(&layout, limit, Some(budget)) {
            (self.best, self.excess, self.operations) = (layout, excess, operations);
        } else if budget.is_spent() {
            return Look::Spent;
        }
        Look::Done
    }

    /// Takes a layout whose excess is known, if it is better than the best.
    pub(super) fn take(&mut self, layout: Layout, excess: Excess) {
        let operations = as_written(&layout);
        if self.limit(layout.len(), operations).is_some_and(|limit| excess < limit) {
            (self.best, self.excess, self.operations) = (layout, excess, operations);
        }
    }

    /// Returns true if the requests that ruled out others show an excess of at least `limit`; `None` if the budget is spent.
    fn is_ruled_out(&mut self, layout: &Layout, limit: Excess, budget: &Budget) -> Option<bool> {
        let CheckedTile { accesses, elem_bytes, model, .. } = self.tile;
        let mut total = 0;
        for (number, remembered) in self.remembered.iter_mut().enumerate() {
            let vec = accesses[number].lane_elements(elem_bytes);
            let (mut of_access, mut at) = (OfAccess::new(self.allowed[number]), None);
            for place in (0..remembered.len()).rev() {
                if !budget.take(1) {
                    return None;
                }
                if of_access.add(model.ways_and_excess(&remembered[place].request(layout, elem_bytes, vec))) {
                    at = Some(place);
                }
                if total + of_access.weighted() >= limit {
                    break;
                }
            }
            total += of_access.weighted();
            if total >= limit {
                if let Some(place) = at {
                    let last = remembered.remove(place);
                    remembered.push(last);
                }
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns true if the requests that ruled out others rule out padding of any size after as many elements as in `fewest`, the
    /// layout with the fewest; `None` if the budget is spent.
    pub(super) fn padding_is_ruled_out(&mut self, fewest: &Layout, budget: &Budget) -> Option<bool> {
        let CheckedTile { accesses, elem_bytes, model, .. } = self.tile;
        // Else padding may part lanes of one line.
        if self.tile.granule() * elem_bytes < model.bank_bytes() || !model.is_xor_invariant() {
            return Some(false);
        }
        let Some(limit) = self.limit(fewest.len(), 0) else { return Some(true) };
        let mut total = 0;
        for (number, remembered) in self.remembered.iter().enumerate() {
            let bytes = accesses[number].lane_elements(elem_bytes) * elem_bytes;
            let mut of_access = OfAccess::new(self.allowed[number]);
            // The last was the last to rule out a layout.
            if let Some(lanes) = remembered.last() {
                if !budget.take(4) {
                    return None;
                }
                let (ways, excess) = passes_in_lines(&self.tile, lanes, fewest.line(), bytes);
                of_access.add((ways, excess));
                if total + of_access.weighted() >= limit {
                    return Some(true);
                }
            }
            total += of_access.weighted();
        }
        Some(false)
    }

    /// Returns the excess of `layout` if it is below `limit`; remembers the worst requests if it is not. Without a budget the
    /// layout is costed whatever it takes.
    fn excess_below(&mut self, layout: &Layout, limit: Excess, budget: Option<&Budget>) -> Option<Excess> {
        let CheckedTile { planes, accesses, elem_bytes, model, .. } = self.tile;
        let mut total = 0;
        let mut worst_of: Vec<Option<WarpLanes>> = Vec::new();
        for (access, &allowed) in accesses.iter().zip(self.allowed) {
            let vec = access.lane_elements(elem_bytes);
            let (mut of_access, mut at, mut goes_on) = (OfAccess::new(allowed), None, true);
            representatives(access, planes, layout, elem_bytes, &model, |lanes| {
                if of_access.add(model.ways_and_excess(&lanes.request(layout, elem_bytes, vec))) {
                    at = Some(lanes);
                }
                goes_on = budget.is_none_or(|budget| budget.take(2));
                goes_on && total + of_access.weighted() < limit
            });
            total += of_access.weighted();
            worst_of.push(at);
            if total >= limit {
                self.remember(worst_of);
                return None;
            }
            if !goes_on {
                return None;
            }
        }
        Some(total)
    }

    fn remember(&mut self, worst_of: Vec<Option<WarpLanes>>) {
        for (remembered, lanes) in self.remembered.iter_mut().zip(worst_of) {
            let Some(lanes) = lanes.filter(|lanes| !remembered.contains(lanes)) else { continue };
            if remembered.len() == MOST_REMEMBERED {
                remembered.remove(0);
            }
            remembered.push(lanes);
        }
    }
}

/// Returns the ways of lanes in one line of `every` elements, of the phase that has the most, and the excess of all phases. No
/// padding after lines parts them.
fn passes_in_lines(tile: &CheckedTile<'_>, lanes: &WarpLanes, every: u32, bytes: u32) -> (u32, u32) {
    let CheckedTile { cols, elem_bytes, model, .. } = *tile;
    let phase = model.lanes_per_phase(bytes) as usize;
    let unit = bytes.max(model.bank_bytes());
    let (mut most, mut excess) = (0, 0);
    for first in (0..LANES).step_by(phase) {
        // Line, bank and word of each lane in one number, which is sorted in less time than three.
        let (mut words, mut count) = ([0u64; LANES], 0);
        for lane in first..first + phase {
            if lanes.active >> lane & 1 == 1 {
                let (row, col) = lanes.at[lane];
                let element = row * cols + col;
                let word = element * elem_bytes / unit;
                words[count] =
                    u64::from(element / every) << 40 | u64::from(model.bank(word * unit)) << 32 | u64::from(word);
                count += 1;
            }
        }
        let words = &mut words[..count];
        words.sort_unstable();
        let (mut ways, mut here) = (0u32, 0);
        let mut before = None;
        for &word in &*words {
            here = match before {
                Some(before) if before == word => here,
                Some(before) if before >> 32 == word >> 32 => here + 1,
                _ => 1,
            };
            before = Some(word);
            ways = ways.max(here);
        }
        most = most.max(ways);
        excess += ways.saturating_sub(1);
    }
    (most, excess)
}
