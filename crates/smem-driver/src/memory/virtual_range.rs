//! Memory without an address, and memory at reserved addresses.

/// Memory of a device that a program made without an address.
#[derive(Debug)]
pub(crate) struct UnmappedMemory {
    pub(crate) bytes: u64,
    pub(crate) device: u32,
}

/// Memory at an address of a reserved range.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MappedMemory {
    pub(crate) memory: u64,
    pub(crate) bytes: u64,
    pub(crate) device: u32,
    pub(crate) is_accessible: bool,
}

/// Addresses that a program reserved.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReservedRange {
    pub(crate) bytes: u64,
    /// The first address of the simulator's allocation that holds them.
    pub(crate) allocation: u64,
}
