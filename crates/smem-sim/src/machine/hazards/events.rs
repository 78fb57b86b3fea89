//! The barriers, fences and waits that threads have passed.

use super::Hazards;
use crate::isa::MemoryFence;
use std::sync::Arc;

impl Hazards {
    /// Every thread of the block has waited for every other.
    pub(in crate::machine) fn whole_block(&mut self) {
        // Nothing later can race with them.
        self.deferred.clear();
        self.order.whole_block(self.first_warp);
    }

    /// The lanes `mask` of a warp, which has the lanes `whole`, have waited for one another.
    pub(in crate::machine) fn warp_barrier(&mut self, warp: u32, mask: u32, whole: u32) {
        // A lane that has ended has not waited.
        self.order.warp_barrier(self.first_warp + warp, mask, whole & !mask == 0);
    }

    /// The lanes `mask` of a warp have taken part in an exchange, which carries these reads.
    pub(in crate::machine) fn exchange(&mut self, warp: u32, mask: u32, reads: Option<&Arc<[u32]>>) {
        self.order.exchange(self.first_warp + warp, mask, reads);
    }

    /// Lanes have arrived at the barrier of the cluster in this phase. `relaxed`: it passes on what they knew at their last fence alone.
    pub(in crate::machine) fn cluster_arrival(&mut self, warp: u32, mask: u32, phase: u32, relaxed: bool) {
        self.order.cluster_arrival(self.first_warp + warp, mask, phase, relaxed);
    }

    /// Lanes have waited for this phase at the barrier of the cluster.
    pub(in crate::machine) fn cluster_wait(&mut self, warp: u32, mask: u32, phase: u32) {
        self.order.cluster_wait(self.first_warp + warp, mask, phase);
    }

    /// Lanes have arrived at a barrier of the block, and do not wait there.
    pub(in crate::machine) fn barrier_arrival(&mut self, id: u32, warp: u32, mask: u32) {
        self.order.barrier_arrival(id, self.first_warp + warp, mask);
    }

    /// A barrier of the block lets these lanes of these warps go.
    pub(in crate::machine) fn barrier_release(&mut self, id: u32, waiting: &[(u32, u32)]) {
        match self.first_warp {
            0 => self.order.barrier_release(id, waiting),
            first => {
                let waiting: Vec<_> = waiting.iter().map(|(warp, mask)| (first + warp, *mask)).collect();
                self.order.barrier_release(id, &waiting);
            }
        }
    }

    /// A fence of these lanes.
    pub(in crate::machine) fn fence(&mut self, warp: u32, mask: u32, fence: MemoryFence) {
        if self.logs_fences && fence.releases {
            self.order.log_fence(warp, mask, fence.scope.spans_blocks());
        }
        self.order.fence(self.first_warp + warp, mask);
    }

    /// Makes known what the atomics and the loads of flags of these lanes have found.
    pub(in crate::machine) fn acquire(&mut self, warp: u32, mask: u32) {
        self.order.acquire(self.first_warp + warp, mask);
    }

    /// These lanes let bulk copies see what they know.
    pub(in crate::machine) fn proxy_fence(&mut self, warp: u32, mask: u32) {
        self.order.proxy_fence(self.first_warp + warp, mask);
    }

    /// The asynchronous copies of these lanes so far are a group.
    pub(in crate::machine) fn commit_copies(&mut self, warp: u32, mask: u32) {
        self.order.commit_copies(self.first_warp + warp, mask);
    }

    /// These lanes wait for all but their last `pending` groups of copies; `None`: for all copies.
    pub(in crate::machine) fn wait_copies(&mut self, warp: u32, mask: u32, pending: Option<u32>) {
        self.order.wait_copies(self.first_warp + warp, mask, pending);
    }

    /// A thread arrives at an `mbarrier` or expects bytes there, or with a negative number, a copy of it has brought some; `ends`: the
    /// phase is complete by that.
    pub(in crate::machine) fn mbarrier_arrival(&mut self, address: u32, thread: u32, bytes: i64, ends: bool) {
        let (address, thread) = (self.memory.name(address), self.numbered(thread));
        if bytes < 0 {
            self.order.mbarrier_copied(address, ends);
        } else {
            self.order.mbarrier_arrival(address, thread / 32, thread % 32, ends);
        }
    }

    /// Lanes have found the phase of an `mbarrier` complete.
    pub(in crate::machine) fn mbarrier_wait(&mut self, address: u32, warp: u32, mask: u32) {
        self.order.mbarrier_wait(self.memory.name(address), self.first_warp + warp, mask);
    }

    /// The `cp.async` of a thread so far complete at an `mbarrier`, at which the thread then arrives.
    pub(in crate::machine) fn copies_arrive(&mut self, address: u32, thread: u32) {
        let thread = self.numbered(thread);
        self.order.copies_arrive(self.memory.name(address), thread / 32, thread % 32);
    }
}
