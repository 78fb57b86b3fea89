//! The memories of a launch, and where each appears among generic addresses.

mod address_map;
mod budget;
mod cluster;
mod global;
mod heap;
mod local;
mod mbarrier;
mod shared;

pub use address_map::{AddressMap, AddressMapError};
pub use budget::MemoryBudget;
pub(crate) use budget::TakenMemory;
pub(crate) use cluster::ClusterMemory;
pub(crate) use global::{Allocation, GlobalMemory};
pub(crate) use heap::DeviceHeap;
pub(crate) use local::LocalMemory;
pub(crate) use mbarrier::Mbarrier;
pub(crate) use shared::SharedMemory;

use crate::isa::Space;

/// Device allocations start here.
pub(crate) const GLOBAL_BASE: u64 = 0x7f00_0000_0000;
/// Generic addresses of the block's shared memory.
pub(crate) const SHARED_WINDOW: u64 = 0x7e00_0000_0000;
/// Generic addresses of the thread's local memory.
pub(crate) const LOCAL_WINDOW: u64 = 0x7e01_0000_0000;
/// Generic addresses of the kernel's parameters.
pub(crate) const PARAM_WINDOW: u64 = 0x7e02_0000_0000;
/// Generic addresses of constants, for kernels that only ask whether an address is one: `__constant__` variables are in global memory.
pub(crate) const CONST_WINDOW: u64 = 0x7e04_0000_0000;
/// Addresses of functions, where no memory is.
pub(crate) const FUNCTION_WINDOW: u64 = 0x7e03_0000_0000;
/// Bytes of a block's shared memory that are the system's, in kernels that have some of it.
pub(crate) const RESERVED_SHARED: u32 = 1024;
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
