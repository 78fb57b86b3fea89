//! The search over the classes of layouts: pitches in ascending order; at each of them first no swizzle, then the
//! cheapest XOR.
//!
//! Every layout that comes out has been checked against the exact bank model at every position that can differ; the closed
//! forms of the search only decide which layouts are worth checking.
//!
//! The classes at one pitch, the cheapest index first: no swizzle, an XOR of the column by one diagonal of the row (a shift, a
//! mask, an XOR), CuTe's swizzles of the whole offset and any other of one diagonal (as many operations, but on the offset), any
//! other XOR of the column by the row, any other of the offset by a matrix (of whole words first, then one that takes words apart),
//! a rotation of the rows (a remainder, on most widths). A class is searched only where the fewest bytes and the cheapest index that
//! it can have would beat the best layout so far.
//!
//! Padding inside rows comes last: what it has to beat is known then, and that leaves little to look at.

use crate::{
    layout::{Cute, Layout, Matrix, Rank, Swizzle},
    solve::{
        budget::Budget,
        checked_tile::CheckedTile,
        choice::{AutoOr, LayoutChoice},
        classes::{
            cute, inner_padding,
            matrix::search::{Learned, MatrixSearch},
            offset_matrix::{self, search::OffsetSearch, split::SplitSearch},
            padding, rotation,
        },
        layout_class::LayoutClass,
        verdict::{Judge, Verdict},
    },
};

/// The least cost of an index of each class, in halves of an instruction.
mod least_halves {
    pub(super) const XOR_OF_COLUMN: u32 = 1;
    pub(super) const SHIFTED_ROW: u32 = 3;
    pub(super) const SEVERAL_DIAGONALS: u32 = 4;
    pub(super) const XOR_OF_OFFSET: u32 = 3;
    pub(super) const ROTATION: u32 = 4;
    pub(super) const ROTATION_OF_OTHER_WIDTHS: u32 = 12;
}

/// The best layout that a search found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) layout: Layout,
    /// True if every class that can have a better one was searched to its end.
    pub(crate) proven: bool,
}

