//! The memories of a launch, and where each appears among generic addresses.

mod address_map;
mod allocation;
mod budget;
mod cluster_barrier;
mod described_address;
mod difference;
mod freed_ranges;
mod global;
mod heap;
mod host;
mod local;
mod mbarrier;
mod mbarrier_past;
mod plain_mbarrier;
mod shared;
mod state;

pub use address_map::{AddressMap, AddressMapError};
pub(crate) use allocation::Allocation;
pub use budget::MemoryBudget;
pub(crate) use budget::TakenMemory;
pub(crate) use global::{FreedMemory, GlobalMemory, MemoryHandle, copy};
pub(crate) use heap::DeviceHeap;
pub use host::HostMemory;
pub(crate) use local::LocalMemory;
pub(crate) use mbarrier::Mbarrier;
pub(crate) use mbarrier_past::MbarrierPast;
pub(crate) use plain_mbarrier::PlainMbarrier;
pub(crate) use shared::{ClusterMemory, SharedMemory};
pub(crate) use state::{MemoryChange, MemoryState, StateReader};

use crate::isa::Space;

// The device's addresses are 29 to 63 TiB, where no program of Linux on x86-64 or AArch64 has memory of its own, unless it asks for the
// address: programs are above 0x5500_0000_0000 or in the first 4 GiB, and mappings grow down from the end of the lower half. So a pointer
// is either the host's or the device's.
/// Addresses of the heap of `malloc` begin here.
const HEAP_BASE: u64 = 0x1d00_0000_0000;
/// Device allocations start here.
pub(crate) const GLOBAL_BASE: u64 = 0x1f00_0000_0000;
/// Device allocations end here.
const GLOBAL_END: u64 = 0x3f00_0000_0000;
/// Generic addresses of the block's shared memory.
pub const SHARED_WINDOW: u64 = 0x1e00_0000_0000;
/// Generic addresses of the thread's local memory.
pub const LOCAL_WINDOW: u64 = 0x1e01_0000_0000;
/// Generic addresses of the kernel's parameters.
pub const PARAM_WINDOW: u64 = 0x1e02_0000_0000;
/// Generic addresses of constants, for kernels that only ask whether an address is one: `__constant__` variables are in global memory.
pub const CONST_WINDOW: u64 = 0x1e04_0000_0000;
/// Addresses of functions, where no memory is.
pub const FUNCTION_WINDOW: u64 = 0x1e03_0000_0000;
/// Bytes of a block's shared memory that are the system's, in kernels that have some of it.
pub const RESERVED_SHARED: u32 = 1024;
const WINDOW_BYTES: u64 = 1 << 24;
/// The block's number in its cluster is above these bits of an address in shared memory.
const BLOCK_BITS: u32 = 24;
/// More blocks than a cluster has.
const CLUSTER_BLOCKS: u64 = 1 << 8;

/// Returns the block of the cluster that an address in shared memory is in, and its place there.
#[inline]
pub(crate) fn block_of(address: u64) -> (usize, u64) {
    ((address >> BLOCK_BITS & (CLUSTER_BLOCKS - 1)) as usize, address & !((CLUSTER_BLOCKS - 1) << BLOCK_BITS))
}

/// Returns the first address of a block's shared memory in its cluster.
pub(crate) fn first_of(block: usize) -> u64 {
    (block as u64) << BLOCK_BITS
}

/// Returns the space of a generic address, and the address in that space.
#[inline]
pub(crate) fn resolve(address: u64) -> (Space, u64) {
    let within = |window: u64| address.wrapping_sub(window) < WINDOW_BYTES;
    if address.wrapping_sub(SHARED_WINDOW) < WINDOW_BYTES * CLUSTER_BLOCKS {
        (Space::Shared, address - SHARED_WINDOW)
    } else if within(LOCAL_WINDOW) {
        (Space::Local, address - LOCAL_WINDOW)
    } else if within(PARAM_WINDOW) {
        (Space::Param, address - PARAM_WINDOW)
    } else {
        (Space::Global, address)
    }
}
