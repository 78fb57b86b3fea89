//! The index where a search looks at many elements.

use crate::layout::{layout::Layout, swizzle::Swizzle};

impl Layout {
    /// Returns [`index`](Self::index), in full where lines are rows: a search spends its time here, and in const evaluation most of it in
    /// calls and copies.
    #[inline]
    pub(crate) const fn quick_index(&self, row: u32, col: u32) -> u32 {
        if self.line != self.cols {
            return self.index(row, col);
        }
        // By reference: const evaluation takes longer to copy a swizzle than to apply it.
        match &self.swizzle {
            Swizzle::None => row * self.pitch + col,
            Swizzle::Cute(cute) => cute.apply(row * self.pitch + col),
            _ => self.index(row, col),
        }
    }
}
