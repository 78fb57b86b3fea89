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

    /// Returns the XOR of the offsets of two elements.
    pub(crate) const fn between(&self, one: (u32, u32), other: (u32, u32)) -> u32 {
        if self.line != self.cols {
            return self.index(one.0, one.1) ^ self.index(other.0, other.1);
        }
        let plain = (one.0 * self.pitch + one.1) ^ (other.0 * self.pitch + other.1);
        match &self.swizzle {
            Swizzle::None => plain,
            // It is linear.
            Swizzle::Cute(cute) => cute.apply(plain),
            _ => self.index(one.0, one.1) ^ self.index(other.0, other.1),
        }
    }
}
