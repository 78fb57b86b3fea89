//! The cost of an index, to choose between layouts of as many bytes.

use crate::{
    codegen::expression::added,
    codegen::terms::Terms,
    layout::{Layout, OFFSET_BITS, Swizzle},
};

/// Returns the cost of the index of `layout` beyond that of `row * pitch + col`, in halves of a machine instruction.
///
/// An estimate: what a compiler keeps from one access to the next depends on the kernel.
pub(crate) fn operations(layout: &Layout) -> u32 {
    let swizzle = match layout.swizzle() {
        Swizzle::None => 0,
        Swizzle::Cute(_) => 4,
        Swizzle::Matrix(matrix) => match matrix.reversed_bits() {
            Some(_) => REVERSAL,
            None => {
                let images = core::array::from_fn(|from| matrix.apply(1 << from));
                Terms::cheapest(&images, bits(layout.line_count()).min(OFFSET_BITS as u32)).cost()
            }
        },
        Swizzle::Offset(matrix) => Terms::cheapest(&added(&matrix), bits(layout.len() as u32)).cost(),
        Swizzle::Rotate(rotation) => {
            MULTIPLY_ADD + divide(rotation.every()) + if layout.cols().is_power_of_two() { 2 } else { REMAINDER }
        }
    };
    swizzle + if layout.is_in_rows() { 0 } else { padding_inside(layout) }
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
const REMAINDER: u32 = DIVISION + 2;
/// A reversal of bits, which runs at a fraction of the rate, a shift and an XOR.
const REVERSAL: u32 = 8;
