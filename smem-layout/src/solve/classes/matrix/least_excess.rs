//! The best XOR swizzle where none is free of conflict: branch and bound over the columns of the matrix.
//!
//! Columns are chosen lowest line bit first, as in [`search`](super::search). What is chosen already fixes which
//! lanes of equal higher line bits meet, and that bounds the cost of every completion from below. A completed matrix is
//! costed exactly. The search ends early when it meets the bound that holds for every matrix: more words than banks.

use alloc::vec::Vec;

use crate::{
    access::WarpLanes,
    banks::LANES,
    layout::{Layout, Matrix, ROW_BITS, Swizzle},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        classes::{
            Wanted,
            matrix::{
                lane_pairs::LanePairs,
                space::{Columns, MatrixSpace, image},
            },
        },
        excess::{Excess, OfAccess},
    },
};

/// The most requests that take part in the lower bound; any set of requests gives a valid one.
const MOST_BOUNDS: usize = 32;

/// One phase of one request, reduced to the part of each lane's address that decides its bank.
struct PhaseWords {
    /// Line, granule and fixed part of the bank, for one lane a distinct word.
    lanes: Vec<(u32, u32, u32)>,
}

/// A request of an access that must not exceed its ways.
struct Bound {
    access: usize,
    phases: Vec<PhaseWords>,
}

struct BranchAndBound<'a, 'b> {
    space: MatrixSpace<'a>,
    bounds: Vec<Bound>,
    allowed: &'b [u32],
    /// Excess that no matrix avoids, or that is low enough.
    floor: Excess,
    best: Option<(Excess, Matrix)>,
    least: Excess,
    /// The most diagonals of a matrix.
    most_diagonals: u32,
    budget: &'b Budget,
}

/// Returns the layout at `pitch` (elements) whose swizzle leaves the least excess, if less than is `wanted`, with it. The
/// search has been to its end if the budget is not spent.
pub(crate) fn least_excess_at(
    tile: CheckedTile<'_>,
    pitch: u32,
    allowed: &[u32],
    wanted: Wanted,
    budget: &Budget,
) -> Option<(Excess, Layout)> {
    let space = MatrixSpace::new(tile, pitch)?;
    let bounds = bounds(&space);
    let words_a_pass = tile.model.words_a_pass();
    let crowded = total(&bounds, allowed, |phase| {
        // Lanes that the banks tell apart by more than the swizzled bits share only their own part of the banks.
        let granules = words_a_pass << space.granule_bits;
        let most =
            phase.lanes.iter().map(|lane| phase.lanes.iter().filter(|other| other.2 == lane.2).count() as u32).max();
        most.unwrap_or(0).div_ceil(granules)
    });
    let floor = wanted.floor.max(crowded);
    if floor >= wanted.limit {
        return None;
    }
    let (least, most_diagonals) = (wanted.limit, wanted.most_diagonals);
    let mut search = BranchAndBound { space, bounds, allowed, floor, best: None, least, most_diagonals, budget };
    search.descend(0, &mut [0; ROW_BITS], 0);
    let (excess, matrix) = search.best?;
    Some((excess, tile.swizzled(pitch, Swizzle::Matrix(matrix))))
}

/// Returns the first request of each access; those that show a matrix to be worse than its bound join them.
fn bounds(space: &MatrixSpace<'_>) -> Vec<Bound> {
    let mut bounds = Vec::new();
    for (number, access) in space.tile.accesses.iter().enumerate() {
        space.visit(access, |lanes, _| {
            bounds.push(Bound::new(space, number, lanes));
            false
        });
    }
    bounds
}

impl Bound {
    fn new(space: &MatrixSpace<'_>, access: usize, lanes: &WarpLanes) -> Bound {
        let CheckedTile { accesses, elem_bytes, model, .. } = space.tile;
        let vec = accesses[access].lane_elements(elem_bytes);
        let pairs = LanePairs::new(space, lanes, vec);
        let lanes = model.lanes_per_phase(elem_bytes * vec) as usize;
        let phases = (0..LANES).step_by(lanes).map(|first| PhaseWords { lanes: pairs.words(first..first + lanes) });
        Bound { access, phases: phases.collect() }
    }
}

