//! Global memory: the allocations that a launch sees, by their addresses.

use super::freed_ranges::FreedRanges;
use super::{Allocation, DeviceHeap, GLOBAL_BASE, GLOBAL_END, HEAP_BASE, HostMemory, MemoryBudget};
use std::sync::Arc;

/// The least bytes between two allocations that belong to neither, so that a small overrun is detected.
const GAP: u64 = 256;
/// Addresses of allocations are multiples of this, and those of larger ones of that, as a driver has them.
const UNIT: u64 = 512;
const LARGE: u64 = 1 << 20;
const UNIT_OF_LARGE: u64 = 2 << 20;
/// Bytes that are copied at a time.
const COPIED_AT_ONCE: u64 = 64 << 10;

/// An allocation beside its address, so that a search does not go through all of memory.
#[derive(Debug, Clone)]
pub(super) struct AllocationAt {
    pub(super) base: u64,
    pub(super) memory: Arc<Allocation>,
}

/// An allocation that was freed; a launch may still have it.
#[derive(Debug)]
pub(crate) struct FreedMemory {
    _memory: Arc<Allocation>,
}

/// The allocations of a device. A clone is what there is now: a launch works on one, and neither sees later allocations nor loses those
/// that are freed meanwhile.
#[derive(Debug, Clone)]
pub(crate) struct GlobalMemory {
    /// Sorted by address; copied where one changes it while a launch has it.
    allocations: Arc<Vec<AllocationAt>>,
    used: u64,
    /// Counts allocations that came and went.
    layout: u64,
    freed: FreedRanges,
    heap: Arc<DeviceHeap>,
    budget: MemoryBudget,
    /// The bit of the launch that this is for, among those that run.
    launch: u64,
}

impl Default for GlobalMemory {
    fn default() -> Self {
        let (allocations, heap, budget) = (Arc::default(), Arc::default(), MemoryBudget::default());
        Self { allocations, used: 0, layout: 0, freed: FreedRanges::default(), heap, budget, launch: 1 }
    }
}

impl GlobalMemory {
    /// The budget of the launch, and of allocations that name none.
    pub(crate) fn budget(&self) -> &MemoryBudget {
        &self.budget
    }

    /// The memory of a launch that takes from this budget and has this bit.
    pub(crate) fn of_launch(&self, budget: &MemoryBudget, launch: u64) -> Self {
        Self { budget: budget.clone(), launch, ..self.clone() }
    }

    /// Allocates bytes that are zero and returns their address, or `None` if the budget or the host does not have that much memory.
    pub(crate) fn alloc(&mut self, bytes: u64, budget: &MemoryBudget) -> Option<u64> {
        let taken = budget.take(bytes)?;
        let room = bytes.checked_add(GAP)?.checked_next_multiple_of(UNIT)?;
        let base = self.free_range(room, if bytes > LARGE { UNIT_OF_LARGE } else { UNIT })?;
        self.insert(Allocation::zeroed(base, bytes, Some(taken))?);
        self.used = self.used.max(base + room - GLOBAL_BASE);
        Some(base)
    }

    /// The address of so many bytes that no allocation has, a multiple of `unit`: one that was never used, as long as there are some.
    fn free_range(&self, room: u64, unit: u64) -> Option<u64> {
        let fits = |base: u64, end: u64| base.checked_add(room).is_some_and(|own| own <= end);
        let fresh = (GLOBAL_BASE + self.used).next_multiple_of(unit);
        if fits(fresh, GLOBAL_END) {
            return Some(fresh);
        }
        let inside = self.allocations.iter().filter(|at| (GLOBAL_BASE..GLOBAL_END).contains(&at.base));
        let mut start = GLOBAL_BASE;
        for AllocationAt { base, memory } in inside {
            if fits(start, *base) {
                return Some(start);
            }
            start = (base + memory.bytes() + GAP).next_multiple_of(unit);
        }
        fits(start, GLOBAL_END).then_some(start)
    }

    fn insert(&mut self, memory: Allocation) {
        let base = memory.base();
        self.freed.forget(base, memory.bytes());
        let at = self.allocations.partition_point(|other| other.base < base);
        self.layout += 1;
        Arc::make_mut(&mut self.allocations).insert(at, AllocationAt { base, memory: Arc::new(memory) });
    }

