//! Instructions of PTX on the shared memory of other blocks of the cluster.

use super::memory::AddressOperand;
use super::register::Slot;
use super::types::Space;

/// `mapa`: the address, in another block of the cluster, of the byte that is at this place of its shared memory.
#[derive(Debug, Clone, Copy)]
pub struct MappedAddress {
    /// Shared or generic, as the address is.
    pub space: Space,
    pub d: Slot,
    pub a: Slot,
    /// The number of the block.
    pub rank: Slot,
    /// The bits of the registers.
    pub keep: u64,
}

/// `getctarank`: the number of the block that an address in shared memory is in.
#[derive(Debug, Clone, Copy)]
pub struct RankOfAddress {
    pub space: Space,
    pub d: Slot,
    pub a: Slot,
}

/// `st.async`: a store to another block of the cluster that completes transactions of an `mbarrier` there.
#[derive(Debug, Clone)]
pub struct TrackedStore {
    pub address: AddressOperand,
    pub barrier: AddressOperand,
    /// Bytes of one element.
    pub bytes: u32,
    pub slots: Vec<Slot>,
}
