//! Reads that are noted later, or never.
//!
//! Most kernels fill shared memory, wait at a barrier, and read it many times until the next one. Nothing races with such a read unless
//! a thread writes between the same two barriers. So a read of what nothing changed since the last barrier is put aside as a whole; the
//! shadow learns of it in front of the next access of another kind, and a barrier of the block drops it.

use super::order::Tick;
use super::places::Places;

/// As many requests as are put aside at once: they fit into a core's cache.
const MOST: usize = 512;

/// A request of a warp that reads.
#[derive(Debug)]
pub(super) struct DeferredRead {
    pub(super) pc: u32,
    pub(super) warp: u32,
    /// The tick of the warp's stretch.
    pub(super) tick: Tick,
    pub(super) places: Places,
    pub(super) mask: u32,
    pub(super) bytes: u32,
    pub(super) addresses: [u32; 32],
}

/// The reads put aside since the last barrier of the block, in their order.
#[derive(Debug, Default)]
pub(super) struct DeferredReads {
    reads: Vec<DeferredRead>,
}

impl DeferredReads {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.reads.is_empty()
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.reads.len() == MOST
    }

    #[inline]
    pub(super) fn push(&mut self, read: DeferredRead) {
        self.reads.push(read);
    }

    pub(super) fn clear(&mut self) {
        self.reads.clear();
    }

    /// Calls `f` with each read, the oldest first, and forgets them.
    pub(super) fn drain(&mut self, f: impl FnMut(&DeferredRead)) {
        self.reads.iter().for_each(f);
        self.reads.clear();
    }
}
