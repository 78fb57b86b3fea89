//! Products of small matrices by a whole warp.

use crate::isa::{Pred, Slot};

/// A warp's matrix product `d = a * b + c`. There are 8 columns of `b`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatrixProduct {
    /// Rows of `a`: 16 or 8.
    pub(crate) rows: usize,
    /// Columns of `a`.
    pub(crate) depth: usize,
    pub(crate) factor: Factor,
    pub(crate) sum: MatrixSum,
    pub(crate) d: Slot,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
    pub(crate) c: Slot,
}

/// The elements of the factors of a matrix product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Factor {
    F16,
    Bf16,
    Tf32,
    Bytes {
        left_signed: bool,
        right_signed: bool,
    },
    F64,
    /// Single bits, whose products are 1 where both are, or where one is.
    Bits {
        differ: bool,
    },
    /// Four numbers of 8 bits, with 4 bits of exponent or with 5.
    F8 {
        left: Float8,
        right: Float8,
    },
}

/// A floating-point number of 8 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Float8 {
    E4M3,
    E5M2,
}

/// The elements of its sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatrixSum {
    F16,
    F32,
    S32,
    /// Sums beyond the range of an i32 become its ends.
    S32Saturating,
    F64,
}

/// A product of four warps together, `d = a * b + c`, of 64 rows. Each warp has 16 of them, and reads shared memory by itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GroupProduct {
    /// Columns of `b`.
    pub(crate) columns: usize,
    /// Columns of `a`.
    pub(crate) depth: usize,
    pub(crate) factor: Factor,
    pub(crate) sum: MatrixSum,
    pub(crate) d: Slot,
    /// Four registers; `None` where it is in shared memory.
    pub(crate) a: Option<Slot>,
    /// Four uniform registers: the descriptors of both factors, of which the first may be unused.
    pub(crate) descriptors: Slot,
    pub(crate) c: Slot,
    /// Where it is false, `c` counts as zeros.
    pub(crate) adds: Pred,
    pub(crate) negated: [bool; 2],
    /// The other dimension is the contiguous one.
    pub(crate) transposed: [bool; 2],
}

/// Bytes of a row of the left factor and of a column of the right one, whatever their elements are.
const LINE_BYTES: u64 = 32;

impl GroupProduct {
    /// Bytes that the four warps read of shared memory.
    pub(crate) fn shared_bytes(&self) -> u64 {
        let rows = if self.a.is_none() { 64 } else { 0 };
        LINE_BYTES * (rows + self.columns as u64)
    }
}
