//! The best matrix on the offset where none is free of conflict: branch and bound over its columns.
//!
//! A column is the bank that a bit of the offset is mapped to, and columns are chosen lowest bit first. Lanes whose offsets agree in
//! all bits not chosen yet meet or not by the columns that are chosen, which bounds the excess of every completion from below. A
//! completed matrix is costed exactly.
//!
//! Relabelling the banks by an invertible map changes no cost, so one value stands for all that are independent of the columns
//! chosen so far.

use alloc::vec::Vec;

use crate::{
    access::WarpLanes,
    banks::LANES,
    layout::{Layout, OFFSET_BITS},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::{
            Wanted,
            offset_matrix::space::{BankColumns, OffsetSpace, bank},
            value_set::with_value,
        },
        excess::{Excess, OfAccess},
    },
};

/// The most requests that take part in the lower bound; any set of requests gives a valid one.
const MOST_BOUNDS: usize = 32;

/// A request of an access that must not exceed its ways.
struct Bound {
    access: usize,
    /// For each phase, granule and place in it of each word that is touched.
    phases: Vec<Vec<(u32, u32)>>,
}

struct BranchAndBound<'a, 'b> {
    space: OffsetSpace<'a>,
    bounds: Vec<Bound>,
    allowed: &'b [u32],
    wanted: Wanted,
    best: Option<(Excess, Layout)>,
    least: Excess,
    /// One value stands for all that are independent.
    symmetric: bool,
    budget: &'b Budget,
}

/// Columns `0..level` of a matrix.
#[derive(Clone, Copy)]
struct Partial {
    level: u32,
    columns: BankColumns,
    /// The span of the columns, as a set of values.
    span: u32,
    /// The span of the columns of free bits, which must reach every bank that can change.
    free_span: u32,
    /// The diagonals in use beside the identity, a bit each.
    diagonals: u64,
}

/// Returns the layout at `pitch` (elements) whose matrix leaves the least excess, if less than is `wanted`, with it. The search has
/// been to its end if the budget is not spent.
pub(in crate::solve) fn least_excess_at(
    tile: CheckedTile<'_>,
    pitch: u32,
    allowed: &[u32],
    wanted: Wanted,
    budget: &Budget,
) -> Option<(Excess, Layout)> {
    let space = OffsetSpace::new(tile, pitch)?;
    let mut bounds = Vec::new();
    for (number, access) in tile.accesses.iter().enumerate() {
        space.visit(access, |lanes, _| {
            bounds.push(Bound::new(&space, number, lanes));
            false
        });
    }
    let symmetric = wanted.most_diagonals == u32::MAX && space.free_bank_bits() == space.bank_bits;
    let mut search =
        BranchAndBound { space, bounds, allowed, wanted, best: None, least: wanted.limit, symmetric, budget };
    search.descend(&Partial { level: 0, columns: [0; OFFSET_BITS], span: 1, free_span: 1, diagonals: 0 });
    search.best
}

impl Bound {
    fn new(space: &OffsetSpace<'_>, access: usize, lanes: &WarpLanes) -> Bound {
        let CheckedTile { accesses, elem_bytes, model, .. } = space.tile;
        let vec = accesses[access].lane_elements(elem_bytes);
        let phase = model.lanes_per_phase(elem_bytes * vec) as usize;
        let places = space.places(lanes, vec);
        let words = |first: usize| {
            let active = (first..first + phase).filter(|lane| lanes.active >> lane & 1 == 1);
            let mut words: Vec<(u32, u32)> = active.map(|lane| places[lane]).collect();
            words.sort_unstable();
            words.dedup();
            words
        };
        Bound { access, phases: (0..LANES).step_by(phase).map(words).collect() }
    }
}

