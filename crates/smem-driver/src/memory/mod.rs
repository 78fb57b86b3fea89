//! Memory of the devices, and memory of the host that the driver knows.

mod host;
mod map;
mod page_locked;

pub use host::HostBytes;
pub(crate) use host::{HostKind, HostRange};
pub(crate) use map::{DeviceRange, MemoryMap, Pointed};
pub(crate) use page_locked::PageLocked;
