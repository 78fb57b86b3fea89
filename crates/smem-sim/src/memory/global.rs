//! Global memory: allocations of 64-bit words that all blocks share.
//!
//! Blocks run on several host threads, so every word is atomic, every load acquires and every
//! store releases: a flag that one block sets for another works on any host. A narrow store changes its
//! bytes of the word and no others.

use super::{DeviceHeap, GLOBAL_BASE, MemoryBudget, TakenMemory};
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
};

/// The least bytes between two allocations that belong to neither, so that a small overrun is detected.
const GAP: u64 = 256;

#[derive(Debug)]
pub(crate) struct Allocation {
    base: u64,
    bytes: u64,
    words: Vec<AtomicU64>,
    /// Of the budget; the heap of `malloc` is beside it.
    _taken: Option<TakenMemory>,
    /// Whether a kernel has changed a byte, since the last question.
    changed: AtomicBool,
}

#[derive(Debug, Default)]
pub(crate) struct GlobalMemory {
    /// Sorted by address.
    allocations: Vec<Allocation>,
    used: u64,
    heap: DeviceHeap,
    budget: MemoryBudget,
}

#[inline]
fn mask_of(bytes: u32) -> u64 {
    if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}

impl Allocation {
    pub(super) fn copied(&self, taken: Option<TakenMemory>) -> Self {
        let words = self.words.iter().map(|word| AtomicU64::new(word.load(Acquire))).collect();
        Self { base: self.base, bytes: self.bytes, words, _taken: taken, changed: AtomicBool::new(false) }
    }

    /// Memory at an address of its own, all zero.
    pub(super) fn zeroed(base: u64, bytes: u64) -> Self {
        let words = (0..bytes.div_ceil(8)).map(|_| AtomicU64::new(0)).collect();
        Self { base, bytes, words, _taken: None, changed: AtomicBool::new(false) }
    }

    /// Returns the offset of `bytes` bytes at an address if they are inside.
    #[inline]
    pub(crate) fn offset(&self, address: u64, bytes: u64) -> Option<u64> {
        let offset = address.wrapping_sub(self.base);
        (offset < self.bytes && self.bytes - offset >= bytes).then_some(offset)
    }

    /// `bytes` is 1, 2, 4 or 8, and the offset a multiple of it.
    #[inline]
    pub(crate) fn load(&self, offset: u64, bytes: u32) -> u64 {
        let word = self.words[(offset / 8) as usize].load(Acquire);
        word >> (offset % 8 * 8) & mask_of(bytes)
    }

    #[inline]
    pub(crate) fn store(&self, offset: u64, bytes: u32, value: u64) {
        if bytes == 8 {
            return self.merge(offset / 8, u64::MAX, value);
        }
        self.merge(offset / 8, mask_of(bytes) << (offset % 8 * 8), value << (offset % 8 * 8));
    }

    /// Replaces the bits of `mask` in one word.
    #[inline]
    pub(crate) fn merge(&self, word: u64, mask: u64, value: u64) {
        let word = &self.words[word as usize];
        if mask == u64::MAX {
            if word.swap(value, AcqRel) != value {
                self.note_change();
            }
            return;
        }
        let mut old = word.load(Acquire);
        while let Err(now) = word.compare_exchange_weak(old, old & !mask | value & mask, AcqRel, Acquire) {
            old = now;
        }
        if (old ^ value) & mask != 0 {
            self.note_change();
        }
    }

    /// Notes that a byte has changed: behind the change, so that who asks afterwards sees it.
    #[inline]
    pub(super) fn note_change(&self) {
        // Mostly it is noted, and the word stays shared among the host's cores.
        if !self.changed.load(Relaxed) {
            self.changed.store(true, Release);
        }
    }

    /// Applies `change` to the bytes atomically and returns their old value.
    pub(crate) fn update(&self, offset: u64, bytes: u32, change: impl Fn(u64) -> u64) -> u64 {
        let word = &self.words[(offset / 8) as usize];
        let (shift, mask) = (offset % 8 * 8, mask_of(bytes));
        let mut old = word.load(Acquire);
        loop {
            let before = old >> shift & mask;
            let new = old & !(mask << shift) | (change(before) & mask) << shift;
            match word.compare_exchange_weak(old, new, AcqRel, Acquire) {
                Ok(_) => {
                    if new != old {
                        self.note_change();
                    }
                    return before;
                }
                Err(now) => old = now,
            }
        }
    }
}

impl GlobalMemory {
    /// The budget of later allocations.
    pub(crate) fn budget(&self) -> &MemoryBudget {
        &self.budget
    }

    pub(crate) fn set_budget(&mut self, budget: &MemoryBudget) {
        self.budget = budget.clone();
    }

    /// Allocates bytes that are zero and returns their address, or `None` if the budget or the host does not have that much memory.
    pub(crate) fn alloc(&mut self, bytes: u64) -> Option<u64> {
        let words = usize::try_from(bytes.div_ceil(8)).ok()?;
        let taken = self.budget.take(bytes)?;
        // The host commits pages of zeros when they are written.
        let storage = bytemuck::allocation::try_zeroed_vec(words).ok()?;
        let base = GLOBAL_BASE.checked_add(self.used)?;
        let room = bytes.checked_add(GAP)?.checked_next_multiple_of(256)?;
        self.used = self.used.checked_add(room).filter(|&used| used < 1 << 56)?;
        let (_taken, changed) = (Some(taken), AtomicBool::new(false));
        self.allocations.push(Allocation { base, bytes, words: storage, _taken, changed });
        Some(base)
    }

