//! Page-locked memory: memory of the host that the driver hands out, for the program and its kernels.

use std::sync::atomic::{
    AtomicU64,
    Ordering::{AcqRel, Acquire},
};

use smem_sim::HostMemory;

/// Page-locked memory begins at a multiple of so many bytes.
const ALIGNMENT: u64 = 4096;

/// Memory of the host. Programs write to it by its address, so its words are atomic here.
#[derive(Debug)]
pub(crate) struct PageLocked {
    words: Vec<AtomicU64>,
    /// The number of the first word that programs may use.
    first: usize,
    bytes: u64,
}

impl PageLocked {
    /// Returns so many bytes, all zero; `None` where the host does not have them.
    pub(crate) fn new(bytes: u64) -> Option<PageLocked> {
        let count = usize::try_from(bytes.checked_add(ALIGNMENT)?.div_ceil(8)).ok()?;
        let mut words: Vec<AtomicU64> = Vec::new();
        words.try_reserve_exact(count).ok()?;
        words.resize_with(count, AtomicU64::default);
        let start = words.as_ptr() as u64;
        let first = (start.next_multiple_of(ALIGNMENT) - start) / 8;
        Some(PageLocked { words, first: first as usize, bytes })
    }

    /// The address of the first byte that programs may use.
    pub(crate) fn address(&self) -> u64 {
        self.words.as_ptr() as u64 + 8 * self.first as u64
    }
}

impl HostMemory for PageLocked {
    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn load(&self, word: u64) -> u64 {
        self.words[self.first + word as usize].load(Acquire)
    }

    fn compare_exchange(&self, word: u64, old: u64, new: u64) -> Result<u64, u64> {
        self.words[self.first + word as usize].compare_exchange(old, new, AcqRel, Acquire)
    }
}
