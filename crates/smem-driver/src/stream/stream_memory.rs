//! Memory that streams allocate and free in their order (`cudaMallocAsync`), and the kernels that use it out of that order.
//!
//! A kernel uses the allocations that its parameters point to, structures among them: what it reaches through pointers in memory is not known
//! before it runs.

use parking_lot::Mutex;
use std::collections::BTreeMap;

use smem_report::StreamMisuseKind;
use smem_sim::Isa;

use super::work_clock::{WorkClock, WorkPlace};

/// The host's part in the order of work, and the memory that streams allocate.
#[derive(Debug, Default)]
pub(crate) struct StreamOrder {
    /// The work that some thread of the program has waited for.
    host: Mutex<WorkClock>,
    memory: Mutex<BTreeMap<u64, StreamRange>>,
}

/// An allocation in the order of a stream.
#[derive(Debug, Clone)]
struct StreamRange {
    bytes: u64,
    allocated: WorkPlace,
    freed: Option<WorkPlace>,
    /// The last use of each stream, with the kernel.
    uses: BTreeMap<u64, (WorkPlace, StreamUser)>,
}

/// A kernel that uses memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StreamUser {
    /// Its name in PTX.
    pub(crate) kernel: String,
    /// The instruction set that runs.
    pub(crate) isa: Isa,
}

/// A use that the order of streams does not allow, and the first address of the memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StreamMisuse {
    pub(crate) user: StreamUser,
    pub(crate) address: u64,
    pub(crate) misuse: StreamMisuseKind,
}

impl StreamOrder {
    /// The program has waited for this work.
    pub(crate) fn waited(&self, clock: &WorkClock) {
        self.host.lock().join(clock);
    }

    /// Returns the work that the program has waited for.
    pub(crate) fn host(&self) -> WorkClock {
        self.host.lock().clone()
    }

    /// Memory was allocated at this place of a stream.
    pub(crate) fn allocated(&self, address: u64, bytes: u64, allocated: WorkPlace) {
        let mut memory = self.memory.lock();
        forget(&mut memory, address, bytes);
        memory.insert(address, StreamRange { bytes, allocated, freed: None, uses: BTreeMap::new() });
    }

    /// The memory is another allocation's from now on.
    pub(crate) fn forget(&self, address: u64, bytes: u64) {
        forget(&mut self.memory.lock(), address, bytes);
    }

    /// A kernel with these parameters runs at a place of a stream, after the work that the clock has. Returns its misuses.
    pub(crate) fn used(
        &self,
        parameters: &[u8],
        user: &StreamUser,
        place: WorkPlace,
        clock: &WorkClock,
    ) -> Vec<StreamMisuse> {
        let mut memory = self.memory.lock();
        if memory.is_empty() {
            return Vec::new();
        }
        let mut misuses: Vec<StreamMisuse> = Vec::new();
        // Pointers are at multiples of their bytes.
        for word in parameters.chunks_exact(8) {
            let pointer = word.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            let Some((address, range)) = memory.range_mut(..=pointer).next_back() else { continue };
            if pointer - address >= range.bytes {
                continue;
            }
            let misuse = match range.freed {
                Some(_) => Some(StreamMisuseKind::UsedAfterFree),
                None if !clock.has(range.allocated) => Some(StreamMisuseKind::UsedBeforeAllocation),
                None => None,
            };
            range.uses.insert(place.queue, (place, user.clone()));
            let misuse = misuse.map(|misuse| StreamMisuse { user: user.clone(), address: *address, misuse });
            misuses.extend(misuse.filter(|misuse| !misuses.contains(misuse)));
        }
        misuses
    }

    /// Memory is freed at a place of a stream, after the work that the clock has. Returns the uses that may not have ended.
    pub(crate) fn freed(&self, address: u64, place: WorkPlace, clock: &WorkClock) -> Vec<StreamMisuse> {
        let mut memory = self.memory.lock();
        let Some(range) = memory.get_mut(&address) else { return Vec::new() };
        range.freed = Some(place);
        let open = range.uses.values().filter(|(used, _)| !clock.has(*used));
        let misuse = StreamMisuseKind::FreedWhileUsed;
        open.map(|(_, user)| StreamMisuse { user: user.clone(), address, misuse }).collect()
    }
}

/// Takes out what has a byte in common with these.
fn forget(memory: &mut BTreeMap<u64, StreamRange>, address: u64, bytes: u64) {
    let end = address.saturating_add(bytes.max(1));
    let common =
        memory.range(..end).rev().take_while(|(first, range)| **first + range.bytes > address || **first >= address);
    let common: Vec<u64> = common.map(|(first, _)| *first).collect();
    common.iter().for_each(|first| {
        memory.remove(first);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use StreamMisuseKind::{FreedWhileUsed, UsedAfterFree, UsedBeforeAllocation};

    const AT: u64 = 0x1f00_0000_0000;

    fn misuses(order: &StreamOrder, queue: u64, clock: &WorkClock) -> Vec<StreamMisuseKind> {
        let user = StreamUser { kernel: "k".to_owned(), isa: Isa::Sass };
        let parameters = [1_u64.to_le_bytes(), (AT + 8).to_le_bytes()].concat();
        let place = WorkPlace { queue, number: 9 };
        order.used(&parameters, &user, place, clock).iter().map(|misuse| misuse.misuse).collect()
    }

    fn clock(works: &[(u64, u64)]) -> WorkClock {
        let mut clock = WorkClock::default();
        works.iter().for_each(|(queue, number)| clock.add(WorkPlace { queue: *queue, number: *number }));
        clock
    }

    #[test]
    fn a_use_comes_after_the_allocation_and_before_the_free() {
        let order = StreamOrder::default();
        order.allocated(AT, 64, WorkPlace { queue: 1, number: 3 });
        assert_eq!(misuses(&order, 2, &clock(&[(1, 2)])), [UsedBeforeAllocation]);
        assert_eq!(misuses(&order, 2, &clock(&[(1, 3)])), []);
        let freed = |clock: &WorkClock| -> Vec<_> {
            let place = WorkPlace { queue: 1, number: 4 };
            order.freed(AT, place, clock).into_iter().map(|misuse| misuse.misuse).collect()
        };
        assert_eq!(freed(&clock(&[(1, 4), (2, 9)])), []);
        assert_eq!(freed(&clock(&[(1, 4), (2, 8)])), [FreedWhileUsed]);
        assert_eq!(misuses(&order, 1, &clock(&[(1, 9)])), [UsedAfterFree]);
    }

    #[test]
    fn another_allocation_takes_the_place_of_what_was_freed() {
        let order = StreamOrder::default();
        order.allocated(AT, 64, WorkPlace { queue: 1, number: 3 });
        order.forget(AT + 63, 1);
        assert_eq!(misuses(&order, 2, &clock(&[])), []);
        order.allocated(AT, 64, WorkPlace { queue: 1, number: 3 });
        order.forget(AT + 64, 1);
        order.forget(AT - 8, 8);
        assert_eq!(misuses(&order, 2, &clock(&[])), [UsedBeforeAllocation]);
    }
}
