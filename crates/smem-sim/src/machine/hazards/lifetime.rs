//! Accesses to the memory of another block of the cluster before that has begun, or after it has ended.
//!
//! The blocks of a cluster are started together, but only its barrier shows that another runs; and a block's memory is gone when its threads
//! have ended, so one of them has to wait for each access.

use super::Hazards;
use super::findings::FoundAccess;
use super::lifetime_notes::{Visit, Visitor};
use super::order::Tick;
use crate::cluster_access::BlockLifetime;
use crate::lanes::lanes;

impl Hazards {
    /// Notes an access of these lanes of a warp, if it is to the memory of another block.
    #[inline]
    pub(super) fn note_visit(&mut self, pc: u32, warp: u32, mask: u32, tick: Tick, addresses: impl Fn(usize) -> u32) {
        if self.memory.rank != self.rank && mask != 0 {
            self.note_visitor(pc, Visitor::Warp(warp), (warp, mask), tick, addresses(mask.trailing_zeros() as usize));
        }
    }

    /// The same of the copy of a thread that completes at an `mbarrier`.
    pub(super) fn note_copied_visit(&mut self, pc: u32, thread: u32, agent: u32, tick: Tick, address: u32) {
        if self.memory.rank != self.rank {
            let lane = (thread / 32, 1 << (thread % 32));
            self.note_visitor(pc, Visitor::Agent { thread, agent }, lane, tick, address);
        }
    }

    fn note_visitor(&mut self, pc: u32, by: Visitor, (warp, mask): (u32, u32), tick: Tick, address: u32) {
        self.lifetimes.add(Visit { rank: self.memory.rank, pc, by }, tick, mask, address);
        let unaware = self.order.unaware_of_begin(warp, mask);
        if unaware != 0 {
            let (number, block) = (self.number, self.memory.block);
            let (thread, times) = (32 * warp + unaware.trailing_zeros(), unaware.count_ones().into());
            let found = FoundAccess { number, block, thread, address, times };
            self.findings.add_visit(pc, BlockLifetime::MayNotHaveBegun, found);
        }
    }

    /// The running block has ended: finds the accesses to its memory that no thread of it has waited for.
    pub(super) fn find_late_accesses(&mut self) {
        let (number, block) = (self.number, self.memory.block);
        let visits = self.lifetimes.take(self.rank);
        if visits.is_empty() {
            return;
        }
        let known = self.order.known_to_block(self.rank);
        let is_known = |of: u32, tick: Tick| known.get(of as usize).is_some_and(|known| *known > tick);
        for (Visit { pc, by, .. }, visits) in visits {
            let open = |(tick, mask): &(Tick, u32)| match by {
                Visitor::Agent { thread, agent } => (!is_known(agent, *tick)).then_some(thread),
                Visitor::Warp(warp) => {
                    lanes(*mask).map(|lane| 32 * warp + lane as u32).find(|thread| !is_known(*thread, *tick))
                }
            };
            if let Some(thread) = visits.last.iter().find_map(open) {
                let found = FoundAccess { number, block, thread, address: visits.address, times: visits.times };
                self.findings.add_visit(pc, BlockLifetime::MayHaveEnded, found);
            }
        }
    }
}