    pub(crate) fn free(&mut self, address: u64) -> bool {
        match self.allocations.binary_search_by_key(&address, |a| a.base) {
            Ok(at) => {
                self.allocations.remove(at);
                true
            }
            Err(_) => false,
        }
    }

    /// Returns the allocation that holds all of these bytes.
    #[inline]
    pub(crate) fn find(&self, address: u64, bytes: u64) -> Option<&Allocation> {
        let at = self.allocations.partition_point(|a| a.base <= address);
        let found = match at.checked_sub(1) {
            Some(before) => self.allocations.get(before)?,
            None => self.heap.memory()?,
        };
        found.offset(address, bytes).map(|_| found)
    }

    /// Bytes of all allocations.
    pub(crate) fn allocated(&self) -> u64 {
        self.allocations.iter().map(|allocation| allocation.bytes).sum()
    }

    /// All memory as it is now, with the same addresses. `None` if the budget does not have as much again.
    pub(crate) fn copied(&self) -> Option<Self> {
        let copy = |allocation: &Allocation| Some(allocation.copied(Some(self.budget.take(allocation.bytes)?)));
        let allocations = self.allocations.iter().map(copy).collect::<Option<_>>()?;
        Some(Self { allocations, used: self.used, heap: self.heap.copied(), budget: self.budget.clone() })
    }

    /// Whether a kernel has changed a byte since this was asked last.
    pub(crate) fn take_changed(&self) -> bool {
        // Each of them is asked.
        self.allocations.iter().chain(self.heap.memory()).fold(false, |any, a| a.changed.swap(false, AcqRel) | any)
    }

    /// Returns the heap of `malloc` in kernels.
    pub(crate) fn heap(&self) -> &DeviceHeap {
        &self.heap
    }

    /// Describes where an address outside every allocation is.
    pub(crate) fn describe(&self, address: u64) -> String {
        let at = self.allocations.partition_point(|a| a.base <= address);
        match at.checked_sub(1).and_then(|at| self.allocations.get(at)) {
            Some(a) if address - a.base < a.bytes + (1 << 20) => {
                let over = address - a.base;
                if over >= a.bytes {
                    format!("{} bytes after the end of the {} bytes at {:#x}", over - a.bytes, a.bytes, a.base)
                } else {
                    format!("it runs over the end of the {} bytes at {:#x}", a.bytes, a.base)
                }
            }
            _ => match self.allocations.get(at) {
                Some(a) if a.base - address < 1 << 20 => {
                    format!("{} bytes before the {} bytes at {:#x}", a.base - address, a.bytes, a.base)
                }
                _ => "no allocation is near".to_owned(),
            },
        }
    }

    pub(crate) fn write(&self, address: u64, data: &[u8]) -> bool {
        let Some(found) = self.find(address, data.len() as u64) else { return data.is_empty() };
        let mut offset = address - found.base;
        let mut rest = data;
        while !rest.is_empty() {
            let start = (offset % 8) as usize;
            if start == 0 {
                let (whole, _) = rest.as_chunks::<8>();
                for (word, bytes) in found.words[(offset / 8) as usize..].iter().zip(whole) {
                    word.store(u64::from_le_bytes(*bytes), Release);
                }
                offset += 8 * whole.len() as u64;
                rest = &rest[8 * whole.len()..];
                if rest.is_empty() {
                    break;
                }
            }
            let take = rest.len().min(8 - start);
            let mut word = [0; 8];
            word[start..start + take].copy_from_slice(&rest[..take]);
            found.merge(offset / 8, mask_of(take as u32) << (8 * start), u64::from_le_bytes(word));
            offset += take as u64;
            rest = &rest[take..];
        }
        true
    }

    pub(crate) fn read(&self, address: u64, data: &mut [u8]) -> bool {
        let Some(found) = self.find(address, data.len() as u64) else { return data.is_empty() };
        let mut offset = address - found.base;
        let mut rest = data;
        while !rest.is_empty() {
            let start = (offset % 8) as usize;
            let take = rest.len().min(8 - start);
            let word = found.words[(offset / 8) as usize].load(Acquire).to_le_bytes();
            rest[..take].copy_from_slice(&word[start..start + take]);
            offset += take as u64;
            rest = &mut rest[take..];
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_from_any_offset_to_any_other() {
        for (from, to) in (0..24).flat_map(|from| (from..=24).map(move |to| (from, to))) {
            let mut global = GlobalMemory::default();
            let at = global.alloc(24).unwrap();
            let data: Vec<u8> = (1..).take(to - from).collect();
            assert!(global.write(at + from as u64, &data));
            let mut expected = [0; 24];
            expected[from..to].copy_from_slice(&data);
            let mut out = [0xff; 24];
            assert!(global.read(at, &mut out));
            assert_eq!(out, expected, "{from}..{to}");
        }
    }

    #[test]
    fn narrow_stores_leave_their_neighbours() {
        let mut global = GlobalMemory::default();
        let at = global.alloc(16).unwrap();
        assert!(global.write(at, &[0xff; 16]));
        let a = global.find(at + 3, 1).unwrap();
        a.store(3, 1, 0);
        a.store(12, 4, 0x0102_0304);
        let mut out = [0; 16];
        assert!(global.read(at, &mut out));
        assert_eq!(out, [255, 255, 255, 0, 255, 255, 255, 255, 255, 255, 255, 255, 4, 3, 2, 1]);
        assert!(global.find(at + 9, 8).is_none());
        assert_eq!(global.describe(at + 16), format!("0 bytes after the end of the 16 bytes at {at:#x}"));
    }
}
