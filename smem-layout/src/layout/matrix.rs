//! XOR matrices: linear maps over F2, the field of one bit, from the bits of the row to the bits of the column.

use smem_banks::Cute;

/// The number of row bits that a [`Matrix`] can read: enough for the tallest tile of bytes in 227 KiB.
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
    /// Returns the matrix whose column `j`, the image of bit `j` of the row, is `columns[j]`, in granules of `2^base`
    /// elements.
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

    /// Returns the matrix of columns and a granule that the search has chosen.
    #[cfg(feature = "alloc")]
    pub(crate) const fn of(columns: [u8; ROW_BITS], base: u32) -> Matrix {
        Matrix { columns, base: base as u8 }
    }

    /// Returns the columns up to the last that is not zero, in granules.
    pub const fn columns(&self) -> &[u8] {
        let mut length = ROW_BITS;
        while length > 0 && self.columns[length - 1] == 0 {
            length -= 1;
        }
        self.columns.split_at(length).0
    }

    /// Returns the binary logarithm of the granule: 2^base neighbouring elements stay neighbours.
    pub const fn base(&self) -> u32 {
        self.base as u32
    }

    /// Returns the number, in elements, that is XORed onto the column index of every element of `row`.
    pub const fn apply(&self, row: u32) -> u32 {
        let mut image = 0;
        // The search applies thousands of matrices: only the bits that are set are looked at.
        let mut left = row & ((1 << ROW_BITS) - 1);
        while left != 0 {
            image ^= self.columns[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        (image as u32) << self.base
    }

    /// Returns a mask of the column index bits that the matrix can change, in elements.
    pub const fn reach(&self) -> u32 {
        let mut reach = 0;
        let mut bit = 0;
        while bit < ROW_BITS {
            reach |= self.columns[bit];
            bit += 1;
        }
        (reach as u32) << self.base
    }

    /// Returns the matrix as a sum of shifted and masked copies of the row: `(distance, mask)` is
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

    /// Returns `Some(n)` if the matrix is the bit reversal of `n` row bits, the n-th column being 1: for f32 the one
    /// XOR that frees every aligned block of 32 lanes at once.
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

    /// Returns the same map as a CuTe swizzle of the offset `row * pitch + col`, where the pitch is a power of two and
    /// the map is a shift of neighbouring bits.
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
