//! Reads that are noted later, or never.
//!
//! Most kernels fill shared memory, wait at a barrier, and read it many times until the next one. Nothing races with such a read unless
//! a thread writes between the same two barriers. So a read of what nothing changed since the last barrier is put aside as a whole; the
//! shadow learns of it in front of the next access of another kind, and a barrier of the block drops it.

use super::order::Tick;
use super::places::Places;
use crate::machine::pattern::WarpPattern;

/// As many requests as are put aside at once: they fit into a core's cache. Those without a pattern take more room.
const MOST: usize = 1 << 14;
const MOST_LISTED: usize = 1 << 11;

/// A request of a warp that reads.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeferredRead {
    pub(super) pc: u32,
    pub(super) warp: u32,
    /// The tick of the warp's stretch.
    pub(super) tick: Tick,
    pub(super) places: Places,
    pub(super) mask: u32,
    pub(super) bytes: u32,
}

/// Where a request has its addresses: the first, if they have a pattern, or their number in a list.
#[derive(Debug, Clone, Copy)]
enum DeferredAddresses {
    Alike(u32),
    InRow(u32),
    Listed(u32),
}

/// The reads put aside since the last barrier of the block, in their order.
#[derive(Debug, Default)]
pub(super) struct DeferredReads {
    reads: Vec<(DeferredRead, DeferredAddresses)>,
    listed: Vec<[u32; 32]>,
}

impl DeferredReads {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.reads.is_empty()
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.reads.len() == MOST || self.listed.len() == MOST_LISTED
    }

    #[inline]
    pub(super) fn push(&mut self, read: DeferredRead, addresses: &[u32; 32]) {
        let kept = match WarpPattern::of_places(addresses, read.bytes) {
            WarpPattern::Alike => DeferredAddresses::Alike(addresses[0]),
            WarpPattern::InRow => DeferredAddresses::InRow(addresses[0]),
            WarpPattern::Other => {
                self.listed.push(*addresses);
                DeferredAddresses::Listed(self.listed.len() as u32 - 1)
            }
        };
        self.reads.push((read, kept));
    }

    pub(super) fn clear(&mut self) {
        self.reads.clear();
        self.listed.clear();
    }

    /// Calls `f` with each read and its addresses, the oldest first, and forgets them.
    pub(super) fn drain(&mut self, mut f: impl FnMut(&DeferredRead, &[u32; 32])) {
        for (read, addresses) in &self.reads {
            match *addresses {
                DeferredAddresses::Alike(first) => f(read, &[first; 32]),
                DeferredAddresses::InRow(first) => {
                    f(read, &std::array::from_fn(|lane| first + read.bytes * lane as u32))
                }
                DeferredAddresses::Listed(at) => f(read, &self.listed[at as usize]),
            }
        }
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_come_back_with_their_addresses_in_their_order() {
        let mut reads = DeferredReads::default();
        let of = |step: u32, odd: u32| -> [u32; 32] { std::array::from_fn(|lane| (128 + step * lane as u32) ^ odd) };
        let all = [of(0, 0), of(4, 0), of(8, 0), of(4, 64), of(4, 0)];
        for (pc, addresses) in (0..).zip(&all) {
            let places = Places::Own { merges: true };
            reads.push(DeferredRead { pc, warp: 0, tick: 1, places, mask: 0xff, bytes: 4 }, addresses);
        }
        assert_eq!(reads.listed.len(), 2, "those without a pattern");
        let mut seen = Vec::new();
        reads.drain(|read, addresses| seen.push((read.pc, *addresses)));
        assert_eq!(seen, (0..).zip(all).collect::<Vec<_>>());
        assert!(reads.is_empty() && reads.listed.is_empty());
    }
}
