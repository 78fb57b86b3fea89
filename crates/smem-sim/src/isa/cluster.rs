//! Instructions of PTX on the shared memory of other blocks of the cluster.

use super::memory::AddressOperand;
use super::register::Slot;
use super::types::Space;

/// `mapa`: the address, in another block of the cluster, of the byte that is at this place of its shared memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MappedAddress {
    /// Shared or generic, as the address is.
    pub(crate) space: Space,
    pub(crate) d: Slot,
    pub(crate) a: Slot,
    /// The number of the block.
    pub(crate) rank: Slot,
    /// The bits of the registers.
    pub(crate) keep: u64,
}

/// `getctarank`: the number of the block that an address in shared memory is in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RankOfAddress {
    pub(crate) space: Space,
    pub(crate) d: Slot,
    pub(crate) a: Slot,
}

/// `st.async`: a store to another block of the cluster that completes transactions of an `mbarrier` there.
#[derive(Debug, Clone)]
pub(crate) struct TrackedStore {
    pub(crate) address: AddressOperand,
    pub(crate) barrier: AddressOperand,
    /// Bytes of one element.
    pub(crate) bytes: u32,
    pub(crate) slots: Vec<Slot>,
}
