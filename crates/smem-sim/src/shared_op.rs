//! The kinds of shared-memory instructions.

use std::fmt;

/// The kind of a shared-memory instruction.
///
/// ```
/// assert_eq!(smem_sim::SharedOp::LdMatrix.to_string(), "ldmatrix");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SharedOp {
    /// `ld`
    Load,
    /// `st`
    Store,
    /// `atom` and `red`. Lanes on one word take a wavefront each, two for compare-and-swap.
    Atomic,
    /// `ldmatrix`
    LdMatrix,
    /// `stmatrix`
    StMatrix,
    /// `cp.async`, which is neither a load nor a store: a GPU's counters of those do not see it, though its counter of all wavefronts does.
    ///
    /// `.ca` takes what [`BankModel::async_copy_cost`](smem_banks::BankModel::async_copy_cost) says of a source that misses L1: with its
    /// source in L1 a GPU may take fewer wavefronts, never fewer than the shared addresses ask for. `.cg` takes what
    /// [`BankModel::bypass_copy_cost`](smem_banks::BankModel::bypass_copy_cost) says: none for lanes that copy 16 bytes.
    AsyncCopy,
    /// `wgmma`, the matrix product of four warps, as it reads its factors: a request is counted in the first of the warps.
    ///
    /// On an H200 it takes a wavefront for each 128 bytes of both factors, whatever their layout: so did 16 products of five kernels, in a
    /// counter of its own.
    GroupProduct,
}

impl fmt::Display for SharedOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Load => "load",
            Self::Store => "store",
            Self::Atomic => "atomic",
            Self::LdMatrix => "ldmatrix",
            Self::StMatrix => "stmatrix",
            Self::AsyncCopy => "asynchronous copy",
            Self::GroupProduct => "warp-group product",
        })
    }
}
