//! Tensor cores: the sums of products of small matrices, for both instruction sets.
//!
//! ```text
//! product     a warp's product, from registers to registers
//! group       products of four warps, with factors in shared memory
//! sparse      where the elements of a sparse matrix are
//! accumulate  how the products of one result are summed
//! ```

pub(super) mod accumulate;
mod group;
mod product;
mod sparse;

pub(super) use group::{GroupLeft, GroupPart};
pub(super) use product::{left_rows, product, results};
