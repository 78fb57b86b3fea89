//! Tensor cores: the sums of products of small matrices, for both instruction sets.
//!
//! ```text
//! product     a warp's product, from registers to registers
//! tiled       several of them, of registers in any place
//! sparse      where the elements of a sparse matrix are
//! accumulate  how the products of one result are summed
//! ```

pub(super) mod accumulate;
mod product;
mod sparse;
mod tiled;

pub(super) use product::{left_rows, product, results};
pub(super) use tiled::multiply;
