//! Swizzles: bijections of a tile that move each element along its row by XOR, at no cost in memory.
//!
//! A 4 x 4 tile, the column that each element is stored in, dense and with `col ^ row`:
//!
//! ```text
//!            dense                 swizzled
//! row 0    0 1 2 3               0 1 2 3
//! row 1    0 1 2 3               1 0 3 2
//! row 2    0 1 2 3               2 3 0 1
//! row 3    0 1 2 3               3 2 1 0
//!          a column: one bank    a column: four banks, and so is a row
//! ```
//!
//! Two forms: [`Cute`], a shift and a mask on the row-major offset, as CuTe writes it, and [`Matrix`], any linear map
//! over F2 (the field of one bit) from the bits of the row to the bits of the column.

use core::fmt;

/// How the elements of a row are permuted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Swizzle {
    /// Not at all.
    #[default]
    None,
    /// `offset ^ (offset >> shift & mask)`, CuTe's `Swizzle<B, M, S>` on the offset `row * pitch + col`.
    Cute(Cute),
    /// `col ^ matrix * row`.
    Matrix(Matrix),
}

/// CuTe's `Swizzle<B, M, S>`, counted in elements:
///
/// ```text
/// offset   ..YYY...ZZZ....    B bits YYY, S above the B bits ZZZ, which stand above M untouched ones
/// result   ..YYY...AAA....    AAA = ZZZ ^ YYY
/// ```
///
/// ```
/// use smem_layout::Cute;
///
/// let swizzle = Cute::new(3, 4, 3).unwrap(); // the 128-byte mode of the bulk tensor copy, in bytes
/// assert_eq!(swizzle.apply(0b010_000_0000), 0b010_010_0000);
/// assert_eq!(Cute::new(5, 0, 3), None); // bits would feed on themselves
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cute {
    bits: u8,
    base: u8,
    shift: i8,
}

impl Cute {
    /// `Swizzle<bits, base, shift>`; `None` unless `|shift| >= bits`, which makes it a bijection, and every bit it
    /// names is below 31.
    pub const fn new(bits: u32, base: u32, shift: i32) -> Option<Cute> {
        let distance = shift.unsigned_abs();
        if bits > 31 || base > 31 || distance > 31 || distance < bits || bits + base + distance > 31 {
            return None;
        }
        Some(Cute { bits: bits as u8, base: base as u8, shift: shift as i8 })
    }

    /// B: how many bits change.
    pub const fn bits(&self) -> u32 {
        self.bits as u32
    }

    /// M: how many of the lowest bits stay, so that 2^M neighbouring elements stay neighbours.
    pub const fn base(&self) -> u32 {
        self.base as u32
    }

    /// S: how far above the changed bits the source bits stand (below, where negative).
    pub const fn shift(&self) -> i32 {
        self.shift as i32
    }

    /// The mask of the source bits YYY in the offset.
    pub const fn source(&self) -> u32 {
        let above = if self.shift > 0 { self.shift as u32 } else { 0 };
        ((1 << self.bits) - 1) << (self.base as u32 + above)
    }

    /// The swizzled offset, in elements.
    pub const fn apply(&self, offset: u32) -> u32 {
        offset ^ self.moved(offset & self.source())
    }

    /// The source bits, moved to the bits that they change.
    const fn moved(&self, bits: u32) -> u32 {
        if self.shift < 0 { bits << self.shift.unsigned_abs() } else { bits >> self.shift }
    }

    /// True when the swizzle maps the offsets below `len` onto themselves, so that no element leaves a tile of `len`.
    ///
    /// It is a bijection of all numbers, so this holds exactly when the largest image is below `len`.
    pub(crate) const fn permutes(&self, len: u32) -> bool {
        // The numbers below `len` are those that agree with it above a set bit, have that bit clear, and any bits below.
        let mut left = len;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let low = (1 << bit) - 1;
            let prefix = left;
            // Sources among the free bits whose targets are fixed: they set the target, at the price of their own bit.
            let raised = self.moved(self.source() & low) & !low;
            let spent = raised & prefix;
            let spent = if self.shift < 0 { spent >> self.shift.unsigned_abs() } else { spent << self.shift };
            let most = self.apply(prefix) & !low | raised | low & !spent;
            if most >= len {
                return false;
            }
        }
        true
    }
}

