//! Notes of accesses to the memory of other blocks of a cluster.

use super::order::Tick;
use std::collections::HashMap;

/// The maker of an access to the memory of another block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Visitor {
    /// Lanes of a warp, as it is numbered in the cluster.
    Warp(u32),
    /// A copy of a thread that completes at an `mbarrier`: the place of that among those whose work threads know of.
    Agent { thread: u32, agent: u32 },
}

/// The block whose memory is accessed, the instruction and the maker of the access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Visit {
    /// The number in the cluster of the block whose memory it is.
    pub(super) rank: u32,
    pub(super) pc: u32,
    pub(super) by: Visitor,
}

/// The last visits of each lane, and how many there were in all.
#[derive(Debug, Clone, Default)]
pub(super) struct LastVisits {
    /// Ticks, with the lanes whose last visit was then.
    pub(super) last: Vec<(Tick, u32)>,
    /// The address of one lane.
    pub(super) address: u32,
    pub(super) times: u64,
}

/// The accesses to the memory of blocks that run.
#[derive(Debug, Default)]
pub(super) struct LifetimeNotes(HashMap<Visit, LastVisits>);

impl LifetimeNotes {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn add(&mut self, visit: Visit, tick: Tick, lanes: u32, address: u32) {
        let visits = self.0.entry(visit).or_default();
        (visits.address, visits.times) = (address, visits.times + u64::from(lanes.count_ones()));
        match &mut visits.last[..] {
            [only] if only.1 & !lanes == 0 => *only = (tick, lanes),
            _ => {
                visits.last.iter_mut().for_each(|(_, others)| *others &= !lanes);
                visits.last.retain(|(_, others)| *others != 0);
                visits.last.push((tick, lanes));
            }
        }
    }

    /// Takes those of a block's memory, in the order of the code.
    pub(super) fn take(&mut self, rank: u32) -> Vec<(Visit, LastVisits)> {
        let mut taken: Vec<_> = self.0.extract_if(|visit, _| visit.rank == rank).collect();
        taken.sort_by_key(|(visit, _)| *visit);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_visit_of_each_lane_is_kept() {
        let mut notes = LifetimeNotes::default();
        let visit = Visit { rank: 1, pc: 7, by: Visitor::Warp(3) };
        notes.add(visit, 5, 0xff, 0);
        notes.add(visit, 6, 0xff, 4);
        notes.add(visit, 7, 0x0f, 8);
        assert!(notes.take(0).is_empty());
        let taken = notes.take(1);
        assert_eq!((taken[0].1.last.clone(), taken[0].1.times), (vec![(6, 0xf0), (7, 0x0f)], 20));
    }
}
