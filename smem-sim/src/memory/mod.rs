//! The memories of a launch, and where each appears among generic addresses.

mod global;
mod heap;
mod local;
mod mbarrier;
mod shared;

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
const WINDOW_BYTES: u64 = 1 << 24;

/// Returns the space of a generic address, and the address in that space.
#[inline]
pub(crate) fn resolve(address: u64) -> (Space, u64) {
    let within = |window: u64| address.wrapping_sub(window) < WINDOW_BYTES;
    if within(SHARED_WINDOW) {
        (Space::Shared, address - SHARED_WINDOW)
    } else if within(LOCAL_WINDOW) {
        (Space::Local, address - LOCAL_WINDOW)
    } else if within(PARAM_WINDOW) {
        (Space::Param, address - PARAM_WINDOW)
    } else {
        (Space::Global, address)
    }
}
