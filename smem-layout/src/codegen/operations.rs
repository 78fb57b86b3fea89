//! The cost of an index, to choose between layouts of as many bytes.

use crate::{
    codegen::expression::{added, by_column_and_row},
    codegen::terms::Terms,
    layout::{Layout, Matrix, OFFSET_BITS, Swizzle},
};

/// Returns the cost of the index of `layout` beyond that of `row * pitch + col`, in machine instructions.
///
/// An estimate: what a compiler keeps from one access to the next depends on the kernel.
///
/// ```
/// use smem_layout::{Cute, Layout, Swizzle, index_cost};
///
/// let dense = Layout::plain(32, 32)?;
/// let swizzled = dense.with_swizzle(Swizzle::Cute(Cute::new(5, 0, 5).unwrap()))?;
/// assert_eq!(index_cost(&Layout::padded(32, 32, 1)?), 0.0);
/// assert!(index_cost(&swizzled) > 0.0);
/// # Ok::<(), smem_layout::LayoutError>(())
/// ```
pub fn index_cost(layout: &Layout) -> f32 {
    // Small numbers, which a float holds exactly.
    as_written(layout) as f32 / 2.0
}

/// Returns the cost of the index as it is written, in halves of a machine instruction.
///
/// [`operations`] ranks CuTe's swizzles by their general form, and lines by the division that they need where they are padded.
pub(crate) fn as_written(layout: &Layout) -> u32 {
    match (layout.swizzle(), layout.matrix()) {
        (Swizzle::Cute(_), Some(matrix)) if layout.is_in_rows() => of_matrix(layout, &matrix),
        // Lines that are not padded are one after the other.
        _ if !layout.is_in_rows() && layout.pad() == 0 => operations(layout) - padding_inside(layout),
        _ => operations(layout),
    }
}

/// Returns the cost of the index of `layout` beyond that of `row * pitch + col`, in halves of a machine instruction.
///
/// An estimate: what a compiler keeps from one access to the next depends on the kernel.
pub(crate) fn operations(layout: &Layout) -> u32 {
    let swizzle = match layout.swizzle() {
        Swizzle::None => 0,
        Swizzle::Cute(_) => 4,
        Swizzle::Matrix(matrix) => of_matrix(layout, &matrix),
        Swizzle::Offset(matrix) => match by_column_and_row(layout, &matrix) {
            // As it is written: a compiler does not join what the column and the row add.
            Some([by_col, by_row]) => by_col.cost() + by_row.cost(),
            None => Terms::cheapest(&added(&matrix), bits(layout.len() as u32)).cost(),
        },
        Swizzle::Rotate(rotation) => {
            MULTIPLY_ADD + divide(rotation.every()) + if layout.cols().is_power_of_two() { 2 } else { REMAINDER }
        }
    };
    swizzle + if layout.is_in_rows() { 0 } else { padding_inside(layout) }
}

/// The cost of an XOR of the column by the row.
fn of_matrix(layout: &Layout, matrix: &Matrix) -> u32 {
    match matrix.reversed_bits() {
        Some(_) => REVERSAL,
        None => {
            let images = core::array::from_fn(|from| matrix.apply(1 << from));
            Terms::cheapest(&images, bits(layout.line_count()).min(OFFSET_BITS as u32)).cost()
        }
    }
}

/// The cost of padding inside rows: a division of the column, of the row or of both together, and a multiplication.
fn padding_inside(layout: &Layout) -> u32 {
    let (cols, line) = (layout.cols(), layout.line());
    let joined = match layout.rows() {
        1 => 0,
        _ if cols.is_multiple_of(line) => 0,
        _ if line.is_multiple_of(cols) => return MULTIPLY_ADD + divide(line / cols),
        _ => MULTIPLY_ADD,
    };
    joined + MULTIPLY_ADD + divide(line)
}

/// The cost of a division by a constant: a shift, or a multiplication by the inverse.
fn divide(by: u32) -> u32 {
    match by {
        1 => 0,
        by if by.is_power_of_two() => 2,
        _ => DIVISION,
    }
}

/// Returns the number of bits of the numbers below `count`.
fn bits(count: u32) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

/// A multiplication whose result is added.
const MULTIPLY_ADD: u32 = 2;
/// The high half of a product, and a shift.
const DIVISION: u32 = 6;
/// A division, and the product subtracted.
const REMAINDER: u32 = DIVISION + 4;
/// A reversal of bits, which runs at a fraction of the rate, a shift and an XOR.
const REVERSAL: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use smem_banks::Cute;

    use crate::layout::{LayoutError, OffsetMatrix, Rotation};

    /// Tiles of `f32` in the order of the times that an H200 takes for a kernel of their loads alone: `index_cost` of
    /// `tests/hardware`, 1.00, 1.00, 1.03, 1.15, 1.34, 1.43, 1.60 and 1.92 times the padded one's.
    #[test]
    fn the_order_is_that_of_the_times() -> Result<(), LayoutError> {
        let dense = Layout::plain(32, 32)?;
        let matrix = |columns: &[u8]| dense.with_swizzle(Swizzle::Matrix(Matrix::new(columns, 0).unwrap()));
        let offset =
            |layout: Layout, rows: &[u32]| layout.with_swizzle(Swizzle::Offset(OffsetMatrix::new(rows).unwrap()));
        let layouts = [
            Layout::padded(32, 32, 1)?,
            matrix(&[1, 2, 4, 8, 16])?,
            Layout::padded_every(32, 36, 1, 288)?,
            offset(Layout::plain(32, 64)?, &[0b1100001, 0b10000010, 0b100000100, 0b1000001000, 0b10000010000])?,
            matrix(&[16, 8, 4, 2, 1])?,
            // col ^ (row >> 1 & 13) ^ (row & 18) ^ (row & 13) << 1
            matrix(&[2, 3, 8, 20, 24])?,
            // col ^ col >> 4 ^ row >> 4 ^ (row & 15) << 1
            offset(dense, &[0b1000010001, 0b0000100010, 0b0001000100, 0b0010001000, 0b0100010000])?,
            Layout::plain(32, 36)?.with_swizzle(Swizzle::Rotate(Rotation::new(1, 8).unwrap()))?,
        ];
        assert!(Cute::new(5, 0, 5).is_some_and(|cute| layouts[1].cute() == Some(cute)));
        let by_name = dense.with_swizzle(Swizzle::Cute(Cute::new(5, 0, 5).unwrap()))?;
        assert_eq!(as_written(&by_name), operations(&layouts[1]));
        let costs = layouts.map(|layout| operations(&layout));
        assert!(costs.is_sorted(), "{costs:?}");
        Ok(())
    }
}