    /// Maps `bytes` bytes of the host program's memory at `address`; the error is a sentence that says why they cannot be there.
    pub(crate) fn map_host(&mut self, address: u64, memory: Arc<dyn HostMemory>, bytes: u64) -> Result<(), String> {
        if !address.is_multiple_of(8) {
            return Err(format!("host memory at {address:#x} is not at a multiple of 8 bytes"));
        }
        let end = address.checked_add(bytes).filter(|_| address != 0 && bytes != 0);
        let Some(end) = end else { return Err(format!("there are no {bytes} bytes of host memory at {address:#x}")) };
        if address < GLOBAL_END && end > HEAP_BASE {
            return Err(format!("host memory at {address:#x} is among the addresses of the device"));
        }
        if let Some(AllocationAt { base, memory }) = self.last_from(end - 1)
            && base + memory.bytes() > address
        {
            return Err(format!("host memory at {address:#x} overlaps the {} bytes at {base:#x}", memory.bytes()));
        }
        self.insert(Allocation::of_host(address, memory, bytes));
        Ok(())
    }

    /// Takes out the allocation at an address, which the caller drops: that takes time, and of the host's memory runs the host's code.
    pub(crate) fn free(&mut self, address: u64) -> Option<FreedMemory> {
        let at = self.allocations.binary_search_by_key(&address, |at| at.base).ok()?;
        self.layout += 1;
        let memory = Arc::make_mut(&mut self.allocations).remove(at).memory;
        self.freed.add(address, memory.bytes());
        Some(FreedMemory { _memory: memory })
    }

    /// The memory that was freed last.
    pub(super) fn freed(&self) -> &FreedRanges {
        &self.freed
    }

    /// The last allocation that begins at an address or in front of it.
    #[inline]
    pub(super) fn last_from(&self, address: u64) -> Option<&AllocationAt> {
        let behind = self.allocations.partition_point(|at| at.base <= address);
        self.allocations.get(behind.checked_sub(1)?)
    }

    /// Returns the allocation that holds all of these bytes.
    #[inline]
    pub(crate) fn find(&self, address: u64, bytes: u64) -> Option<&Allocation> {
        if let Some(found) = self.last_from(address).filter(|at| at.memory.offset(address, bytes).is_some()) {
            return Some(&found.memory);
        }
        self.heap.memory().filter(|heap| heap.offset(address, bytes).is_some())
    }

    /// The allocation of the device's own memory that holds a byte, and its first address.
    #[inline]
    pub(crate) fn own(&self, address: u64) -> Option<(&Allocation, u64)> {
        self.find(address, 1).filter(|found| found.is_own()).map(|found| (found, found.base()))
    }

    /// Returns a handle on the allocation that holds all of these bytes, and their place in it.
    pub(crate) fn place_of(&self, address: u64, bytes: u64) -> Option<(MemoryHandle, u64)> {
        let found = self.last_from(address).and_then(|at| Some((&at.memory, at.memory.offset(address, bytes)?)));
        if let Some((memory, offset)) = found {
            return Some((MemoryHandle::Own(Arc::clone(memory)), offset));
        }
        let offset = self.heap.memory()?.offset(address, bytes)?;
        Some((MemoryHandle::Heap(Arc::clone(&self.heap)), offset))
    }

    /// Returns the address and the bytes of the allocation that holds an address; of one without bytes its own address.
    pub(crate) fn allocation_of(&self, address: u64) -> Option<(u64, u64)> {
        let AllocationAt { base, memory } = self.last_from(address)?;
        (address - base < memory.bytes().max(1)).then_some((*base, memory.bytes()))
    }

    /// Bytes of all allocations.
    pub(crate) fn allocated(&self) -> u64 {
        self.allocations.iter().map(|at| at.memory.bytes()).sum()
    }

    /// Bytes of the allocations that were ever written.
    pub(crate) fn written(&self) -> u64 {
        self.allocations.iter().filter(|at| !at.memory.is_untouched()).map(|at| at.memory.bytes()).sum()
    }