/// Returns the excess of the accesses that exceed their ways, given the least ways of each phase.
fn total(bounds: &[Bound], allowed: &[u32], ways_of: impl Fn(&PhaseWords) -> u32) -> Excess {
    let mut total = 0;
    for (number, &allowed) in allowed.iter().enumerate() {
        let mut of_access = OfAccess::new(allowed);
        for bound in bounds.iter().filter(|bound| bound.access == number) {
            let ways = || bound.phases.iter().map(&ways_of);
            of_access.add_passes(ways().max().unwrap_or(0), ways().map(|ways| ways.saturating_sub(1)).sum());
        }
        total += of_access.weighted();
    }
    total
}

impl BranchAndBound<'_, '_> {
    /// Completes `columns` from line bit `level` on, the most promising column first; returns false if the search is
    /// over.
    fn descend(&mut self, level: u32, columns: &mut Columns, diagonals: u32) -> bool {
        if level == self.space.line_bits {
            return self.complete(columns);
        }
        let mut values: Vec<(Excess, u8)> = Vec::new();
        for value in 0..1u32 << self.space.granule_bits {
            if (diagonals | self.diagonals(level, value)).count_ones() > self.most_diagonals {
                continue;
            }
            columns[level as usize] = value as u8;
            let phases: usize = self.bounds.iter().map(|bound| bound.phases.len()).sum();
            if !self.budget.take(phases) {
                return false;
            }
            let least = total(&self.bounds, self.allowed, |phase| self.decided_ways(phase, level + 1, columns));
            if least < self.least {
                values.push((least, value as u8));
            }
        }
        values.sort_unstable();
        for (least, value) in values {
            if least >= self.least {
                break;
            }
            columns[level as usize] = value;
            if !self.descend(level + 1, columns, diagonals | self.diagonals(level, u32::from(value))) {
                return false;
            }
        }
        columns[level as usize] = 0;
        true
    }

    /// Returns the diagonals that `value` uses in column `level`, a bit each.
    fn diagonals(&self, level: u32, value: u32) -> u32 {
        value << (self.space.base + ROW_BITS as u32 - 1 - level)
    }

    /// Costs a matrix exactly; returns false if no other can be better.
    fn complete(&mut self, columns: &Columns) -> bool {
        let matrix = Matrix::of(*columns, self.space.base);
        let layout = self.space.tile.swizzled(self.space.pitch, Swizzle::Matrix(matrix));
        match self.space.tile.unaccepted_excess(&layout, self.allowed, self.least, self.budget) {
            Ok(excess) => {
                self.least = excess;
                self.best = Some((excess, matrix));
            }
            Err(request) => {
                let (access, lanes) = *request;
                if self.bounds.len() < MOST_BOUNDS {
                    self.bounds.push(Bound::new(&self.space, access, &lanes));
                }
            }
        }
        self.least > self.floor
    }

    /// Returns the fewest passes, at best, of the words in one bank among lanes whose lines agree from bit `level` on.
    fn decided_ways(&self, phase: &PhaseWords, level: u32, columns: &Columns) -> u32 {
        // An open hash table: (place, words there), no more than half full.
        let mut taken = [(0u32, 0u32); 2 * LANES];
        let mut most = 0;
        let decided = (1 << level) - 1;
        for &(line, granule, fixed) in &phase.lanes {
            let granule = granule ^ image(columns, line & decided);
            let place = (line >> level) << 14 ^ fixed << 5 ^ granule;
            let mut slot = place.wrapping_mul(0x9e37_79b1) as usize >> 26;
            while taken[slot].1 != 0 && taken[slot].0 != place {
                slot = (slot + 1) % taken.len();
            }
            taken[slot] = (place, taken[slot].1 + 1);
            most = most.max(taken[slot].1);
        }
        // Which words are partners depends on the rest of the matrix: at best all are.
        most.div_ceil(self.space.tile.model.words_a_pass())
    }
}
