//! Bulk copies of boxes of tensors.

use super::memory::{AddressOperand, AtomicOp};
use super::register::Slot;

/// The direction of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TensorPath {
    /// `multicast`: to the same place in several blocks of the cluster.
    ToShared {
        multicast: bool,
    },
    ToGlobal {
        reduction: Option<AtomicOp>,
    },
}

/// A copy of a box of a tensor by each lane, of PTX.
#[derive(Debug, Clone)]
pub struct TensorTransfer {
    pub path: TensorPath,
    /// The generic address of the tensor map.
    pub map: Slot,
    /// The box's first element, along each dimension.
    pub at: Vec<Slot>,
    pub shared: AddressOperand,
    /// The `mbarrier` at which a copy to shared memory completes.
    pub barrier: Option<AddressOperand>,
    /// Of a multicast, the blocks of the cluster, a bit each.
    pub blocks: Option<Slot>,
}