/// `Swizzle<5, 0, 5>`.
impl fmt::Display for Cute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Swizzle<{}, {}, {}>", self.bits, self.base, self.shift)
    }
}

/// Row bits that a [`Matrix`] can read: enough for the tallest tile of bytes in 227 KiB.
pub const ROW_BITS: usize = 18;

/// A linear map over F2 from the row to what is XORed onto the column: one column of the matrix for each bit of the row.
///
/// ```
/// use smem_layout::Matrix;
///
/// // Multiplication by x in GF(32): rows, columns and both diagonals of a 32 x 32 tile are free of conflict.
/// let matrix = Matrix::new(&[2, 4, 8, 16, 5], 0).unwrap();
/// assert_eq!(matrix.apply(0b10001), 2 ^ 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Matrix {
    columns: [u8; ROW_BITS],
    base: u8,
}

impl Matrix {
    /// The matrix whose column `j`, the image of bit `j` of the row, is `columns[j]`, in granules of `2^base` elements.
    ///
    /// `None` with more than [`ROW_BITS`] columns, or a `base` above 7: no tile that fits a GPU needs them.
    pub const fn new(columns: &[u8], base: u32) -> Option<Matrix> {
        if columns.len() > ROW_BITS || base > 7 {
            return None;
        }
        let mut matrix = Matrix { columns: [0; ROW_BITS], base: base as u8 };
        let mut bit = 0;
        while bit < columns.len() {
            matrix.columns[bit] = columns[bit];
            bit += 1;
        }
        Some(matrix)
    }

    /// Of columns and a granule that the search has chosen.
    #[cfg(feature = "alloc")]
    pub(crate) const fn of(columns: [u8; ROW_BITS], base: u32) -> Matrix {
        Matrix { columns, base: base as u8 }
    }

    /// The columns up to the last that is not zero, in granules.
    pub const fn columns(&self) -> &[u8] {
        let mut length = ROW_BITS;
        while length > 0 && self.columns[length - 1] == 0 {
            length -= 1;
        }
        self.columns.split_at(length).0
    }

    /// The logarithm of the granule: 2^base neighbouring elements stay neighbours.
    pub const fn base(&self) -> u32 {
        self.base as u32
    }

    /// What is XORed onto the column index of every element of `row`, in elements.
    pub const fn apply(&self, row: u32) -> u32 {
        let mut image = 0;
        let mut bit = 0;
        while bit < ROW_BITS {
            if row >> bit & 1 == 1 {
                image ^= self.columns[bit];
            }
            bit += 1;
        }
        (image as u32) << self.base
    }

    /// Every column index bit that the matrix may change, in elements.
    pub const fn reach(&self) -> u32 {
        let mut reach = 0;
        let mut bit = 0;
        while bit < ROW_BITS {
            reach |= self.columns[bit];
            bit += 1;
        }
        (reach as u32) << self.base
    }

    /// The matrix as a sum of shifted and masked copies of the row: `(distance, mask)` stands for
    /// `(row << distance) & mask`, or `>>` where the distance is negative. Index 0 is the distance `-17`.
    ///
    /// Each of its diagonals is one such copy, so their number is what the index costs.
    pub(crate) const fn diagonals(&self) -> [(i32, u32); ROW_BITS + 14] {
        let mut diagonals = [(0, 0); ROW_BITS + 14];
        let mut slot = 0;
        while slot < diagonals.len() {
            let distance = slot as i32 - (ROW_BITS as i32 - 1);
            let mut mask = 0u32;
            let mut bit = 0;
            while bit < ROW_BITS as i32 {
                let to = bit + distance - self.base as i32;
                if to >= 0 && to < 8 && self.columns[bit as usize] >> to & 1 == 1 {
                    mask |= 1 << (to + self.base as i32);
                }
                bit += 1;
            }
            diagonals[slot] = (distance, mask);
            slot += 1;
        }
        diagonals
    }

    /// `Some(n)` when the matrix is the bit reversal of `n` row bits, the n-th column being 1: for f32 the one XOR that
    /// frees every aligned block of 32 lanes at once.
    #[cfg(feature = "alloc")]
    pub(crate) const fn reversed_bits(&self) -> Option<u32> {
        let count = self.columns().len();
        if count < 2 || count > 8 {
            return None;
        }
        let mut bit = 0;
        while bit < count {
            if self.columns[bit] != 1 << (count - 1 - bit) {
                return None;
            }
            bit += 1;
        }
        Some(count as u32)
    }

