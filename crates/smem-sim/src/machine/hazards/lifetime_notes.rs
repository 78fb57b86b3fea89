//! Notes of accesses to the memory of other blocks of a cluster.

use super::order::Tick;
use std::collections::HashMap;

/// Who accesses the memory of which block, with which instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Visit {
    /// The number in the cluster of the block whose memory it is.
    pub(super) rank: u32,
    pub(super) pc: u32,
    /// The place of the maker among those that threads know of.
    pub(super) maker: usize,
}

/// The last visit of a maker, and how many there were.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastVisit {
    pub(super) tick: Tick,
    pub(super) thread: u32,
    pub(super) address: u32,
    pub(super) times: u64,
}

/// The accesses to the memory of blocks that run.
#[derive(Debug, Default)]
pub(super) struct LifetimeNotes(HashMap<Visit, LastVisit>);

impl LifetimeNotes {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn add(&mut self, visit: Visit, tick: Tick, thread: u32, address: u32) {
        let last = self.0.entry(visit).or_insert(LastVisit { tick, thread, address, times: 0 });
        *last = LastVisit { tick, thread, address, times: last.times + 1 };
    }

    /// Takes those of a block's memory, in the order of the code.
    pub(super) fn take(&mut self, rank: u32) -> Vec<(Visit, LastVisit)> {
        let mut taken: Vec<_> = self.0.extract_if(|visit, _| visit.rank == rank).collect();
        taken.sort_by_key(|(visit, _)| (visit.pc, visit.maker));
        taken
    }
}
