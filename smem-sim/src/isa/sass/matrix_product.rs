//! Products of small matrices by a whole warp.

use crate::isa::Slot;

/// A warp's matrix product `d = a * b + c`. There are 16 rows of `a` and 8 columns of `b`; of f64, 8 and 8.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatrixProduct {
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
    Bytes { left_signed: bool, right_signed: bool },
    F64,
}

/// The elements of its sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatrixSum {
    F16,
    F32,
    S32,
    F64,
}