    /// All memory as it is now, with the same addresses. `None` if the budget does not have as much again.
    pub(crate) fn copied(&self) -> Option<Self> {
        let copy = |AllocationAt { base, memory }: &AllocationAt| {
            let taken = self.budget.take(memory.bytes())?;
            Some(AllocationAt { base: *base, memory: Arc::new(memory.copied(Some(taken))?) })
        };
        let allocations = Arc::new(self.allocations.iter().map(copy).collect::<Option<_>>()?);
        Some(Self { allocations, heap: Arc::new(self.heap.copied()), ..self.clone() })
    }

    /// A number that changes with each allocation and each that is freed.
    pub(crate) fn layout(&self) -> u64 {
        self.layout
    }

    pub(super) fn allocations(&self) -> &[AllocationAt] {
        &self.allocations
    }

    /// Whether a byte has changed since this launch asked last.
    pub(crate) fn take_changed(&self) -> bool {
        // Each of them is asked.
        let all = self.allocations.iter().map(|at| &*at.memory).chain(self.heap.memory());
        all.fold(false, |any, memory| memory.take_changed(self.launch) | any)
    }

    /// Returns the heap of `malloc` in kernels.
    pub(crate) fn heap(&self) -> &DeviceHeap {
        &self.heap
    }

    pub(crate) fn write(&self, address: u64, data: &[u8]) -> bool {
        let found = self.place_of(address, data.len() as u64);
        found.as_ref().inspect(|(memory, offset)| memory.write(*offset, data)).is_some() || data.is_empty()
    }

    pub(crate) fn read(&self, address: u64, data: &mut [u8]) -> bool {
        let Some((memory, offset)) = self.place_of(address, data.len() as u64) else { return data.is_empty() };
        memory.read(offset, data);
        true
    }
}

/// A handle on memory that stays while it is used, though it be freed.
#[derive(Debug)]
pub(crate) enum MemoryHandle {
    Own(Arc<Allocation>),
    Heap(Arc<DeviceHeap>),
}

impl std::ops::Deref for MemoryHandle {
    type Target = Allocation;

    #[expect(clippy::unreachable, reason = "a handle is made on memory that was found, and heaps keep theirs")]
    fn deref(&self) -> &Allocation {
        match self {
            Self::Own(memory) => memory,
            Self::Heap(heap) => heap.memory().unwrap_or_else(|| unreachable!("a handle is on memory that was found")),
        }
    }
}