impl BranchAndBound<'_, '_> {
    /// Completes `partial`, the most promising column first; returns false if the search is over.
    fn descend(&mut self, partial: &Partial) -> bool {
        if partial.level == self.space.bits {
            return self.complete(&partial.columns);
        }
        let mut next: Vec<(Excess, u32, u8)> = Vec::new();
        let independent = if self.symmetric { partial.span.trailing_ones() } else { u32::MAX };
        let kept = self.space.kept(partial.level);
        for change in 0..1u8 << self.space.free_bank_bits() {
            let value = change | kept;
            if self.symmetric && partial.span >> value & 1 == 0 && u32::from(value) != independent {
                continue;
            }
            let Some(partial) = self.with_column(partial, value) else { continue };
            let phases: usize = self.bounds.iter().map(|bound| bound.phases.len()).sum();
            if !self.budget.take(phases) {
                return false;
            }
            let least = self.lower_bound(&partial);
            if least < self.least {
                next.push((least, partial.diagonals.count_ones(), value));
            }
        }
        next.sort_unstable();
        for (least, _, value) in next {
            if least >= self.least {
                break;
            }
            let goes_on = self.with_column(partial, value).is_none_or(|partial| self.descend(&partial));
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Returns `partial` with `value` for its next column, unless no invertible matrix has these columns or they take too many
    /// diagonals.
    fn with_column(&self, partial: &Partial, value: u8) -> Option<Partial> {
        let level = partial.level;
        let mut next = Partial { level: level + 1, span: with_value(partial.span, u32::from(value)), ..*partial };
        next.columns[level as usize] = value;
        let identity = if level < self.space.bank_bits { 1u8 << level } else { 0 };
        next.diagonals |= u64::from(value ^ identity) << (OFFSET_BITS as u32 - 1) >> level;
        if level < self.space.free_bits {
            next.free_span = with_value(partial.free_span, u32::from(value));
        }
        let rank = next.free_span.count_ones().trailing_zeros();
        let left = self.space.free_bits.saturating_sub(next.level);
        let is_open = rank + left >= self.space.free_bank_bits();
        (is_open && next.diagonals.count_ones() <= self.wanted.most_diagonals).then_some(next)
    }

    /// Costs a matrix exactly; returns false if no other can be better.
    fn complete(&mut self, columns: &BankColumns) -> bool {
        let named = if self.symmetric { self.space.relabelled(columns) } else { *columns };
        let Some(layout) = self.space.layout(&named) else { return true };
        match self.space.tile.unaccepted_excess(&layout, self.allowed, self.least, self.budget) {
            Ok(excess) => {
                self.least = excess;
                self.best = Some((excess, layout));
            }
            Err(request) => {
                let (access, lanes) = *request;
                if self.bounds.len() < MOST_BOUNDS {
                    self.bounds.push(Bound::new(&self.space, access, &lanes));
                }
            }
        }
        self.least > self.wanted.floor
    }

    /// Returns an excess that every completion of `partial` has.
    fn lower_bound(&self, partial: &Partial) -> Excess {
        let mut total = 0;
        for (number, &allowed) in self.allowed.iter().enumerate() {
            let mut of_access = OfAccess::new(allowed);
            for bound in self.bounds.iter().filter(|bound| bound.access == number) {
                let (mut most, mut excess) = (0, 0);
                for phase in &bound.phases {
                    let ways = decided_ways(phase, partial);
                    most = most.max(ways);
                    excess += ways.saturating_sub(1);
                }
                of_access.add_passes(most, excess);
            }
            total += of_access.weighted();
        }
        total
    }
}

/// Returns the most words in one bank among lanes whose undecided bits agree.
fn decided_ways(phase: &[(u32, u32)], partial: &Partial) -> u32 {
    // An open hash table: (place, words there), no more than half full.
    let mut taken = [(0u32, 0u32); 2 * LANES];
    let mut most = 0;
    let decided = (1 << partial.level) - 1;
    for &(granule, within) in phase {
        let bank = u32::from(bank(&partial.columns, granule & decided));
        let place = (granule >> partial.level) << 14 ^ within << 8 ^ bank;
        let mut slot = place.wrapping_mul(0x9e37_79b1) as usize >> 26;
        while taken[slot].1 != 0 && taken[slot].0 != place {
            slot = (slot + 1) % taken.len();
        }
        taken[slot] = (place, taken[slot].1 + 1);
        most = most.max(taken[slot].1);
    }
    most
}
