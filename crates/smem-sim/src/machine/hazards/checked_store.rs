//! A store as the check sees it.

use crate::lanes::Lanes;
use crate::memory::SharedMemory;

/// The check of a store, before it is made: what it will write, and what is there.
pub(in crate::machine) struct CheckedStore<'s> {
    pub(in crate::machine) addresses: &'s Lanes,
    pub(in crate::machine) mask: u32,
    pub(in crate::machine) bytes: u32,
    /// A byte of what a lane stores.
    pub(in crate::machine) value: &'s dyn Fn(usize, usize) -> u8,
    pub(in crate::machine) memory: &'s SharedMemory,
}
