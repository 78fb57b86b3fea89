//! Accesses to the memory of another block of the cluster before that has begun, or after it has ended.
//!
//! The blocks of a cluster are started together, but only its barrier shows that another runs; and a block's memory is gone when its threads
//! have ended, so one of them has to wait for each access.

use super::findings::FoundAccess;
use super::lifetime_notes::{LastVisit, Visit};
use super::order::Maker;
use super::shadow::Toucher;
use super::Hazards;
use crate::cluster_access::BlockLifetime;
use crate::lanes::lanes;

impl Hazards {
    /// Notes an access to the memory of another block, which is the one entered.
    pub(super) fn note_access(&mut self, toucher: &Toucher, address: u32) {
        let &Toucher { warp, pc, maker, .. } = toucher;
        let rank = self.memory.rank;
        for lane in lanes(toucher.lanes) {
            let thread = 32 * warp + lane as u32;
            let maker = match maker {
                Maker::Thread { tick, .. } => Maker::Thread { thread, tick },
                other => other,
            };
            let (place, tick) = self.order.place_of(maker);
            self.lifetimes.add(Visit { rank, pc, maker: place }, tick, thread, address);
            if !self.order.knows_of_begin(warp, lane as u32) {
                let (number, block) = (self.number, self.memory.block);
                let found = FoundAccess { number, block, thread, address, times: 1 };
                self.findings.add_visit(pc, BlockLifetime::MayNotHaveBegun, found);
            }
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
        for (Visit { pc, maker, .. }, LastVisit { tick, thread, address, times }) in visits {
            if known.get(maker).is_none_or(|known| *known <= tick) {
                let found = FoundAccess { number, block, thread, address, times };
                self.findings.add_visit(pc, BlockLifetime::MayHaveEnded, found);
            }
        }
    }
}
