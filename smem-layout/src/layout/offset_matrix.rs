//! Invertible matrices over F2, the field of one bit, on the bits of the offset: every XOR swizzle of the whole offset.

use core::fmt;

use smem_banks::Cute;

use crate::layout::matrix::ROW_BITS;

/// The number of offset bits that an [`OffsetMatrix`] can change: enough for a tile of bytes in 227 KiB.
pub const OFFSET_BITS: usize = ROW_BITS;

/// An invertible linear map over F2 of the bits of the row-major offset, column bits included. CuTe's swizzles are a small
/// part of these maps.
///
/// Each bit of the result is the XOR of some bits of the offset, the ones of a *row* of the matrix:
///
/// ```text
/// row 0   0b100001    bit 0 of the result = bit 0 ^ bit 5 of the offset
/// row 1   0b000010    bit 1 stays
/// ```
///
/// ```
/// use smem_layout::{Layout, OffsetMatrix, Swizzle};
///
/// let matrix = OffsetMatrix::new(&[0b100001, 0b10])?;
/// assert_eq!(matrix.apply(0b100000), 0b100001);
/// // A row and every second element of a row of a 32 x 64 tile of f32 are free of conflict under it.
/// let layout = Layout::plain(32, 64)?.with_swizzle(Swizzle::Offset(matrix))?;
/// assert_eq!(layout.index(0, 32), 33);
/// // Two equal rows would store two elements in one place.
/// assert!(OffsetMatrix::new(&[0b11, 0b11]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OffsetMatrix {
    /// The image of each bit of the offset.
    columns: [u32; OFFSET_BITS],
}

impl OffsetMatrix {
    /// Returns the matrix of these rows, lowest bit of the result first. Bits beyond the last row stay as they are.
    ///
    /// # Errors
    ///
    /// More than [`OFFSET_BITS`] rows, a bit beyond them, or rows that depend on one another.
    pub const fn new(rows: &[u32]) -> Result<OffsetMatrix, OffsetMatrixError> {
        if rows.len() > OFFSET_BITS {
            return Err(OffsetMatrixError::TooManyRows);
        }
        let mut columns = [0; OFFSET_BITS];
        // The rows so far by their highest bit, reduced by one another, and which of them each is the XOR of.
        let mut reduced = [(0u32, 0u32); OFFSET_BITS];
        let mut to = 0;
        while to < OFFSET_BITS {
            let row = if to < rows.len() { rows[to] } else { 1 << to };
            if row >> OFFSET_BITS != 0 {
                return Err(OffsetMatrixError::Bit { row: to as u32 });
            }
            let (mut left, mut sum) = (row, 1 << to);
            while left != 0 && reduced[left.ilog2() as usize].0 != 0 {
                let (other, others) = reduced[left.ilog2() as usize];
                (left, sum) = (left ^ other, sum ^ others);
            }
            if left == 0 {
                return Err(OffsetMatrixError::Dependent { rows: sum });
            }
            reduced[left.ilog2() as usize] = (left, sum);
            let mut from = 0;
            while from < OFFSET_BITS {
                columns[from] |= (row >> from & 1) << to;
                from += 1;
            }
            to += 1;
        }
        Ok(OffsetMatrix { columns })
    }

    /// Returns the matrix of the images of the offset's bits, which is known to be invertible.
    #[cfg(feature = "alloc")]
    pub(crate) const fn of(columns: [u32; OFFSET_BITS]) -> OffsetMatrix {
        OffsetMatrix { columns }
    }

    /// Returns the bits of the offset whose XOR is bit `to` of the result, as a mask.
    pub const fn row(&self, to: u32) -> u32 {
        let mut row = 0;
        let mut from = 0;
        while from < OFFSET_BITS {
            row |= (self.columns[from] >> to & 1) << from;
            from += 1;
        }
        row
    }

    /// Returns the image of bit `from` of the offset: the bits of the result that it changes.
    pub const fn column(&self, from: u32) -> u32 {
        if from < OFFSET_BITS as u32 { self.columns[from as usize] } else { 1 << from }
    }

    /// Returns the number of rows up to the last that is not the identity's, and of columns likewise: the bits of the
    /// offset that the matrix reads or changes.
    pub const fn bits(&self) -> u32 {
        let mut bits = OFFSET_BITS as u32;
        while bits > 0 && self.columns[bits as usize - 1] == 1 << (bits - 1) && self.row(bits - 1) == 1 << (bits - 1) {
            bits -= 1;
        }
        bits
    }

