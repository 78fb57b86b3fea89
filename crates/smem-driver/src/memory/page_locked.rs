//! Page-locked memory: memory of the host that the driver hands out.

use std::sync::atomic::AtomicU64;

/// Where page-locked memory begins.
const ALIGNMENT: u64 = 4096;

/// Memory of the host. Programs write to it by its address, so its words are atomic here.
#[derive(Debug)]
pub(crate) struct PageLocked {
    words: Vec<AtomicU64>,
}

impl PageLocked {
    /// Returns so many bytes, all zero; `None` where the host does not have them.
    pub(crate) fn new(bytes: u64) -> Option<PageLocked> {
        let count = usize::try_from(bytes.checked_add(ALIGNMENT)?.div_ceil(8)).ok()?;
        let mut words = Vec::new();
        words.try_reserve_exact(count).ok()?;
        words.resize_with(count, AtomicU64::default);
        Some(PageLocked { words })
    }

    /// The address of the first byte that programs may use.
    pub(crate) fn address(&self) -> u64 {
        (self.words.as_ptr() as u64).next_multiple_of(ALIGNMENT)
    }
}