/// The outcome of a search that found no layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotFound {
    /// True when there is none; false when the search gave up before it had seen every layout of its classes.
    pub(crate) proven: bool,
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

    /// Searches the swizzles at this pitch.
    fn swizzled(&mut self, pitch: u32) {
        // A matrix permutes whole lines: where the last is ragged, its storage is larger than CuTe's.
        let is_ragged = self.is_ragged();
        if is_ragged {
            self.of_offset(pitch);
        }
        let mut matrices = self.matrices(pitch);
        if let Some(search) = &mut matrices {
            self.single_diagonal(search, pitch);
        }
        if !is_ragged {
            self.of_offset(pitch);
        }
        let mut offsets = self.offsets(pitch);
        if let Some(search) = &mut offsets {
            self.offset_matrix(search, pitch, OffsetSearch::single_diagonal);
        }
        if let Some(search) = &mut matrices {
            self.several_diagonals(search, pitch);
        }
        if let Some(search) = &mut offsets {
            self.several_diagonals_of_offset(search, pitch);
        }
        self.of_parts(pitch);
        if pitch == self.tile.cols && self.tile.rows > 1 {
            let for_rotations = self.for_rotations.share(u32::MAX);
            self.rotation(&for_rotations);
            self.for_rotations.take_back(&for_rotations);
        }
    }

    fn is_ragged(&self) -> bool {
        self.tile.rows == 1 && !self.tile.cols.is_multiple_of(self.tile.line())
    }

    /// Searches the XORs of the column by the row at this pitch.
    fn xor_of_column(&mut self, pitch: u32) {
        if let Some(mut search) = self.matrices(pitch) {
            self.single_diagonal(&mut search, pitch);
            self.several_diagonals(&mut search, pitch);
        }
    }

    /// Searches the XORs of the whole offset at this pitch: CuTe's, and other matrices.
    fn xor_of_offset(&mut self, pitch: u32) {
        self.of_offset(pitch);
        if let Some(mut search) = self.offsets(pitch) {
            self.offset_matrix(&mut search, pitch, OffsetSearch::single_diagonal);
            self.several_diagonals_of_offset(&mut search, pitch);
        }
        self.of_parts(pitch);
    }

    /// Returns the search for an XOR of the column at this pitch, if one can be the best.
    fn matrices(&mut self, pitch: u32) -> Option<MatrixSearch<'a>> {
        let len = self.len_of_columns(pitch);
        if !self.wins(len, least_halves::XOR_OF_COLUMN) {
            return None;
        }
        let search = MatrixSearch::new(self.tile, pitch, self.allowed, self.budget);
        if self.budget.is_spent() {
            self.unfinished(self.tile.rank_of(len, least_halves::XOR_OF_COLUMN));
        }
        search
    }

    /// Returns the search for an XOR of the offset at this pitch, if one can be the best.
    fn offsets(&mut self, pitch: u32) -> Option<OffsetSearch<'a>> {
        let wins = self.wins(self.len_of_offsets(pitch), least_halves::XOR_OF_OFFSET);
        if wins { OffsetSearch::new(self.tile, pitch, self.allowed, self.for_offsets) } else { None }
    }

    /// Searches the XORs of one diagonal. Where a row reaches beyond the banks, its upper bits change no bank, and leaving them out
    /// would cost a mask.
    fn single_diagonal(&mut self, search: &mut MatrixSearch<'a>, pitch: u32) {
        if let Some(matrix) = search.main_beyond() {
            self.take_matrix(matrix, pitch);
        }
        self.matrix(search, pitch, MatrixSearch::single_diagonal);
        let len = self.len_of_columns(pitch);
        for matrix in search.shifted_beyond() {
            if !self.wins(len, least_halves::SHIFTED_ROW) || self.take_matrix(matrix, pitch) {
                return;
            }
        }
    }

    /// Takes a matrix if it has no conflict.
    fn take_matrix(&mut self, matrix: Matrix, pitch: u32) -> bool {
        let layout = named(self.tile.swizzled(pitch, Swizzle::Matrix(matrix)));
        let is_free = self.is_free(&layout, self.budget);
        if is_free {
            self.take(layout);
        }
        is_free
    }

    fn several_diagonals(&mut self, search: &mut MatrixSearch<'a>, pitch: u32) {
        if self.wins(self.len_of_columns(pitch), least_halves::SEVERAL_DIAGONALS) {
            self.matrix(search, pitch, MatrixSearch::several_diagonals);
        }
    }

    fn several_diagonals_of_offset(&mut self, search: &mut OffsetSearch<'a>, pitch: u32) {
        if self.wins(self.len_of_offsets(pitch), least_halves::SEVERAL_DIAGONALS) {
            self.offset_matrix(search, pitch, OffsetSearch::several_diagonals);
        }
    }

    /// Takes the layout of the matrix on the offset that `solve` finds, once no request conflicts under it.
    fn offset_matrix(
        &mut self,
        search: &mut OffsetSearch<'a>,
        pitch: u32,
        solve: fn(&OffsetSearch<'a>) -> Option<Layout>,
    ) {
        let mut is_stuck = false;
        while let Some(layout) = solve(search) {
            match self.judge.verdict(&layout, self.for_offsets) {
                Verdict::Free => return self.take(layout),
                Verdict::Unknown => break,
                Verdict::Conflicts => {}
            }
            let Some(witness) = self.judge.last_witness() else { break };
            if !search.learn(witness.access, &witness.lanes, self.allowed[witness.access]) {
                is_stuck = true;
                break;
            }
        }
        // A request that says nothing new leaves matrices unseen.
        if is_stuck || self.for_offsets.is_spent() {
            self.unfinished(self.tile.rank_of(self.len_of_offsets(pitch), least_halves::XOR_OF_OFFSET));
        }
    }

    /// Searches the matrices on the offset that take words apart.
    fn of_parts(&mut self, pitch: u32) {
        let len = self.len_of_offsets(pitch);
        let is_strict = self.allowed.iter().all(|ways| *ways == 1);
        if !is_strict || !self.wins(len, least_halves::XOR_OF_OFFSET) {
            return;
        }
        let Some(mut search) = SplitSearch::new(self.tile, pitch, self.for_offsets) else { return };
        let unseen = self.tile.rank_of(len, least_halves::XOR_OF_OFFSET);
        loop {
            let found = search.cheapest(self.for_offsets);
            let Some(layout) = found.layout else {
                if !found.proven {
                    self.unfinished(unseen);
                }
                return;
            };
            match self.judge.verdict(&layout, self.for_offsets) {
                Verdict::Free => return self.take(layout),
                Verdict::Unknown => break,
                Verdict::Conflicts => {}
            }
            let Some(witness) = self.judge.last_witness() else { break };
            if !search.learn(witness.access, &witness.lanes) {
                break;
            }
        }
        self.unfinished(unseen);
    }

    /// Searches CuTe's swizzles of the whole offset.
    fn of_offset(&mut self, pitch: u32) {
        let (tile, is_ragged) = (self.tile, self.is_ragged());
        let word = (tile.model.bank_bytes() / tile.elem_bytes).max(1);
        // Those that only move columns by rows are single diagonals, but for those that move parts of words too.
        let is_column =
            |layout: &Layout, cute: Cute| !is_ragged && 1 << cute.base() >= word && layout.matrix().is_some();
        let has_columns = is_ragged || tile.granule() < word;
        let halves = if has_columns { least_halves::XOR_OF_COLUMN } else { least_halves::XOR_OF_OFFSET };
        let len = self.len_of_offsets(pitch);
        if !self.wins(len, halves) {
            return;
        }
        for (layout, cute) in cute::layouts(&tile, pitch) {
            if is_column(&layout, cute) || self.limit.is_some_and(|limit| tile.rank(&layout) >= limit) {
                continue;
            }
            if !self.budget.take(4) {
                return self.unfinished(tile.rank_of(len, halves));
            }
            if !self.judge.is_ruled_out(&layout)
                && self.stays_inside(&layout, cute)
                && self.is_free(&layout, self.budget)
            {
                self.take(layout);
            }
        }
    }

    /// Takes the layout of the matrix that `solve` finds, once no request conflicts under it.
    fn matrix(&mut self, search: &mut MatrixSearch<'a>, pitch: u32, solve: fn(&MatrixSearch<'a>) -> Option<Matrix>) {
        let unseen = self.tile.rank_of(self.len_of_columns(pitch), least_halves::XOR_OF_COLUMN);
        loop {
            let Some(matrix) = solve(search) else {
                if self.budget.is_spent() {
                    self.unfinished(unseen);
                }
                return;
            };
            let layout = named(self.tile.swizzled(pitch, Swizzle::Matrix(matrix)));
            match self.judge.verdict(&layout, self.budget) {
                Verdict::Free => return self.take(layout),
                Verdict::Unknown => return self.unfinished(unseen),
                Verdict::Conflicts => {}
            }
            let Some(witness) = self.judge.last_witness() else { return };
            match search.learn(witness.access, &witness.lanes, self.allowed[witness.access]) {
                Learned::Narrowed => {}
                Learned::NoMatrix => return,
                Learned::Stuck => return self.unfinished(unseen),
            }
        }
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

/// Returns the same layout with CuTe's name for its swizzle, where it has one.
pub(crate) fn named(layout: Layout) -> Layout {
    match layout.cute() {
        Some(cute) if layout.line() == layout.cols() && layout.pad() == 0 => layout.swizzled_by(Swizzle::Cute(cute)),
        _ => layout,
    }
}
