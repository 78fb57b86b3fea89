//! The search over the classes of layouts: pitches in ascending order; at each of them first no swizzle, then the
//! cheapest XOR.
//!
//! Every layout that comes out has been checked against the exact bank model at every position that can differ; the closed
//! forms of the search only decide which layouts are worth checking.
//!
//! The classes at one pitch, the cheapest index first: no swizzle, an XOR of the column by one diagonal of the row (a shift, a
//! mask, an XOR), CuTe's swizzles of the whole offset and any other of one diagonal (as many operations, but on the offset), any
//! other XOR of the column by the row, any other of the offset by a matrix (of whole words first, then one that takes words apart),
//! a rotation of the rows (a remainder, on most widths).
//!
//! Padding inside rows comes last: what it has to beat is known then, and that leaves little to look at.

use crate::{
    layout::{Cute, Layout, Matrix, Swizzle},
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

/// The outcome of a search that found no layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotFound {
    /// True when there is none; false when the search gave up before it had seen every layout of its classes.
    pub(crate) proven: bool,
}

/// Returns the cheapest layout of the allowed classes on which every access has at most its allowed ways.
pub(crate) fn search(
    tile: &CheckedTile<'_>,
    choice: LayoutChoice,
    allowed: &[u32],
    budget: &Budget,
) -> Result<Layout, NotFound> {
    if tile.needs_pitch() {
        return padding::cheapest_with_a_pitch(tile, choice, allowed, budget);
    }
    let for_offsets = budget.fork_quarter();
    let mut search = Search::new(tile, allowed, (budget, &for_offsets));
    // An XOR that is hard to find must not take what the paddings need.
    let (for_padding, for_padding_inside) = (budget.fork(), budget.fork());
    let by_lines = search.by_lines(choice, &for_padding);
    let dense = tile.rows as usize * tile.cols as usize;
    let limit = by_lines.map_or(usize::MAX, |layout| layout.len());
    if limit > dense && matches!(choice, LayoutChoice::Auto | LayoutChoice::Pad(_)) {
        let inside = inner_padding::cheapest(tile, &mut search.judge, allowed, limit, &for_padding_inside);
        search.proven &= inside.proven;
        if let Some(layout) = inside.layout {
            return Ok(layout);
        }
    }
    by_lines.ok_or(NotFound { proven: search.proven })
}

/// Returns the cheapest layout of one class on which every access has at most its allowed ways. Of paddings inside rows only those
/// are searched that take less than `limit` elements of storage.
pub(crate) fn search_class(
    tile: &CheckedTile<'_>,
    class: LayoutClass,
    allowed: &[u32],
    limit: usize,
    budget: &Budget,
) -> Result<Layout, NotFound> {
    if tile.needs_pitch() && !matches!(class, LayoutClass::Dense | LayoutClass::Padding) {
        return Err(NotFound { proven: true });
    }
    let mut search = Search::new(tile, allowed, (budget, budget));
    let found = match class {
        LayoutClass::Dense => Some(tile.pitched(tile.line())).filter(|layout| search.is_free(layout, budget)),
        LayoutClass::Padding => padding::pitches(tile)
            .filter(|pitch| *pitch > tile.line() && *pitch <= padding::last_padded(tile))
            .map(|pitch| tile.pitched(pitch))
            .find(|layout| search.is_free(layout, budget)),
        LayoutClass::PaddingInside => {
            let inside = inner_padding::cheapest(tile, &mut search.judge, allowed, limit, budget);
            search.proven &= inside.proven;
            inside.layout
        }
        LayoutClass::XorOfColumn => padding::pitches(tile)
            .filter(|pitch| swizzles(tile, LayoutChoice::Swizzle(AutoOr::Auto), *pitch))
            .find_map(|pitch| search.xor_of_column(pitch)),
        LayoutClass::XorOfOffset => {
            let found = search.xor_of_offset(tile.line()).or_else(|| search.of_parts(tile.line()));
            search.proven &= offset_matrix::are_searched(tile, allowed);
            found
        }
        LayoutClass::Rotation => {
            let rotated = rotation::cheapest(tile, &mut search.judge, budget);
            search.proven &= rotated.proven;
            rotated.layout
        }
    };
    found.ok_or(NotFound { proven: search.proven })
}

