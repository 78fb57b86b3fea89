//! The order that `mbarrier`s make.

use super::known::{join, join_some};
use super::{Maker, MbarrierOrder, Order};

impl Order {
    /// The copies of `mbarrier`s at this address begin; there is an order at it from now on.
    pub(super) fn mbarrier(&mut self, address: u32) -> &mut MbarrierOrder {
        // The first place after the threads' says whether the blocks of the cluster have begun.
        let agent = self.threads() + 1 + self.mbarriers.len();
        self.mbarriers.entry(address).or_insert(MbarrierOrder { agent, filling: Vec::new(), complete: Vec::new() })
    }

    /// A lane arrives at an `mbarrier`, of which `ends` says that its phase is complete by that.
    pub(in crate::machine::hazards) fn mbarrier_arrival(&mut self, address: u32, warp: u32, lane: u32, ends: bool) {
        let bound = self.next();
        let known = self.known_to(warp, 1 << lane, bound);
        self.warps[warp as usize].now = bound;
        let barrier = self.mbarrier(address);
        join(&mut barrier.filling, &known);
        if ends {
            barrier.complete = barrier.filling.clone();
        }
    }

    /// Lanes have found the phase of an `mbarrier` complete.
    pub(in crate::machine::hazards) fn mbarrier_wait(&mut self, address: u32, warp: u32, mask: u32) {
        let Some(barrier) = self.mbarriers.get(&address) else { return };
        let known = barrier.complete.clone();
        self.each_of(warp, mask, |group| join_some(&mut group.others, Some(&known)));
    }

    /// A copy that completes at an `mbarrier` begins; returns who makes its accesses.
    pub(in crate::machine::hazards) fn mbarrier_copy(&mut self, address: u32, thread: u32) -> Maker {
        let tick = self.next();
        Maker::Agent { thread, agent: self.mbarrier(address).agent as u32, tick }
    }

    /// A copy has completed at an `mbarrier`, of which `ends` says that its phase is complete by that.
    pub(in crate::machine::hazards) fn mbarrier_copied(&mut self, address: u32, ends: bool) {
        let bound = self.next();
        let barrier = self.mbarrier(address);
        let agent = barrier.agent;
        if barrier.filling.len() <= agent {
            barrier.filling.resize(agent + 1, 0);
        }
        barrier.filling[agent] = bound;
        if ends {
            barrier.complete = barrier.filling.clone();
        }
    }
}