/// Copies bytes from one place to another; the two may overlap.
pub(crate) fn copy((to, to_at): (&Allocation, u64), (from, from_at): (&Allocation, u64), bytes: u64) {
    let mut buffer = vec![0; COPIED_AT_ONCE.min(bytes) as usize];
    let pieces = bytes.div_ceil(COPIED_AT_ONCE);
    // A word is read before it is overwritten: from the end on where the target is after the source.
    let is_upwards = !std::ptr::eq(to, from) || to_at <= from_at;
    for piece in 0..pieces {
        let at = COPIED_AT_ONCE * if is_upwards { piece } else { pieces - 1 - piece };
        let piece = &mut buffer[..COPIED_AT_ONCE.min(bytes - at) as usize];
        from.read(from_at + at, piece);
        to.write(to_at + at, piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alloc(global: &mut GlobalMemory, bytes: u64) -> u64 {
        global.alloc(bytes, &MemoryBudget::default()).unwrap()
    }

    #[test]
    fn bytes_are_written_from_any_offset_to_any_other() {
        for (from, to) in (0..24).flat_map(|from| (from..=24).map(move |to| (from, to))) {
            let mut global = GlobalMemory::default();
            let at = alloc(&mut global, 24);
            let data: Vec<u8> = (1..).take(to - from).collect();
            assert!(global.write(at + from as u64, &data));
            let mut expected = [0; 24];
            expected[from..to].copy_from_slice(&data);
            let mut out = [0xff; 24];
            assert!(global.read(at, &mut out));
            assert_eq!(out, expected, "{from}..{to}");
            let mut part = vec![0; to - from];
            assert!(global.read(at + from as u64, &mut part));
            assert_eq!(part, data);
        }
    }

    #[test]
    fn patterns_fill_from_any_offset_to_any_other() {
        let patterns: [&[u8]; 4] = [&[1], &[1, 2], &[1, 2, 3, 4], &[1, 2, 3, 4, 5, 6, 7, 8]];
        for pattern in patterns {
            let size = pattern.len();
            for (from, to) in
                (0..=24 / size).flat_map(|from| (from..=24 / size).map(move |to| (from * size, to * size)))
            {
                let mut global = GlobalMemory::default();
                let at = alloc(&mut global, 24);
                assert!(global.write(at, &[9; 24]));
                let (memory, _) = global.place_of(at, 24).unwrap();
                memory.fill(from as u64, pattern, (to - from) as u64);
                let mut expected = [9; 24];
                (from..to).for_each(|i| expected[i] = pattern[i % size]);
                let mut out = [0; 24];
                assert!(global.read(at, &mut out));
                assert_eq!(out, expected, "{from}..{to} by {size}");
            }
        }
    }

    #[test]
    fn copies_that_overlap_have_the_bytes_of_before() {
        let bytes = 3 * COPIED_AT_ONCE as usize + 5;
        let before: Vec<u8> = (0..bytes).map(|i| ((i * 7) >> 3) as u8).collect();
        for (to, from) in [(0, 3), (3, 0), (COPIED_AT_ONCE as usize, 8), (8, COPIED_AT_ONCE as usize + 1)] {
            let mut global = GlobalMemory::default();
            let at = alloc(&mut global, bytes as u64);
            assert!(global.write(at, &before));
            let (memory, _) = global.place_of(at, 1).unwrap();
            let count = bytes - to.max(from);
            copy((&memory, to as u64), (&memory, from as u64), count as u64);
            let mut expected = before.clone();
            expected.copy_within(from..from + count, to);
            let mut out = vec![0; bytes];
            assert!(global.read(at, &mut out));
            assert!(out == expected, "{to} from {from}");
        }
    }

    #[test]
    fn narrow_stores_leave_their_neighbours() {
        let mut global = GlobalMemory::default();
        let at = alloc(&mut global, 16);
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

    #[test]
    fn addresses_are_used_again_only_when_there_are_no_others() {
        let mut global = GlobalMemory::default();
        let [first, second, third] = [100, 300, 100].map(|bytes| alloc(&mut global, bytes));
        assert!(global.free(second).is_some());
        assert!(alloc(&mut global, 8) > third);
        global.used = GLOBAL_END - GLOBAL_BASE;
        let again = alloc(&mut global, 300);
        assert_eq!(again, second);
        assert!(global.find(first, 100).is_some() && global.find(again + 299, 1).is_some());
        let last = alloc(&mut global, 300);
        assert!(last > third && last + 300 < GLOBAL_END);
        assert_eq!(global.alloc(GLOBAL_END - GLOBAL_BASE, &MemoryBudget::new(u64::MAX)), None);
    }

    #[test]
    fn a_launch_keeps_the_memory_that_is_freed_meanwhile_and_sees_no_later_one() {
        let mut device = GlobalMemory::default();
        let at = alloc(&mut device, 8);
        let launch = device.of_launch(&MemoryBudget::default(), 2);
        assert!(device.free(at).is_some());
        let later = alloc(&mut device, 8);
        assert!(launch.write(at, &[1; 8]) && !launch.write(later, &[1; 8]));
        assert!(!device.write(at, &[1; 8]) && device.write(later, &[1; 8]));
    }

    #[test]
    fn a_copy_of_written_memory_can_be_filled_with_zeros() {
        let mut global = GlobalMemory::default();
        let at = alloc(&mut global, 16);
        assert!(global.write(at, &[7; 16]));
        let copy = global.copied().unwrap();
        let (memory, offset) = copy.place_of(at, 16).unwrap();
        memory.fill(offset, &[0], 16);
        let mut out = [1; 16];
        assert!(copy.read(at, &mut out));
        assert_eq!(out, [0; 16]);
    }

    #[test]
    fn each_launch_sees_each_change_once() {
        let mut device = GlobalMemory::default();
        let at = alloc(&mut device, 8);
        let [one, other] = [1, 2].map(|bit| device.of_launch(&MemoryBudget::default(), bit));
        assert!(!one.take_changed() && !other.take_changed());
        one.find(at, 4).unwrap().store(0, 4, 7);
        assert!(one.take_changed() && !one.take_changed());
        assert!(other.take_changed() && !other.take_changed());
        one.find(at, 4).unwrap().store(0, 4, 7);
        assert!(!one.take_changed(), "the word stayed the same");
    }
}
