//! The swizzles at one pitch: XORs of the column and of the offset, those of the cheapest index first.

use smem_banks::Cute;

use crate::{
    layout::{Layout, Matrix, Swizzle},
    solve::{
        classes::{
            cute,
            matrix::search::{Learned, MatrixSearch},
            offset_matrix::{search::OffsetSearch, split::SplitSearch},
        },
        named::named,
        search::{Search, least_halves},
        verdict::Verdict,
    },
};

impl<'a> Search<'a> {
    /// Searches the swizzles at this pitch.
    pub(super) fn swizzled(&mut self, pitch: u32) {
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
    pub(super) fn xor_of_column(&mut self, pitch: u32) {
        if let Some(mut search) = self.matrices(pitch) {
            self.single_diagonal(&mut search, pitch);
            self.several_diagonals(&mut search, pitch);
        }
    }

    /// Searches the XORs of the whole offset at this pitch: CuTe's, and other matrices.
    pub(super) fn xor_of_offset(&mut self, pitch: u32) {
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
    /// would cost a mask: the search does not see them.
    fn single_diagonal(&mut self, search: &mut MatrixSearch<'a>, pitch: u32) {
        if let Some(matrix) = search.undecided_row() {
            self.take_matrix(matrix, pitch);
        }
        self.matrix(search, pitch, MatrixSearch::single_diagonal);
        let len = self.len_of_columns(pitch);
        for matrix in search.undecided_shifted_rows() {
            if !self.wins(len, least_halves::SHIFTED_ROW) {
                return;
            }
            self.take_matrix(matrix, pitch);
        }
    }

    /// Takes a matrix if it has no conflict.
    fn take_matrix(&mut self, matrix: Matrix, pitch: u32) {
        let layout = named(self.tile.swizzled(pitch, Swizzle::Matrix(matrix)));
        if self.is_free(&layout, self.budget) {
            self.take(layout);
        }
    }

    fn several_diagonals(&mut self, search: &mut MatrixSearch<'a>, pitch: u32) {
        if self.wins(self.len_of_columns(pitch), least_halves::SEVERAL_DIAGONALS) {
            self.matrix(search, pitch, MatrixSearch::several_diagonals);
        }
    }

    fn several_diagonals_of_offset(&mut self, search: &mut OffsetSearch<'a>, pitch: u32) {
        let is_needed = self.wins(self.len_of_offsets(pitch), least_halves::SEVERAL_DIAGONALS);
        // Where it finds none, there is none of two terms.
        if !is_needed || self.offset_matrix(search, pitch, OffsetSearch::several_diagonals) {
            self.two_terms_of_offset(search, pitch);
        }
    }

    /// Searches the XORs of the offset of one or two terms for one that is cheaper than what was found.
    fn two_terms_of_offset(&mut self, search: &mut OffsetSearch<'a>, pitch: u32) {
        let len = self.len_of_offsets(pitch);
        let wins = |halves: &u32| self.wins(len, *halves);
        let most = (least_halves::XOR_OF_OFFSET..=least_halves::TWO_TERMS).take_while(wins).last();
        if let Some(most) = most {
            self.offset_matrix(search, pitch, |search| search.of_two_terms(most + 1));
        }
    }

    /// Takes the layout of the matrix on the offset that `solve` finds, once no request conflicts under it; returns true if there is one.
    fn offset_matrix(
        &mut self,
        search: &mut OffsetSearch<'a>,
        pitch: u32,
        solve: impl Fn(&OffsetSearch<'a>) -> Option<Layout>,
    ) -> bool {
        let mut is_stuck = false;
        while let Some(layout) = solve(search) {
            match self.judge.verdict(&layout, self.for_offsets) {
                Verdict::Free => {
                    self.take(layout);
                    return true;
                }
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
        false
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