    /// The same map as CuTe's swizzle on the offset `row * pitch + col`, where the pitch is a power of two and the map is
    /// a shift of neighbouring bits.
    pub(crate) const fn as_cute(&self, pitch: u32) -> Option<Cute> {
        if !pitch.is_power_of_two() || self.reach() >= pitch {
            return None;
        }
        let diagonals = self.diagonals();
        let mut found = None;
        let mut slot = 0;
        while slot < diagonals.len() {
            let (distance, mask) = diagonals[slot];
            if mask != 0 {
                if found.is_some() || !(mask >> mask.trailing_zeros()).wrapping_add(1).is_power_of_two() {
                    return None;
                }
                let first = mask.trailing_zeros();
                let bits = mask.count_ones();
                // Source bit of the offset: the row bit `first - distance`, above log2(pitch) column bits.
                let shift = pitch.trailing_zeros() as i32 - distance;
                found = Cute::new(bits, first, shift);
                if found.is_none() {
                    return None;
                }
            }
            slot += 1;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cute_swizzles_match_their_published_byte_forms() {
        // 128 bytes a row: the 16-byte chunk index is XORed with the row modulo 8.
        let swizzle = Cute::new(3, 4, 3).unwrap();
        for row in 0..8 {
            for chunk in 0..8 {
                assert_eq!(swizzle.apply(row * 128 + chunk * 16), row * 128 + (chunk ^ row) * 16);
            }
        }
    }

    #[test]
    fn a_negative_shift_reads_below_and_changes_above() {
        let swizzle = Cute::new(2, 1, -3).unwrap();
        assert_eq!(swizzle.source(), 0b110);
        assert_eq!(swizzle.apply(0b000_110), 0b110_110);
    }

    #[test]
    fn every_cute_swizzle_is_a_bijection_of_its_power_of_two() {
        for bits in 0..=4 {
            for base in 0..=3 {
                for shift in -5..=5 {
                    let Some(swizzle) = Cute::new(bits, base, shift) else { continue };
                    let size = 1u32 << (bits + base + shift.unsigned_abs());
                    let mut seen = [false; 1 << 12];
                    for offset in 0..size {
                        let slot = &mut seen[swizzle.apply(offset) as usize];
                        assert!(!*slot, "{swizzle} maps two offsets to one");
                        *slot = true;
                    }
                }
            }
        }
    }

    #[test]
    fn a_swizzle_permutes_a_tile_exactly_when_no_offset_leaves_it() {
        for len in 1..=300 {
            for bits in 0..=4 {
                for base in 0..=4 {
                    for shift in -6..=6 {
                        let Some(swizzle) = Cute::new(bits, base, shift) else { continue };
                        let stays = (0..len).all(|offset| swizzle.apply(offset) < len);
                        assert_eq!(swizzle.permutes(len), stays, "{swizzle} on {len} elements");
                    }
                }
            }
        }
    }

    #[test]
    fn the_identity_matrix_is_the_swizzle_that_everyone_half_remembers() {
        let identity = Matrix::new(&[1, 2, 4, 8, 16], 0).unwrap();
        assert_eq!(identity.as_cute(32), Cute::new(5, 0, 5));
        assert_eq!(identity.as_cute(64), Cute::new(5, 0, 6));
        assert_eq!(identity.as_cute(48), None);
        // Groups of four elements, two rows a group: `col ^ ((row >> 1 & 7) << 2)`.
        assert_eq!(Matrix::new(&[0, 1, 2, 4], 2).unwrap().as_cute(64), Cute::new(3, 2, 5));
    }

    #[test]
    fn diagonals_sum_to_the_matrix() {
        let matrix = Matrix::new(&[2, 4, 8, 16, 5], 1).unwrap();
        for row in 0..32u32 {
            let mut image = 0;
            for (distance, mask) in matrix.diagonals() {
                image ^= mask & if distance < 0 { row >> -distance } else { row << distance };
            }
            assert_eq!(image, matrix.apply(row));
        }
    }
}
