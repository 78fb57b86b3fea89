//! Products of small matrices by a whole warp.

use crate::isa::{GroupShape, Pred, ProductShape, Slot};

/// A warp's matrix product `d = a * b + c`. The registers of each follow one another.
#[derive(Debug, Clone, Copy)]
pub struct MatrixProduct {
    pub shape: ProductShape,
    pub d: Slot,
    pub a: Slot,
    pub b: Slot,
    pub c: Slot,
    /// Where the elements of a sparse `a` are.
    pub metadata: Option<Slot>,
}

/// A product of four warps together, `d = a * b + c`, of 64 rows. Each warp has 16 of them, and reads shared memory by itself.
#[derive(Debug, Clone, Copy)]
pub struct GroupProduct {
    pub shape: GroupShape,
    pub d: Slot,
    /// Four registers; `None` where it is in shared memory.
    pub a: Option<Slot>,
    /// Four uniform registers: the descriptors of both factors, of which the first may be unused.
    pub descriptors: Slot,
    pub c: Slot,
    /// Where it is false, `c` counts as zeros.
    pub adds: Pred,
    /// It is the last product of a group.
    pub ends_group: bool,
}

impl GroupProduct {
    /// Bytes that the four warps read of shared memory.
    pub fn shared_bytes(&self) -> u64 {
        self.shape.shared_bytes(self.a.is_none())
    }
}
