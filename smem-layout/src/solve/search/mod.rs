//! The search over the classes of layouts: pitches in ascending order; at each of them first no swizzle, then the
//! cheapest XOR.
//!
//! Every layout that comes out has been checked against the exact bank model at every position that can differ; the closed
//! forms of the search only decide which layouts are worth checking.
//!
//! The classes at one pitch, the cheapest index first: no swizzle, an XOR of the column by one diagonal of the row (a shift, a
//! mask, an XOR), CuTe's swizzles of the whole offset and any other of one diagonal (as many operations, but on the offset), any
//! other XOR of the column by the row, any other of the offset by a matrix (of whole words first, those of two terms again for a cheaper
//! index, then one that takes words apart),
//! a rotation of the rows (a remainder, on most widths). A class is searched only where the fewest bytes and the cheapest index that
//! it can have would beat the best layout so far.
//!
//! Padding inside rows comes last: what it has to beat is known then, and that leaves little to look at.

use smem_banks::Cute;

use crate::{
    layout::{Layout, Rank},
    solve::{
        best::{Best, NotFound},
        budget::Budget,
        checked_tile::CheckedTile,
        choice::{AutoOr, LayoutChoice},
        classes::{inner_padding, offset_matrix, padding, rotation},
        layout_class::LayoutClass,
        verdict::{Judge, Verdict},
    },
};

mod xors;

/// The least cost of an index of each class, in halves of an instruction.
mod least_halves {
    pub(super) const XOR_OF_COLUMN: u32 = 1;
    pub(super) const SHIFTED_ROW: u32 = 3;
    pub(super) const SEVERAL_DIAGONALS: u32 = 4;
    pub(super) const XOR_OF_OFFSET: u32 = 3;
    /// The most that two terms of an XOR of the offset cost: bits times numbers.
    pub(super) const TWO_TERMS: u32 = 14;
    pub(super) const ROTATION: u32 = 4;
    pub(super) const ROTATION_OF_OTHER_WIDTHS: u32 = 12;
}

/// Returns the best layout of the allowed classes on which every access has at most its allowed ways.
pub(crate) fn search(
    tile: &CheckedTile<'_>,
    choice: LayoutChoice,
    allowed: &[u32],
    budget: &Budget,
) -> Result<Best, NotFound> {
    if tile.needs_pitch() {
        return padding::cheapest_with_a_pitch(tile, choice, allowed, budget);
    }
    let for_offsets = budget.fork_half();
    let mut search = Search::new(tile, allowed, (budget, &for_offsets));
    // An XOR that is hard to find must not take what the paddings need.
    let (for_padding, for_padding_inside) = (budget.fork(), budget.fork());
    search.by_lines(choice, &for_padding);
    if matches!(choice, LayoutChoice::Auto | LayoutChoice::Pad(_)) {
        search.padding_inside(&for_padding_inside);
    }
    search.answer()
}

/// Returns the best layout of one class on which every access has at most its allowed ways. Of paddings inside rows only those
/// are searched that are better than `limit`.
pub(crate) fn search_class(
    tile: &CheckedTile<'_>,
    class: LayoutClass,
    allowed: &[u32],
    limit: Option<Rank>,
    budget: &Budget,
) -> Result<Best, NotFound> {
    if tile.needs_pitch() && !matches!(class, LayoutClass::Dense | LayoutClass::Padding) {
        return Err(NotFound { proven: true });
    }
    let mut search = Search::new(tile, allowed, (budget, budget));
    let raised = padding::pitches(tile).filter(|pitch| swizzles(tile, LayoutChoice::Swizzle(AutoOr::Auto), *pitch));
    match class {
        LayoutClass::Dense => search.without_swizzle(tile.line(), budget),
        LayoutClass::Padding => {
            let last = padding::last_padded(tile);
            let padded = padding::pitches(tile).filter(|pitch| *pitch > tile.line() && *pitch <= last);
            for pitch in padded {
                search.without_swizzle(pitch, budget);
                if search.best.is_some() {
                    break;
                }
            }
        }
        LayoutClass::PaddingInside => {
            search.limit = limit;
            search.padding_inside(budget);
        }
        LayoutClass::XorOfColumn => raised.for_each(|pitch| search.xor_of_column(pitch)),
        LayoutClass::XorOfOffset => {
            raised.for_each(|pitch| search.xor_of_offset(pitch));
            if !offset_matrix::are_searched(tile, allowed) {
                search.unfinished(search.rank_of_dense(least_halves::XOR_OF_OFFSET));
            }
        }
        LayoutClass::Rotation => search.rotation(budget),
    }
    search.answer()
}

struct Search<'a> {
    tile: CheckedTile<'a>,
    allowed: &'a [u32],
    budget: &'a Budget,
    /// An XOR of the column that is hard to find must not take what matrices on the offset at later pitches and rotations need.
    for_offsets: &'a Budget,
    for_rotations: Budget,
    judge: Judge<'a>,
    best: Option<(Rank, Layout)>,
    /// The rank that a layout must be better than.
    limit: Option<Rank>,
    /// The best rank that a layout of a class left unfinished can have.
    unseen: Option<Rank>,
}

impl<'a> Search<'a> {
    fn new(tile: &CheckedTile<'a>, allowed: &'a [u32], (budget, for_offsets): (&'a Budget, &'a Budget)) -> Self {
        let judge = Judge::new(*tile, allowed);
        let for_rotations = budget.fork();
        Search {
            tile: *tile,
            allowed,
            budget,
            for_offsets,
            for_rotations,
            judge,
            best: None,
            limit: None,
            unseen: None,
        }
    }