    /// Returns the number of lowest bits that neither change nor change others, so that 2^base neighbouring elements stay
    /// neighbours.
    pub const fn base(&self) -> u32 {
        let mut base = 0;
        while base < OFFSET_BITS as u32 && self.columns[base as usize] == 1 << base && self.row(base) == 1 << base {
            base += 1;
        }
        base
    }

    /// Returns the place of the element at `offset`, in elements. Bits from [`OFFSET_BITS`] on stay as they are.
    pub const fn apply(&self, offset: u32) -> u32 {
        let mut image = offset >> OFFSET_BITS << OFFSET_BITS;
        let mut left = offset ^ image;
        while left != 0 {
            image ^= self.columns[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        image
    }

    /// Returns true if the map takes the offsets below `len` onto themselves, so that no element leaves a tile of `len`.
    ///
    /// It is a bijection of all numbers, so this holds exactly when the largest image is below `len`.
    pub(crate) const fn permutes(&self, len: u32) -> bool {
        // The numbers below `len` are those that agree with it above a set bit, have that bit clear, and any bits below.
        let mut left = len;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            if self.largest_image(left, bit) >= len {
                return false;
            }
        }
        true
    }

    /// Returns the largest image of the offsets that are `prefix` with any `free` lowest bits.
    const fn largest_image(&self, prefix: u32, free: u32) -> u32 {
        // A basis of the images of the free bits by their highest bit; each is taken where that bit is still clear.
        let basis = self.basis(free);
        let mut most = self.apply(prefix);
        let mut bit = u32::BITS;
        while bit > 0 {
            bit -= 1;
            if most >> bit & 1 == 0 {
                most ^= basis[bit as usize];
            }
        }
        most
    }

    /// Returns a basis of the images of the lowest `bits` bits, each at the place of its highest bit.
    const fn basis(&self, bits: u32) -> [u32; u32::BITS as usize] {
        let mut basis = [0; u32::BITS as usize];
        let mut from = 0;
        while from < bits {
            let mut image = self.column(from);
            while image != 0 {
                let highest = u32::BITS as usize - 1 - image.leading_zeros() as usize;
                if basis[highest] == 0 {
                    basis[highest] = image;
                    break;
                }
                image ^= basis[highest];
            }
            from += 1;
        }
        basis
    }

    /// Returns the same map as a CuTe swizzle, where it is one: a shift of neighbouring bits, onto bits apart from them.
    pub const fn as_cute(&self) -> Option<Cute> {
        let mut targets = 0;
        let mut to = 0;
        let mut shift = 0;
        while to < OFFSET_BITS as i32 {
            let added = self.row(to as u32) ^ 1 << to;
            if added != 0 {
                let distance = added.trailing_zeros() as i32 - to;
                if !added.is_power_of_two() || targets != 0 && distance != shift {
                    return None;
                }
                shift = distance;
                targets |= 1u32 << to;
            }
            to += 1;
        }
        if targets == 0 {
            return None;
        }
        let first = targets.trailing_zeros();
        if !(targets >> first).wrapping_add(1).is_power_of_two() {
            return None;
        }
        let base = if shift < 0 { first as i32 + shift } else { first as i32 };
        Cute::new(targets.count_ones(), base as u32, shift)
    }
}

/// The reason why rows are not those of an [`OffsetMatrix`].
///
/// ```
/// use smem_layout::{OffsetMatrix, OffsetMatrixError};
///
/// let error = OffsetMatrix::new(&[0b11, 0b110, 0b101]).unwrap_err();
/// assert_eq!(error, OffsetMatrixError::Dependent { rows: 0b111 });
/// assert_eq!(error.to_string(), "the XOR of rows 0, 1 and 2 is 0, so that different offsets have one place");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OffsetMatrixError {
    /// More than [`OFFSET_BITS`] rows.
    TooManyRows,
    /// A row with a bit beyond the offsets of any tile.
    Bit {
        /// The number of the row.
        row: u32,
    },
    /// Rows whose XOR is 0, those beyond the last row that is given included, which are the identity's.
    Dependent {
        /// A set of rows: bit `i` for row `i`.
        rows: u32,
    },
}

