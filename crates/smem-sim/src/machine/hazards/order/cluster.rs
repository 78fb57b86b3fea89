//! The order that the barrier of a cluster makes, and `__syncthreads()` in one of its blocks.

use super::Order;
use super::known::{Known, LaneGroup, Tick, join, join_some};
use std::sync::Arc;

impl Order {
    /// Lanes have arrived at the barrier of the cluster in this phase: with what they know, or `relaxed` with what they knew at a fence.
    pub(in crate::machine::hazards) fn cluster_arrival(&mut self, warp: u32, mask: u32, phase: u32, relaxed: bool) {
        let bound = self.next();
        let mut known = Known::new();
        if relaxed {
            self.each_of(warp, mask, |group| join_some_released(&mut known, group.released.take()));
        } else {
            known = self.known_to(warp, mask, bound);
        }
        join(self.cluster.phases.entry(phase).or_default(), &known);
        // A thread that arrives has waited for the last phase, so all threads have waited for the phase before that.
        self.cluster.phases.retain(|of, _| of + 1 >= phase);
        self.warps[warp as usize].now = bound;
    }

    /// Lanes have waited for a phase of the barrier of the cluster.
    pub(in crate::machine::hazards) fn cluster_wait(&mut self, warp: u32, mask: u32, phase: u32) {
        let mut known = self.cluster.phases.get(&phase).cloned().unwrap_or_default();
        let begun = self.begun();
        if known.len() <= begun {
            known.resize(begun + 1, 0);
        }
        known[begun] = Tick::MAX;
        self.each_of(warp, mask, |group| join_some(&mut group.others, Some(&known)));
    }

    /// The place in [`Known`] for whether all blocks of the cluster have begun.
    fn begun(&self) -> usize {
        self.threads()
    }

    /// The lanes among `mask` that do not know that all blocks of their cluster have begun.
    pub(in crate::machine::hazards) fn unaware_of_begin(&self, warp: u32, mask: u32) -> u32 {
        let groups = self.warps[warp as usize].groups.iter();
        let aware = groups.filter(|group| self.knows(group, self.begun()) != 0);
        aware.fold(mask, |left, group| left & !group.lanes)
    }

    /// Every thread of a block of the cluster has waited for every other of that.
    pub(super) fn whole_block_of_cluster(&mut self, block: u32) {
        let bound = self.next();
        let count = self.cluster.warps as usize;
        let first = block as usize * count;
        let (mut others, mut released): (Option<Known>, Option<Known>) = (None, None);
        for group in self.warps.iter().skip(first).take(count).flat_map(|warp| &warp.groups) {
            join_some(&mut others, group.others.as_deref());
            join_some(&mut released, group.released.as_ref().map(|known| known.as_slice()));
        }
        // Blocks whose threads all fence before a barrier, after which one sets a flag, are common.
        let released = released.map(Arc::new);
        self.cluster.starts[block as usize] = bound;
        for warp in self.warps.iter_mut().skip(first).take(count) {
            (warp.now, warp.awaited) = (bound, bound);
            let mut pending = None;
            for group in warp.groups.drain(..) {
                join_some(&mut pending, group.pending.as_deref());
            }
            let (others, released) = (others.clone(), released.clone());
            warp.groups.push(LaneGroup { others, released, pending, ..LaneGroup::whole(bound) });
        }
        self.barriers.retain(|(of, _), _| *of != block);
    }

    /// Returns the joined knowledge of the threads of a block of the cluster.
    pub(in crate::machine::hazards) fn known_to_block(&self, block: u32) -> Known {
        let count = self.cluster.warps;
        let mut known = Known::new();
        for warp in block * count..(block + 1) * count {
            join(&mut known, &self.known_to(warp, u32::MAX, Tick::MAX));
        }
        known
    }
}

fn join_some_released(into: &mut Known, released: Option<Arc<Known>>) {
    if let Some(released) = released {
        join(into, &released);
    }
}
