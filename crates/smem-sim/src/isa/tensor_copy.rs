//! Bulk copies of boxes of tensors.

use super::memory::{AddressOperand, AtomicOp};
use super::register::Slot;

/// The direction of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TensorPath {
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
pub(crate) struct TensorTransfer {
    pub(crate) path: TensorPath,
    /// The generic address of the tensor map.
    pub(crate) map: Slot,
    /// The box's first element, along each dimension.
    pub(crate) at: Vec<Slot>,
    pub(crate) shared: AddressOperand,
    /// The `mbarrier` at which a copy to shared memory completes.
    pub(crate) barrier: Option<AddressOperand>,
    /// Of a multicast, the blocks of the cluster, a bit each.
    pub(crate) blocks: Option<Slot>,
}