impl fmt::Display for OffsetMatrixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyRows => write!(f, "a matrix of the offset has at most {OFFSET_BITS} rows"),
            Self::Bit { row } => write!(f, "row {row} has a bit beyond the {OFFSET_BITS} of an offset"),
            Self::Dependent { rows } if rows.is_power_of_two() => {
                write!(f, "row {} is 0, so that different offsets have one place", rows.trailing_zeros())
            }
            Self::Dependent { rows } => {
                f.write_str("the XOR of rows ")?;
                let last = rows.ilog2();
                for row in (0..last).filter(|row| rows >> row & 1 == 1) {
                    let is_first = rows & ((1 << row) - 1) == 0;
                    write!(f, "{}{row}", if is_first { "" } else { ", " })?;
                }
                write!(f, " and {last} is 0, so that different offsets have one place")
            }
        }
    }
}

impl core::error::Error for OffsetMatrixError {}

/// Writes the rows up to the last that is not the identity's: `matrix([33, 2])`.
impl fmt::Display for OffsetMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("matrix([")?;
        let mut rows = OFFSET_BITS as u32;
        while rows > 1 && self.row(rows - 1) == 1 << (rows - 1) {
            rows -= 1;
        }
        for to in 0..rows {
            write!(f, "{}{:#b}", if to == 0 { "" } else { ", " }, self.row(to))?;
        }
        f.write_str("])")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few matrices of every kind, invertible or not.
    fn rows(case: u32) -> [u32; 6] {
        let mut state = case.wrapping_mul(0x9e37_79b9) | 1;
        core::array::from_fn(|to| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let sparse = if case.is_multiple_of(2) { state >> 11 & state >> 17 } else { state >> 13 };
            sparse & 0x3f ^ 1 << to
        })
    }

    #[test]
    fn a_matrix_is_taken_exactly_if_it_is_a_bijection() {
        let mut taken = 0;
        for case in 0..2000 {
            let rows = rows(case);
            let image = |offset: u32| {
                let bit = |to: usize| ((rows[to] & offset).count_ones() % 2) << to;
                (0..6).map(bit).sum::<u32>()
            };
            let mut seen = [false; 64];
            (0..64).for_each(|offset| seen[image(offset) as usize] = true);
            let bijection = seen.iter().all(|seen| *seen);
            let matrix = OffsetMatrix::new(&rows);
            assert_eq!(matrix.is_ok(), bijection, "{rows:?}");
            if let Err(OffsetMatrixError::Dependent { rows: dependent }) = matrix {
                let row = |to: u32| rows.get(to as usize).copied().unwrap_or(1 << to);
                let sum = (0..18).filter(|to| dependent >> to & 1 == 1).fold(0, |sum, to| sum ^ row(to));
                assert_eq!(sum, 0, "{rows:?}");
            }
            if let Ok(matrix) = matrix {
                taken += 1;
                assert!((0..64).all(|offset| matrix.apply(offset) == image(offset)));
                assert!((0..6).all(|to| matrix.row(to) == rows[to as usize]));
            }
        }
        assert!((200..1800).contains(&taken), "{taken}");
    }

    #[test]
    fn a_matrix_permutes_a_tile_exactly_when_no_offset_leaves_it() {
        let mut verdicts = [0, 0];
        for matrix in (0..400).filter_map(|case| OffsetMatrix::new(&rows(case)).ok()) {
            for len in 1..=140 {
                let stays = (0..len).all(|offset| matrix.apply(offset) < len);
                assert_eq!(matrix.permutes(len), stays, "{matrix} on {len} elements");
                verdicts[usize::from(stays)] += 1;
            }
        }
        assert!(verdicts.iter().all(|count| *count > 100), "{verdicts:?}");
    }

    #[test]
    #[cfg(feature = "alloc")]
    fn a_swizzle_of_cutes_is_a_matrix_and_keeps_its_name() {
        for (bits, base, shift) in [(5, 0, 5), (3, 4, 3), (1, 0, 1), (2, 1, -3), (1, 3, -1)] {
            let cute = Cute::new(bits, base, shift).unwrap();
            let columns = core::array::from_fn(|from| cute.apply(1 << from));
            let matrix = OffsetMatrix::of(columns);
            assert_eq!(matrix.as_cute(), Some(cute));
            assert!((0..1 << 12).all(|offset| matrix.apply(offset) == cute.apply(offset)));
        }
        assert_eq!(OffsetMatrix::new(&[0b11, 0b110]).unwrap().as_cute(), None);
        assert_eq!(OffsetMatrix::new(&[0b111]).unwrap().as_cute(), None);
    }

    #[test]
    fn bits_and_base_frame_what_a_matrix_touches() {
        let matrix = OffsetMatrix::new(&[1, 0b100010]).unwrap();
        assert_eq!((matrix.base(), matrix.bits()), (1, 6));
        assert_eq!(OffsetMatrix::new(&[]).unwrap().bits(), 0);
    }
}
