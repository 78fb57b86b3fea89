//! The bank of every element of an array and of a matrix, as text.

use std::fmt::Write;

use smem_tile::Arch;

/// Bytes of an element.
const ELEM_BYTES: u32 = 4;

/// Rows of the matrix.
const ROWS: u32 = 4;

/// The largest number of columns whose matrix fits in the 48 KB of static shared memory.
pub const MAX_COLS: u32 = 48 * 1024 / (ROWS * ELEM_BYTES);

/// Returns the bank of every element of an array of `n` 4-byte elements and of a dense matrix of 4 x `n` of them, a line each.
///
/// ```
/// let table = smem_examples::bank_table(33);
/// assert!(table.contains("Array Idx: 32 Bank Idx: 0\n"));
/// assert!(table.contains("Matrix Idx: (1, 0) Bank Idx: 1\n"));
/// ```
pub fn bank_table(n: u32) -> String {
    let banks = Arch::DEFAULT.bank_model();
    let bank = |index: u32| banks.bank(index * ELEM_BYTES);
    let mut text = format!("Bank ID Mapping 1D: N = {n}\n");
    for i in 0..n {
        let _ = writeln!(text, "Array Idx: {i} Bank Idx: {}", bank(i));
    }
    let _ = writeln!(text, "Bank 2D Mapping 1D: M = {ROWS} N = {n}");
    for row in 0..ROWS {
        for col in 0..n {
            let _ = writeln!(text, "Matrix Idx: ({row}, {col}) Bank Idx: {}", bank(row * n + col));
        }
    }
    text
}
