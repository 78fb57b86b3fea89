//! The layout with the fewest excess wavefronts where none is free of conflict.
//!
//! Layouts that can be listed are costed one by one: paddings, CuTe's swizzles, rotations. Matrices are too many for that and have a
//! branch and bound, one for each pitch. Which of these searches are hard is not known beforehand, so each has a few steps first,
//! and those that have not ended have more in the next round, with the better bounds that the others found.

mod crowding;
mod listed;
mod ranking;

use alloc::vec::Vec;

use crate::{
    layout::Layout,
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        choice::LayoutChoice,
        classes::{Wanted, matrix, offset_matrix, padding},
        excess::Excess,
        least::{crowding::crowded, listed::rank_listed, ranking::Ranking},
        named::named,
        search::swizzles,
    },
};

/// Steps of each search for a matrix in the first round.
const FIRST_ROUND: u32 = 1 << 10;

/// The factor by which the steps grow from a round to the next.
const GROWTH: u32 = 8;

/// The most diagonals of a matrix that is looked for because its index is cheaper.
const FEW_DIAGONALS: u32 = 3;

/// The layout with the fewest excess wavefronts that a search found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeastExcess {
    pub(crate) layout: Layout,
    /// True if no layout of the classes leaves fewer.
    pub(crate) proven: bool,
}

/// Returns the layout of the allowed classes with the least excess over the accesses that have more ways than allowed, then the
/// fewest bytes, then the cheapest index found. It takes at most `most_elements` elements of storage, unless the dense one takes
/// more. No layout leaves less than `floor`.
pub(crate) fn least_excess(
    tile: &CheckedTile<'_>,
    choice: LayoutChoice,
    allowed: &[u32],
    most_elements: usize,
    floor: Excess,
    budget: &Budget,
) -> LeastExcess {
    let floor = floor.max(crowded(tile, allowed));
    let mut ranking = Ranking::new(*tile, allowed, most_elements, floor);
    let for_listed = budget.half();
    let mut proven = rank_listed(tile, choice, &mut ranking, &for_listed);
    budget.take_back(&for_listed);
    let raised = || padding::pitches(tile).filter(|pitch| swizzles(tile, choice, *pitch));
    let mut open: Vec<Matrices> =
        raised().flat_map(|pitch| [Matrices::OfColumns { pitch }, Matrices::OfOffset { pitch }]).collect();
    let mut steps = FIRST_ROUND;
    while !open.is_empty() && !budget.is_spent() {
        open.retain(|matrices| {
            let share = budget.share(steps);
            matrices.rank(tile, allowed, &mut ranking, &share);
            let has_ended = !share.is_spent();
            budget.take_back(&share);
            !has_ended
        });
        steps = steps.saturating_mul(GROWTH);
    }
    proven &= open.is_empty();
    for pitch in raised() {
        for matrices in [Matrices::OfColumns { pitch }, Matrices::OfOffset { pitch }] {
            matrices.rank_cheaper(tile, allowed, &mut ranking, budget);
        }
    }
    let (best, excess) = ranking.best();
    LeastExcess { layout: *best, proven: proven || excess <= floor }
}

/// A class of matrices at one pitch.
#[derive(Clone, Copy)]
enum Matrices {
    /// XORs of the column by the row.
    OfColumns { pitch: u32 },
    /// Matrices on the whole offset.
    OfOffset { pitch: u32 },
}

impl Matrices {
    /// Returns the elements of storage of a layout of this class.
    fn elements(self, tile: &CheckedTile<'_>) -> usize {
        match self {
            Matrices::OfColumns { pitch } => tile.lines() as usize * pitch as usize,
            Matrices::OfOffset { .. } if tile.rows == 1 => tile.cols as usize,
            Matrices::OfOffset { pitch } => tile.rows as usize * pitch as usize,
        }
    }

    /// Ranks the best matrix of this class, if there is one that is better than the best so far.
    fn rank(self, tile: &CheckedTile<'_>, allowed: &[u32], ranking: &mut Ranking<'_>, budget: &Budget) {
        if let Some(limit) = ranking.limit(self.elements(tile), u32::MAX) {
            let wanted = Wanted { floor: ranking.floor(), limit, most_diagonals: u32::MAX };
            self.take_best(tile, allowed, wanted, ranking, budget);
        }
    }

    /// Looks for a matrix that leaves no more than the best layout, in as many bytes, with a cheaper index.
    fn rank_cheaper(self, tile: &CheckedTile<'_>, allowed: &[u32], ranking: &mut Ranking<'_>, budget: &Budget) {
        if self.elements(tile) != ranking.best().0.len() {
            return;
        }
        for most_diagonals in 1..=FEW_DIAGONALS {
            let before = ranking.operations();
            // A matrix of one diagonal takes a shift and an XOR at least.
            if before <= 2 * most_diagonals || budget.is_spent() {
                return;
            }
            let excess = ranking.best().1;
            let wanted = Wanted { floor: excess, limit: excess + 1, most_diagonals };
            let share = budget.share(Budget::MESSAGE);
            self.take_best(tile, allowed, wanted, ranking, &share);
            budget.take_back(&share);
            if ranking.operations() < before {
                return;
            }
        }
    }

    fn take_best(
        self,
        tile: &CheckedTile<'_>,
        allowed: &[u32],
        wanted: Wanted,
        ranking: &mut Ranking<'_>,
        budget: &Budget,
    ) {
        let found = match self {
            Matrices::OfColumns { pitch } => {
                matrix::least_excess::least_excess_at(*tile, pitch, allowed, wanted, budget)
            }
            Matrices::OfOffset { pitch } => {
                offset_matrix::least_excess::least_excess_at(*tile, pitch, allowed, wanted, budget)
            }
        };
        if let Some((excess, layout)) = found {
            ranking.take(named(layout), excess);
        }
    }
}
