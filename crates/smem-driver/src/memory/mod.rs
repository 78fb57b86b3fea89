//! Memory of the devices, and memory of the host that the driver knows.

mod array;
mod host;
mod map;
#[expect(clippy::indexing_slicing, reason = "the simulator asks for words among those that there are")]
mod page_locked;
mod virtual_range;

pub(crate) use array::DeviceArray;
pub use array::DeviceArrayShape;
pub use host::HostBytes;
pub(crate) use host::{HostKind, HostRange};
pub use map::PoolUse;
pub(crate) use map::{DeviceRange, MemoryMap, Pointed, RangeOwner};
pub(crate) use page_locked::PageLocked;
pub(crate) use virtual_range::{MappedMemory, ReservedRange, UnmappedMemory};
