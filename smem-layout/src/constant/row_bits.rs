//! The cost of the index with one of CuTe's swizzles, in halves of an instruction.

use crate::layout::{Layout, ROW_BITS};

/// The cost where the whole row is copied onto the column.
pub(super) const WHOLE_ROW: u32 = 1;
/// The cost of the cheapest that shifts the row.
pub(super) const SHIFTED: u32 = 3;
/// The cost where the offset is swizzled.
pub(super) const OF_OFFSET: u32 = 4;

/// The bits of the row and of the column of a layout, which a swizzle may move onto each other.
#[derive(Clone, Copy)]
pub(super) struct RowBits {
    /// The bits of the pitch: the rows are the bits above.
    pitch: u32,
    /// The bits of the lines.
    lines: u32,
    /// True if offsets are the bits of the row above those of the column.
    are_above: bool,
}

impl RowBits {
    pub(super) const fn of(layout: &Layout) -> RowBits {
        let pitch = layout.pitch();
        RowBits {
            pitch: pitch.trailing_zeros(),
            lines: layout.line_count().next_power_of_two().trailing_zeros(),
            are_above: layout.rows() > 1 && pitch.is_power_of_two() && layout.cols() == pitch,
        }
    }

    /// Returns the cost of the index under `Swizzle<bits, base, shift>`.
    pub(super) const fn halves(&self, bits: u32, base: u32, shift: i32) -> u32 {
        if !self.moves_columns(bits, base, shift) {
            return OF_OFFSET;
        }
        let first = self.first(base, shift);
        let is_shifted = first != base as i32;
        // All bits of the row move that are not below the lowest column.
        let is_whole = (first == 0 || base == 0) && first as u32 + bits >= self.lines;
        // A copy without a mask is cheaper, and so is one that is not shifted.
        let least = if is_shifted { SHIFTED } else { WHOLE_ROW };
        least + !is_whole as u32
    }

    /// Returns true if the swizzle is a matrix from bits of the row to bits of the column: where `Layout::matrix` has one.
    pub(super) const fn moves_columns(&self, bits: u32, base: u32, shift: i32) -> bool {
        let first = self.first(base, shift);
        self.are_above
            && base + bits <= self.pitch
            && base <= 7
            && bits <= 8
            && first >= 0
            && first as u32 + bits <= ROW_BITS as u32
    }

    /// Returns the lowest bit of the row that moves.
    const fn first(&self, base: u32, shift: i32) -> i32 {
        base as i32 + shift - self.pitch as i32
    }
}