struct Search<'a> {
    tile: CheckedTile<'a>,
    allowed: &'a [u32],
    budget: &'a Budget,
    /// An XOR of the column that is hard to find must not take what matrices on the offset at later pitches and rotations need.
    for_offsets: &'a Budget,
    for_rotations: Budget,
    judge: Judge<'a>,
    /// True while no class has been left unfinished.
    proven: bool,
}

impl<'a> Search<'a> {
    fn new(tile: &CheckedTile<'a>, allowed: &'a [u32], (budget, for_offsets): (&'a Budget, &'a Budget)) -> Self {
        let judge = Judge::new(*tile, allowed);
        Search { tile: *tile, allowed, budget, for_offsets, for_rotations: budget.fork(), judge, proven: true }
    }

    /// Returns the cheapest layout that is not padded inside its rows.
    fn by_lines(&mut self, choice: LayoutChoice, for_padding: &Budget) -> Option<Layout> {
        let tile = self.tile;
        for pitch in padding::pitches(&tile) {
            if is_allowed(&tile, choice, pitch) && self.is_free(&tile.pitched(pitch), for_padding) {
                return Some(tile.pitched(pitch));
            }
            if swizzles(&tile, choice, pitch)
                && let Some(layout) = self.swizzled(pitch)
            {
                return Some(layout);
            }
        }
        None
    }

    fn is_free(&mut self, layout: &Layout, budget: &Budget) -> bool {
        let verdict = self.judge.verdict(layout, budget);
        self.proven &= verdict != Verdict::Unknown;
        verdict == Verdict::Free
    }

    fn stays_inside(&mut self, layout: &Layout, cute: Cute) -> bool {
        // Unless it permutes the whole storage, each element is looked at.
        let len = if cute.permutes(layout.len() as u32) { 0 } else { layout.len() };
        let looked = self.budget.take(len / 64);
        self.proven &= looked;
        looked && layout.keeps_elements(cute)
    }

    /// Returns the cheapest swizzle at this pitch.
    fn swizzled(&mut self, pitch: u32) -> Option<Layout> {
        // A matrix permutes whole lines: where the last is ragged, its storage is larger than CuTe's.
        let is_ragged = self.tile.rows == 1 && !self.tile.cols.is_multiple_of(self.tile.line());
        if is_ragged && let Some(layout) = self.of_offset(pitch, is_ragged) {
            return Some(layout);
        }
        let mut matrices = MatrixSearch::new(self.tile, pitch, self.allowed, self.budget);
        self.proven &= !self.budget.is_spent();
        if let Some(search) = &mut matrices
            && let Some(layout) = self.matrix(search, pitch, MatrixSearch::single_diagonal)
        {
            return Some(layout);
        }
        if !is_ragged && let Some(layout) = self.of_offset(pitch, is_ragged) {
            return Some(layout);
        }
        let mut offsets = OffsetSearch::new(self.tile, pitch, self.allowed, self.for_offsets);
        if let Some(search) = &mut offsets
            && let Some(layout) = self.offset_matrix(search, OffsetSearch::single_diagonal)
        {
            return Some(layout);
        }
        if let Some(layout) =
            matrices.and_then(|mut search| self.matrix(&mut search, pitch, MatrixSearch::several_diagonals))
        {
            return Some(layout);
        }
        if let Some(search) = &mut offsets
            && let Some(layout) = self.offset_matrix(search, OffsetSearch::several_diagonals)
        {
            return Some(layout);
        }
        if let Some(layout) = self.of_parts(pitch) {
            return Some(layout);
        }
        if pitch != self.tile.cols {
            return None;
        }
        let rotated = rotation::cheapest(&self.tile, &mut self.judge, &self.for_rotations);
        self.proven &= rotated.proven;
        rotated.layout
    }

    /// Returns the cheapest XOR of the column by the row at this pitch.
    fn xor_of_column(&mut self, pitch: u32) -> Option<Layout> {
        let mut matrices = MatrixSearch::new(self.tile, pitch, self.allowed, self.budget)?;
        let single = self.matrix(&mut matrices, pitch, MatrixSearch::single_diagonal);
        single.or_else(|| self.matrix(&mut matrices, pitch, MatrixSearch::several_diagonals))
    }

