//! Matrices that are known before the search: of one diagonal, and of all bits reversed.

use crate::{
    layout::Matrix,
    solve::classes::matrix::{
        search::{MatrixSearch, SINGLE_DIAGONAL_OPERATIONS},
        space::{Columns, MatrixSpace},
    },
};

impl MatrixSearch<'_> {
    /// Returns the matrix of one diagonal that frees every access: a shift, a mask and an XOR at most. They are few,
    /// and nearly every tile is served by one.
    pub(crate) fn single_diagonal(&self) -> Option<Matrix> {
        let start = self.start();
        let inside = |distance: &i32| self.highest(*distance) < self.space.granule_bits as i32;
        // A copy of the row is the cheaper without a mask, and the cheapest where it is not shifted either. Bits that move below a granule
        // take a mask, but for granules of one element, where they fall out.
        let is_unmasked = |distance: &i32| *distance >= 0 || self.space.base == 0;
        let columns = (Some(self.main()).filter(inside).and_then(|main| self.whole_diagonal(main)))
            .or_else(|| self.extend(&start, 1))
            .or_else(|| {
                self.shifted().filter(inside).filter(is_unmasked).find_map(|distance| self.whole_diagonal(distance))
            })
            .or_else(|| self.extend(&start, SINGLE_DIAGONAL_OPERATIONS))?;
        Some(self.matrix(&columns))
    }

    /// Returns the row itself as the matrix, where the search does not decide whether it frees every access, and does not rule it out.
    pub(crate) fn undecided_row(&self) -> Option<Matrix> {
        self.undecided(self.main())
    }

    /// Returns the shifted rows likewise.
    pub(crate) fn undecided_shifted_rows(&self) -> impl Iterator<Item = Matrix> {
        self.shifted().filter_map(|distance| self.undecided(distance))
    }

    fn undecided(&self, distance: i32) -> Option<Matrix> {
        let is_beyond = self.highest(distance) >= self.space.granule_bits as i32;
        let columns = match (self.bounded.is_empty(), is_beyond) {
            (true, false) => None,
            (true, true) => self.whole_diagonal(distance),
            // Of requests that accept conflicts, lanes may share a word that the search takes for two.
            (false, _) => self.diagonal(distance),
        };
        columns.map(|columns| self.matrix(&columns))
    }

    /// The distance by which a row that is not shifted moves to granules.
    fn main(&self) -> i32 {
        -(self.space.base as i32)
    }

    fn shifted(&self) -> impl Iterator<Item = i32> + use<> {
        let main = self.main();
        // From the highest line bit in the lowest granule bit to the lowest line bit in the highest granule bit.
        let most = (self.space.line_bits + self.space.column_bits + self.space.base) as i32;
        (1..most).flat_map(move |shift| [main - shift, main + shift])
    }

    /// The granule bit to which the highest line bit moves.
    fn highest(&self, distance: i32) -> i32 {
        self.space.line_bits as i32 - 1 + distance
    }

    /// Returns the matrix that moves every line bit by `distance` to a granule bit, but for those that this moves below the
    /// lowest.
    fn diagonal(&self, distance: i32) -> Option<Columns> {
        let MatrixSpace { line_bits, column_bits, .. } = self.space;
        if !(0..column_bits as i32).contains(&self.highest(distance)) || !self.budget.take(line_bits as usize) {
            return None;
        }
        let value = |level: usize| u32::try_from(level as i32 + distance).map_or(0, |to| 1 << to);
        Some(core::array::from_fn(|level| if level < line_bits as usize { value(level) } else { 0 }))
    }

    /// Returns that matrix if it frees every access. Of bits beyond the banks nothing is known.
    fn whole_diagonal(&self, distance: i32) -> Option<Columns> {
        let columns = self.diagonal(distance)?;
        let seen = (1u32 << self.space.granule_bits) - 1;
        let mut node = self.start();
        for column in columns.iter().take(self.space.line_bits as usize) {
            node = self.choose(&node, u32::from(*column) & seen, u32::MAX, &self.pending(&node))?;
        }
        Some(columns)
    }

    /// Returns the bit-reversed matrix, if it frees every access.
    pub(super) fn reversed_bits(&self) -> Option<Columns> {
        let bits = self.space.line_bits.min(self.space.granule_bits);
        let mut node = self.start();
        for level in 0..self.space.line_bits {
            let value = if level < bits { 1 << (bits - 1 - level) } else { 0 };
            node = self.choose(&node, value, u32::MAX, &self.pending(&node))?;
        }
        Some(node.columns)
    }
}
