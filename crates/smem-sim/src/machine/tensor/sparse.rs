//! Where the elements of a sparse left factor are, of which every four columns hold two, or of tf32 every two columns one.
//!
//! A row has two bits for each element: which of its four columns it is in. One of tf32 has four bits, as the two halves that it consists of.
//! The threads of each group of four hold the metadata of rows `group` and `group + 8`, if the selector names them:
//!
//! | elements, depth | thread of the group | bits |
//! | --- | --- | --- |
//! | f16, bf16 of 16; tf32 of 8 | the selector | 0 to 15: the upper row, 16 to 31: the lower one |
//! | f16, bf16 of 32; tf32 of 16 | twice the selector, for the first half of the columns, and the next | the same |
//! | bytes of 32 | twice the selector, for the upper row, and the next, for the lower one | all |
//! | bytes of 64 | the upper row, the lower row, the same for the second half of the columns | all |
//!
//! The code that NVIDIA's assembler adds for `sm_100`, which sorts the elements of a row, takes them from the same places.

use crate::isa::sass::Words;
use crate::isa::{Factor, ProductShape};

/// The column of each element of each of the 16 rows.
pub(super) fn columns_of(metadata: &Words, shape: &ProductShape) -> Vec<Vec<usize>> {
    let selector = shape.selector.unwrap_or(0) as usize;
    (0..16).map(|row| row_columns(metadata, shape, selector, row)).collect()
}

fn row_columns(metadata: &Words, shape: &ProductShape, selector: usize, row: usize) -> Vec<usize> {
    let (group, lower) = (row % 8, row / 8);
    let single = shape.factor == Factor::Tf32;
    let bytes = matches!(shape.factor, Factor::Bytes { .. });
    // A row's bits in one thread, and the columns that they are of.
    let bits = if bytes { 32 } else { 16 };
    let columns = if single { bits / 2 } else { bits };
    let threads = shape.depth / columns;
    let elements = (0..shape.depth / 2).map(|element| {
        let column = if single { 2 * element } else { element / 2 * 4 };
        let part = column / columns;
        let thread = match (bytes, threads) {
            (false, 1) => selector,
            (false, _) => 2 * selector + part,
            (true, 1) => 2 * selector + lower,
            (true, _) => 2 * part + lower,
        };
        let word = metadata[4 * group + thread] >> if bytes { 0 } else { 16 * lower };
        let within = element % (columns / 2);
        // The first half of a tf32 says where it is.
        let at = word >> (if single { 4 } else { 2 } * within) & 3;
        column + if single { at / 2 } else { at } as usize
    });
    elements.collect()
}