    fn answer(self) -> Result<Best, NotFound> {
        let Search { best, unseen, .. } = self;
        let best = best.map(|(rank, layout)| Best { layout, proven: unseen.is_none_or(|unseen| unseen >= rank) });
        best.ok_or(NotFound { proven: unseen.is_none() })
    }

    /// Returns true if a layout of so many elements whose index costs so many halves of an instruction would be the best.
    fn wins(&self, elements: usize, halves: u32) -> bool {
        self.limit.is_none_or(|limit| self.tile.rank_of(elements, halves) < limit)
    }

    /// Takes a layout without conflicts, if it is the best so far.
    fn take(&mut self, layout: Layout) {
        let rank = self.tile.rank(&layout);
        if self.limit.is_none_or(|limit| rank < limit) {
            (self.limit, self.best) = (Some(rank), Some((rank, layout)));
        }
    }

    /// Records a class whose search gave up, by the best rank that a layout of it can have.
    fn unfinished(&mut self, rank: Rank) {
        self.unseen = Some(self.unseen.map_or(rank, |unseen| unseen.min(rank)));
    }

    fn rank_of_dense(&self, halves: u32) -> Rank {
        self.tile.rank_of(self.tile.rows as usize * self.tile.cols as usize, halves)
    }

    /// Returns the elements of storage of an XOR of the column at this pitch.
    fn len_of_columns(&self, pitch: u32) -> usize {
        self.tile.lines() as usize * pitch as usize
    }

    /// Returns the elements of storage of an XOR of the offset at this pitch.
    fn len_of_offsets(&self, pitch: u32) -> usize {
        self.tile.rows as usize * if self.tile.rows == 1 { self.tile.cols } else { pitch } as usize
    }

    /// Searches the layouts that are not padded inside their rows.
    fn by_lines(&mut self, choice: LayoutChoice, for_padding: &Budget) {
        let tile = self.tile;
        for pitch in padding::pitches(&tile) {
            if !self.wins(tile.pitched(pitch).len(), 0) {
                break;
            }
            if is_allowed(&tile, choice, pitch) {
                self.without_swizzle(pitch, for_padding);
            }
            if swizzles(&tile, choice, pitch) {
                self.swizzled(pitch);
            }
        }
    }

    fn without_swizzle(&mut self, pitch: u32, budget: &Budget) {
        let layout = self.tile.pitched(pitch);
        if self.is_free(&layout, budget) {
            self.take(layout);
        }
    }

    fn padding_inside(&mut self, budget: &Budget) {
        let dense = self.tile.rows as usize * self.tile.cols as usize;
        if !self.wins(dense + 1, inner_padding::LEAST_HALVES) {
            return;
        }
        let inside = inner_padding::cheapest(&self.tile, &mut self.judge, self.allowed, self.limit, budget);
        if !inside.proven {
            self.unfinished(self.tile.rank_of(dense + 1, inner_padding::LEAST_HALVES));
        }
        if let Some(layout) = inside.layout {
            self.take(layout);
        }
    }

    fn rotation(&mut self, budget: &Budget) {
        let halves = match self.tile.cols.is_power_of_two() {
            true => least_halves::ROTATION,
            false => least_halves::ROTATION_OF_OTHER_WIDTHS,
        };
        if !self.wins(self.len_of_offsets(self.tile.cols), halves) {
            return;
        }
        let rotated = rotation::cheapest(&self.tile, &mut self.judge, budget);
        if !rotated.proven {
            self.unfinished(self.rank_of_dense(halves));
        }
        if let Some(layout) = rotated.layout {
            self.take(layout);
        }
    }

    fn is_free(&mut self, layout: &Layout, budget: &Budget) -> bool {
        let verdict = self.judge.verdict(layout, budget);
        if verdict == Verdict::Unknown {
            self.unfinished(self.tile.rank(layout));
        }
        verdict == Verdict::Free
    }

    fn stays_inside(&mut self, layout: &Layout, cute: Cute) -> bool {
        // Unless it permutes the whole storage, each element is looked at.
        let len = if cute.permutes(layout.len() as u32) { 0 } else { layout.len() };
        let looked = self.budget.take(len / 64);
        if !looked {
            self.unfinished(self.tile.rank(layout));
        }
        looked && layout.keeps_elements(cute)
    }
}

/// Returns true if the choice allows rows of this pitch without a swizzle. If it asks for a swizzle, these are the
/// dense layout, which needs none, and a raised pitch, at which an XOR has to compete with the padding that it needs
/// anyway.
pub(crate) fn is_allowed(tile: &CheckedTile<'_>, choice: LayoutChoice, pitch: u32) -> bool {
    pitch == tile.line()
        || pitch <= padding::last_padded(tile)
            && (matches!(choice, LayoutChoice::Auto | LayoutChoice::Pad(_)) || swizzles(tile, choice, pitch))
}

/// Returns true if the choice allows an XOR at this pitch.
pub(crate) fn swizzles(tile: &CheckedTile<'_>, choice: LayoutChoice, pitch: u32) -> bool {
    !tile.needs_pitch()
        && pitch <= padding::last_raised(tile)
        && matches!(choice, LayoutChoice::Auto | LayoutChoice::Swizzle(_))
}