    /// Returns the cheapest XOR of the whole offset at this pitch: CuTe's, or another matrix.
    fn xor_of_offset(&mut self, pitch: u32) -> Option<Layout> {
        let is_ragged = self.tile.rows == 1 && !self.tile.cols.is_multiple_of(self.tile.line());
        if let Some(layout) = self.of_offset(pitch, is_ragged) {
            return Some(layout);
        }
        let mut offsets = OffsetSearch::new(self.tile, pitch, self.allowed, self.for_offsets)?;
        let single = self.offset_matrix(&mut offsets, OffsetSearch::single_diagonal);
        single.or_else(|| self.offset_matrix(&mut offsets, OffsetSearch::several_diagonals))
    }

    /// Returns the layout of the matrix on the offset that `solve` finds, once no request conflicts under it.
    fn offset_matrix(
        &mut self,
        search: &mut OffsetSearch<'a>,
        solve: fn(&OffsetSearch<'a>) -> Option<Layout>,
    ) -> Option<Layout> {
        loop {
            let Some(layout) = solve(search) else {
                self.proven &= !self.for_offsets.is_spent();
                return None;
            };
            match self.judge.verdict(&layout, self.for_offsets) {
                Verdict::Free => return Some(layout),
                Verdict::Unknown => break,
                Verdict::Conflicts => {}
            }
            let witness = self.judge.last_witness()?;
            if !search.learn(witness.access, &witness.lanes, self.allowed[witness.access]) {
                break;
            }
        }
        self.proven = false;
        None
    }

    /// Returns the layout of a matrix on the offset that takes words apart.
    fn of_parts(&mut self, pitch: u32) -> Option<Layout> {
        if self.allowed.iter().any(|ways| *ways > 1) {
            return None;
        }
        let mut search = SplitSearch::new(self.tile, pitch, self.for_offsets)?;
        loop {
            let found = search.cheapest(self.for_offsets);
            let Some(layout) = found.layout else {
                self.proven &= found.proven;
                return None;
            };
            match self.judge.verdict(&layout, self.for_offsets) {
                Verdict::Free => return Some(layout),
                Verdict::Unknown => break,
                Verdict::Conflicts => {}
            }
            let witness = self.judge.last_witness()?;
            if !search.learn(witness.access, &witness.lanes) {
                break;
            }
        }
        self.proven = false;
        None
    }

    /// Returns the cheapest of CuTe's swizzles of the whole offset.
    fn of_offset(&mut self, pitch: u32, is_ragged: bool) -> Option<Layout> {
        let tile = self.tile;
        for (layout, cute) in cute::layouts(&tile, pitch) {
            // Those that only move columns by rows are single diagonals.
            if layout.matrix().is_some() && !is_ragged {
                continue;
            }
            if !self.budget.take(4) {
                self.proven = false;
                return None;
            }
            if !self.judge.is_ruled_out(&layout)
                && self.stays_inside(&layout, cute)
                && self.is_free(&layout, self.budget)
            {
                return Some(layout);
            }
        }
        None
    }

    /// Returns the layout of the matrix that `solve` finds, once no request conflicts under it.
    fn matrix(
        &mut self,
        search: &mut MatrixSearch<'a>,
        pitch: u32,
        solve: fn(&MatrixSearch<'a>) -> Option<Matrix>,
    ) -> Option<Layout> {
        loop {
            let Some(matrix) = solve(search) else {
                self.proven &= !self.budget.is_spent();
                return None;
            };
            let layout = named(self.tile.swizzled(pitch, Swizzle::Matrix(matrix)));
            match self.judge.verdict(&layout, self.budget) {
                Verdict::Free => return Some(layout),
                Verdict::Unknown => {
                    self.proven = false;
                    return None;
                }
                Verdict::Conflicts => {}
            }
            let witness = self.judge.last_witness()?;
            match search.learn(witness.access, &witness.lanes, self.allowed[witness.access]) {
                Learned::Narrowed => {}
                Learned::NoMatrix => return None,
                Learned::Stuck => {
                    self.proven = false;
                    return None;
                }
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
