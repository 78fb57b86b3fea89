//! The positions of an access that can differ in cost: how far one can move before the banks repeat, and which starts carry.

use crate::{
    banks::BankModel,
    layout::{Layout, Swizzle},
};

/// Returns true if the banks of `layout` are a linear map over F2 of the bits of row and column, and no two rows share
/// a word.
pub(super) const fn is_linear(layout: &Layout, elem_bytes: u32, model: &BankModel) -> bool {
    if layout.rows() == 1 && layout.line() == layout.cols() {
        // The offset is the column, then swizzled: bit by bit, whatever the length.
        return true;
    }
    // A line that holds the whole span of the banks repeats them: then the row only matters through the swizzle.
    let aligned = 1 << layout.pitch().trailing_zeros();
    let repeats = aligned * elem_bytes >= model.span() && model.is_xor_invariant();
    let (linear, reach) = match (layout.matrix(), layout.swizzle()) {
        (Some(matrix), _) => (true, matrix.reach()),
        (None, Swizzle::None) => (true, 0),
        // Other CuTe swizzles are linear in the bits of the offset, which are those of row and column here.
        (None, _) => (layout.pitch().is_power_of_two() && layout.cols() == layout.pitch(), 0),
    };
    let lines = layout.line() == layout.cols() || layout.line().is_power_of_two();
    linear && lines && reach < aligned && (layout.pitch().is_power_of_two() || repeats)
}

/// Returns the rows and the columns by which a position can move without a change of cost.
pub(super) const fn periods(layout: &Layout, elem_bytes: u32, model: &BankModel) -> (u64, u64) {
    let (word, elem_bytes) = (model.translation_bytes() as u64, elem_bytes as u64);
    let in_rows = layout.line() == layout.cols();
    let element_words = word / gcd(word, elem_bytes);
    let (row_bits, reach) = match (layout.matrix(), layout.swizzle()) {
        (Some(matrix), _) => (matrix.columns().len() as u32, matrix.reach() as u64),
        // CuTe's swizzle of the offset, on any pitch: the offset may move by multiples of the lowest bit above all that it
        // reads.
        (None, Swizzle::Cute(cute)) => {
            let above = 1u64 << (cute.bits() + cute.base() + cute.shift().unsigned_abs());
            let period = if above > element_words { above } else { element_words };
            let down = period / gcd(period, layout.pitch() as u64);
            return if in_rows { (down, period) } else { (1, layout.line() as u64 * down) };
        }
        (None, _) => (0, 0),
    };
    let columns = (reach + 1).next_power_of_two();
    let columns = if columns > element_words { columns } else { element_words };
    let rows = 1u64 << row_bits;
    let rows = rows * (word / gcd(word, rows * layout.pitch() as u64 * elem_bytes));
    if in_rows { (rows, columns) } else { (1, layout.line() as u64 * rows) }
}

/// The starts of rows (or columns) that were seen, on a layout that is linear over F2.
///
/// Rows `hi * 2^t + lo ..` that do not carry into `hi` are those from `lo` on, XOR a constant; if they do, it is
/// `hi ^ (hi + 1)` that counts, the trailing ones of `hi`.
pub(super) struct SeenStarts {
    step: u32,
    extent: u32,
    /// For each `lo`, the carries that were seen, as a set.
    seen: [u32; 512],
}

impl SeenStarts {
    pub(super) const fn new(step: u32, extent: u32) -> SeenStarts {
        SeenStarts { step, extent, seen: [0; 512] }
    }

    pub(super) const fn is_new(&mut self, number: u32) -> bool {
        let block = self.extent.next_power_of_two();
        let (hi, lo) = (number * self.step / block, number * self.step % block);
        let carry = 1 << if lo + self.extent > block { hi.trailing_ones() } else { 0 };
        let is_new = self.seen[lo as usize] & carry == 0;
        self.seen[lo as usize] |= carry;
        is_new
    }
}

pub(super) const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
