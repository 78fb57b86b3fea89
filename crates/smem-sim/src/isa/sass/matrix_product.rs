//! Products of small matrices by a whole warp.

use crate::isa::{GroupShape, Pred, ProductShape, Slot};

/// A warp's matrix product `d = a * b + c`. The registers of each follow one another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatrixProduct {
    pub(crate) shape: ProductShape,
    pub(crate) d: Slot,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
    pub(crate) c: Slot,
    /// Where the elements of a sparse `a` are.
    pub(crate) metadata: Option<Slot>,
}

/// A product of four warps together, `d = a * b + c`, of 64 rows. Each warp has 16 of them, and reads shared memory by itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GroupProduct {
    pub(crate) shape: GroupShape,
    pub(crate) d: Slot,
    /// Four registers; `None` where it is in shared memory.
    pub(crate) a: Option<Slot>,
    /// Four uniform registers: the descriptors of both factors, of which the first may be unused.
    pub(crate) descriptors: Slot,
    pub(crate) c: Slot,
    /// Where it is false, `c` counts as zeros.
    pub(crate) adds: Pred,
    /// It is the last product of a group.
    pub(crate) ends_group: bool,
}

impl GroupProduct {
    /// Bytes that the four warps read of shared memory.
    pub(crate) fn shared_bytes(&self) -> u64 {
        self.shape.shared_bytes(self.a.is_none())
    }
}
