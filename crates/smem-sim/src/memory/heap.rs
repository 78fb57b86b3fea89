//! The heap that `malloc` in a kernel allocates from: a range of global addresses with memory of its own.
//!
//! Its addresses are below those of all other allocations. It lives as long as the device, so that one kernel may free what another one allocated. All of it is one allocation to an access:
//! an overrun from one block into the next is not a fault.

use super::{Allocation, HEAP_BASE};
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

/// Blocks are at multiples of this.
const UNIT: u64 = 16;
/// Bytes of the heap, as a GPU has them unless the program asks for more.
const BYTES: u64 = 8 << 20;

#[derive(Debug, Default)]
pub(crate) struct DeviceHeap {
    memory: OnceLock<Allocation>,
    blocks: Mutex<HeapBlocks>,
}

#[derive(Debug, Clone)]
struct HeapBlocks {
    /// Offset and bytes of each free range, which are not neighbours.
    free: BTreeMap<u64, u64>,
    /// Offset and bytes of each block in use.
    used: BTreeMap<u64, u64>,
}

impl Default for HeapBlocks {
    fn default() -> Self {
        Self { free: BTreeMap::from([(0, BYTES)]), used: BTreeMap::new() }
    }
}

impl DeviceHeap {
    /// Allocates at least this many bytes. `None` where there is no room.
    pub(crate) fn alloc(&self, bytes: u64) -> Option<u64> {
        let bytes = bytes.max(1).checked_next_multiple_of(UNIT)?;
        let mut blocks = self.blocks.lock().ok()?;
        let (&at, &room) = blocks.free.iter().find(|(_, room)| **room >= bytes)?;
        if self.memory.get().is_none() {
            // The lock is held, so that no other thread sets it.
            let _ = self.memory.set(Allocation::zeroed(HEAP_BASE, BYTES, None)?);
        }
        blocks.free.remove(&at);
        if room > bytes {
            blocks.free.insert(at + bytes, room - bytes);
        }
        blocks.used.insert(at, bytes);
        Some(HEAP_BASE + at)
    }

    /// Frees what `alloc` has returned. Returns whether the address is such a one.
    pub(crate) fn free(&self, address: u64) -> bool {
        let Ok(mut blocks) = self.blocks.lock() else { return false };
        let at = address.wrapping_sub(HEAP_BASE);
        let Some(bytes) = blocks.used.remove(&at) else { return false };
        if let Some(memory) = self.memory.get() {
            // Somebody may wait for room.
            memory.note_change();
        }
        let (mut start, mut end) = (at, at + bytes);
        if let Some((&before, &room)) = blocks.free.range(..at).next_back()
            && before + room == at
        {
            blocks.free.remove(&before);
            start = before;
        }
        if let Some(room) = blocks.free.remove(&end) {
            end += room;
        }
        blocks.free.insert(start, end - start);
        true
    }

    /// The heap as it is now.
    pub(super) fn copied(&self) -> Self {
        let memory = OnceLock::new();
        if let Some(copy) = self.memory.get().and_then(|known| known.copied(None)) {
            memory.get_or_init(|| copy);
        }
        let blocks = self.blocks.lock().map(|blocks| blocks.clone()).unwrap_or_default();
        Self { memory, blocks: Mutex::new(blocks) }
    }

    /// The memory of the heap, once something was allocated.
    pub(super) fn memory(&self) -> Option<&Allocation> {
        self.memory.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_neighbours_become_one_range_again() {
        let heap = DeviceHeap::default();
        let blocks: Vec<u64> = (0..4).map(|_| heap.alloc(100).unwrap()).collect();
        assert_eq!(blocks[1] - blocks[0], 112);
        for i in [1, 3, 0, 2] {
            assert!(heap.free(blocks[i]));
            assert!(!heap.free(blocks[i]), "it is free already");
        }
        assert!(!heap.free(HEAP_BASE + 4));
        assert_eq!(heap.alloc(BYTES), Some(HEAP_BASE));
        assert_eq!(heap.alloc(1), None, "the heap is full");
        assert_eq!(DeviceHeap::default().alloc(u64::MAX), None);
    }

    #[test]
    fn blocks_in_use_do_not_overlap() {
        let heap = DeviceHeap::default();
        let mut live: Vec<(u64, u64)> = Vec::new();
        let mut state = 1u64;
        for _ in 0..2000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if state >> 40 & 1 == 0 && !live.is_empty() {
                let (at, _) = live.swap_remove((state >> 41) as usize % live.len());
                assert!(heap.free(at));
            } else {
                let bytes = (state >> 42) % 5000;
                if let Some(at) = heap.alloc(bytes) {
                    let apart = |&(other, room): &(u64, u64)| at + bytes <= other || other + room <= at;
                    assert!(at.is_multiple_of(UNIT) && live.iter().all(apart));
                    live.push((at, bytes.max(1)));
                }
            }
        }
    }
}
