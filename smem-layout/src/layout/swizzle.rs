//! Swizzles: bijections of a tile that move its elements at no cost in memory.
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
//! There are four forms: [`Cute`], a shift and a mask on the row-major offset, as CuTe writes it; [`Matrix`], any
//! linear map over F2 (the field of one bit) from the bits of the row to the bits of the column; [`OffsetMatrix`], any
//! invertible one of the bits of the offset; and [`Rotation`], which turns each row and needs no power of two.

use smem_banks::Cute;

use crate::layout::{matrix::Matrix, offset_matrix::OffsetMatrix, rotation::Rotation};

/// A permutation of the elements of a tile.
///
/// ```
/// use smem_layout::{Cute, Layout, Swizzle};
///
/// let swizzle = Swizzle::Cute(Cute::new(2, 0, 2).unwrap());
/// let layout = Layout::plain(4, 4)?.with_swizzle(swizzle)?;
/// assert_eq!([0, 1, 2, 3].map(|row| layout.index(row, 0) % 4), [0, 1, 2, 3]); // a column: four banks
/// # Ok::<(), smem_layout::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Swizzle {
    /// The identity.
    #[default]
    None,
    /// `offset ^ (offset >> shift & mask)`, CuTe's `Swizzle<B, M, S>` on the offset `row * pitch + col`.
    Cute(Cute),
    /// `col ^ matrix * row`.
    Matrix(Matrix),
    /// `matrix * offset`, on the offset `row * pitch + col`.
    Offset(OffsetMatrix),
    /// `(col + step * (row / every)) % cols`.
    Rotate(Rotation),
}
