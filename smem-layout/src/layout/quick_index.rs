//! The index where a search looks at many elements.

use crate::layout::{layout::Layout, swizzle::Swizzle};

impl Layout {
    /// Returns [`index`](Self::index), in full where lines are rows: a search spends its time here, and in const evaluation most of it in
    /// calls.
    #[inline]
    pub(crate) const fn quick_index(&self, row: u32, col: u32) -> u32 {
        if !self.is_in_rows() {
            return self.index(row, col);
        }
        let offset = row * self.pitch() + col;
        match self.swizzle() {
            Swizzle::None => offset,
            Swizzle::Cute(cute) => cute.apply(offset),
            _ => self.index(row, col),
        }
    }
}
