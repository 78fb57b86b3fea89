//! The order of the accesses of a block's threads: which earlier accesses each thread knows to be done.
//!
//! Time is a counter of the block, its ticks. A warp notes the tick at which its present stretch of code began; every event by which
//! others may learn of its accesses (a barrier, an arrival, a fence) begins a new stretch with a new tick. A thread knows another's
//! accesses up to some tick, exclusive. A barrier of the whole block makes everything known to everyone, which is one number, `start`;
//! only what happens between two such barriers is kept apart by thread.
//!
//! The blocks of a cluster have one order: their warps are numbered on, and `__syncthreads()` makes known to one block alone.

mod cluster;
mod cluster_order;
mod copies;
mod exchange_log;
mod exchanges;
mod fence_log;
mod fences;
mod known;
mod mbarriers;

pub(super) use exchange_log::LaneRead;
pub(super) use fence_log::Fenced;
pub(super) use known::Tick;

use crate::lanes::lanes;
use cluster_order::ClusterOrder;
use exchange_log::ExchangeLog;
use fence_log::FenceLog;
use known::{Known, LaneGroup, join, join_some};
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Debug)]
struct WarpOrder {
    /// The tick of the present stretch.
    now: Tick,
    /// The tick of the stretch that began at its last barrier.
    awaited: Tick,
    groups: Vec<LaneGroup>,
}

/// The maker of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Maker {
    Thread {
        thread: u32,
        tick: Tick,
    },
    /// An asynchronous copy of a thread, in this group.
    Copy {
        thread: u32,
        group: u32,
        tick: Tick,
    },
    /// A copy that completes at an `mbarrier`.
    Agent {
        thread: u32,
        agent: u32,
        tick: Tick,
    },
}

/// The order at an `mbarrier`.
#[derive(Debug)]
struct MbarrierOrder {
    /// The place of its copies in [`Known`].
    agent: usize,
    /// The knowledge of threads that have arrived in the present phase and in earlier ones.
    filling: Known,
    /// The same as of the last phase that is complete.
    complete: Known,
}

/// How an asynchronous copy of a thread is done.
#[derive(Debug, Clone, Copy)]
enum CopyDone {
    /// Its thread has waited, and the stretch after began with this tick.
    Waited(Tick),
    /// It completes at the `mbarrier` of this agent; arrivals before this tick do not cover it.
    AtBarrier(usize, Tick),
}

/// The asynchronous copies of a thread, in groups.
#[derive(Debug, Clone, Default)]
struct ThreadCopies {
    /// The group that the next copy joins.
    open: u32,
    /// Groups up to this one are known to all threads.
    settled: u32,
    /// The last group that each wait covers, ascending.
    done: Vec<(u32, CopyDone)>,
}

/// The order of one block's accesses.
#[derive(Debug, Default)]
pub(super) struct Order {
    tick: Tick,
    /// The tick at which the block began.
    pub(super) first: Tick,
    /// The tick of the last barrier at which the whole block waited.
    pub(super) start: Tick,
    warps: Vec<WarpOrder>,
    /// The knowledge of threads that have arrived at a named barrier without waiting, by block and barrier.
    barriers: HashMap<(u32, u32), Known>,
    /// The knowledge that atomics and strong stores have passed on, by the word's address.
    words: HashMap<u32, Arc<Known>>,
    mbarriers: HashMap<u32, MbarrierOrder>,
    cluster: ClusterOrder,
    /// The shared knowledge of the copies of each `mbarrier`.
    agents: Known,
    copies: Vec<ThreadCopies>,
    exchanges: ExchangeLog,
    /// Fences for bulk copies, and where global memory is looked at, for other blocks and for the own block alone.
    proxies: FenceLog,
    fences: FenceLog,
    block_fences: FenceLog,
}

impl Order {
    /// Begins blocks of so many warps in all, those of a cluster or one. Everything before is over.
    pub(super) fn begin(&mut self, blocks: usize, warps: usize) {
        self.warps.resize_with(warps, || WarpOrder { now: 0, awaited: 0, groups: Vec::new() });
        self.mbarriers.clear();
        self.agents.clear();
        self.copies.clear();
        (self.proxies, self.fences, self.block_fences) = Default::default();
        self.everything_known();
        self.cluster = ClusterOrder::new(blocks, warps, self.start);
        self.first = self.start;
    }

    /// Whether the ticks are about to run out; the next block must start over.
    pub(super) fn is_worn(&self) -> bool {
        self.tick > 1 << 31
    }

    fn next(&mut self) -> Tick {
        self.tick += 1;
        self.tick
    }

    /// Begins a new stretch of a warp, and returns its tick.
    pub(super) fn stretch(&mut self, warp: u32) -> Tick {
        let bound = self.next();
        self.warps[warp as usize].now = bound;
        bound
    }

    /// The tick of a warp's present stretch.
    pub(super) fn now(&self, warp: u32) -> Tick {
        self.warps[warp as usize].now
    }

    /// The tick up to which all lanes of a warp know one another's accesses.
    pub(super) fn together(&self, warp: u32) -> Tick {
        match &self.warps[warp as usize].groups[..] {
            [whole] => whole.own,
            _ => self.start,
        }
    }

    fn threads(&self) -> usize {
        32 * self.warps.len()
    }

    /// Every thread of the block that this warp is in has waited for every other.
    pub(super) fn whole_block(&mut self, warp: u32) {
        match self.cluster.block_of(warp) {
            Some(block) => self.whole_block_of_cluster(block),
            None => self.everything_known(),
        }
    }

    /// Every thread has waited for every other.
    fn everything_known(&mut self) {
        let threads = self.threads();
        if !self.mbarriers.is_empty() {
            for group in self.warps.iter().flat_map(|warp| &warp.groups) {
                if let Some(agents) = group.others.as_ref().and_then(|known| known.get(threads..)) {
                    join(&mut self.agents, agents);
                }
            }
        }
        self.proxies.settle();
        self.fences.settle();
        self.exchanges.clear();
        self.block_fences.settle();
        self.start = self.next();
        for warp in &mut self.warps {
            (warp.now, warp.awaited) = (self.start, self.start);
            warp.groups.clear();
            warp.groups.push(LaneGroup::whole(self.start));
        }
        self.barriers.clear();
        self.words.clear();
    }

    /// Puts the lanes of a warp into groups of their own, and calls `f` with each.
    fn each_of(&mut self, warp: u32, lanes: u32, mut f: impl FnMut(&mut LaneGroup)) {
        let groups = &mut self.warps[warp as usize].groups;
        for at in 0..groups.len() {
            let inside = groups[at].lanes & lanes;
            if inside != 0 && inside != groups[at].lanes {
                let rest = LaneGroup { lanes: groups[at].lanes & !lanes, ..groups[at].clone() };
                groups[at].lanes = inside;
                groups.push(rest);
            }
        }
        groups.iter_mut().filter(|group| group.lanes & lanes != 0).for_each(&mut f);
    }

    /// Puts a lane into a group of its own: it learns what the others of its group do not.
    fn set_apart(&mut self, warp: u32, lane: u32) {
        self.each_of(warp, 1 << lane, |_| {});
    }

    /// Returns the knowledge of these lanes, their own accesses up to `bound` among it.
    fn known_to(&self, warp: u32, mask: u32, bound: Tick) -> Known {
        let first = 32 * warp as usize;
        let mut known = vec![0; self.threads()];
        self.cluster.add_block(warp, &mut known);
        for group in self.warps[warp as usize].groups.iter().filter(|group| group.lanes & mask != 0) {
            if let Some(others) = &group.others {
                join(&mut known, others);
            }
            for own in &mut known[first..first + 32] {
                *own = (*own).max(group.own);
            }
        }
        for lane in lanes(mask) {
            known[first + lane] = bound;
        }
        known
    }

    /// The lanes `mask` of a warp have waited for one another; `all`: no other lane of the warp is left.
    pub(super) fn warp_barrier(&mut self, warp: u32, mask: u32, all: bool) {
        let bound = self.next();
        if all {
            let groups = &mut self.warps[warp as usize].groups;
            let mut whole = groups.pop().unwrap_or_default();
            for other in groups.drain(..) {
                whole.learn(&other);
            }
            (whole.lanes, whole.own) = (u32::MAX, bound);
            groups.push(whole);
        } else {
            let known = self.known_to(warp, mask, bound);
            let mut together = LaneGroup::default();
            self.each_of(warp, mask, |group| together.learn(group));
            together.lanes = mask;
            together.others = Some(known);
            let groups = &mut self.warps[warp as usize].groups;
            groups.retain(|group| group.lanes & mask == 0);
            groups.push(together);
        }
        let warp = &mut self.warps[warp as usize];
        (warp.now, warp.awaited) = (bound, bound);
    }

    /// Lanes have arrived at a barrier of the block, and do not wait there.
    pub(super) fn barrier_arrival(&mut self, id: u32, warp: u32, mask: u32) {
        let bound = self.next();
        let known = self.known_to(warp, mask, bound);
        join(self.barriers.entry((self.cluster.block_of(warp).unwrap_or(0), id)).or_default(), &known);
        self.warps[warp as usize].now = bound;
    }

    /// A barrier of the block lets these lanes of these warps go, and those that arrived without waiting went on.
    pub(super) fn barrier_release(&mut self, id: u32, waiting: &[(u32, u32)]) {
        let bound = self.next();
        let block = waiting.first().and_then(|(warp, _)| self.cluster.block_of(*warp)).unwrap_or(0);
        let mut known = self.barriers.remove(&(block, id)).unwrap_or_default();
        for &(warp, mask) in waiting {
            let theirs = self.known_to(warp, mask, bound);
            join(&mut known, &theirs);
            let warp = &mut self.warps[warp as usize];
            (warp.now, warp.awaited) = (bound, bound);
        }
        for &(warp, mask) in waiting {
            self.each_of(warp, mask, |group| join_some(&mut group.others, Some(&known)));
        }
    }

    /// A fence of these lanes: what they have found is known, and what they know the next atomics and strong stores pass on.
    pub(super) fn fence(&mut self, warp: u32, mask: u32) {
        self.acquire(warp, mask);
        self.release(warp, mask);
    }

    /// Adds to the knowledge of these lanes what their atomics and strong loads have found.
    pub(super) fn acquire(&mut self, warp: u32, mask: u32) {
        self.each_of(warp, mask, |group| {
            let found = group.pending.take();
            join_some(&mut group.others, found.as_deref());
        });
    }

    /// Makes the next atomics and strong stores of these lanes pass on what they know.
    pub(super) fn release(&mut self, warp: u32, mask: u32) {
        let bound = self.next();
        let known = Arc::new(self.known_to(warp, mask, bound));
        self.each_of(warp, mask, |group| group.released = Some(Arc::clone(&known)));
        self.warps[warp as usize].now = bound;
    }

    /// An atomic of a lane on the word at `address`.
    pub(super) fn atomic(&mut self, warp: u32, lane: u32, address: u32) {
        if self.words.contains_key(&address) {
            self.set_apart(warp, lane);
        }
        let groups = &mut self.warps[warp as usize].groups;
        let Some(group) = groups.iter().position(|group| group.lanes >> lane & 1 == 1) else { return };
        let released = groups[group].released.clone();
        if released.is_none() && self.words.is_empty() {
            return;
        }
        if let Some(found) = self.words.get(&address) {
            join_some(&mut groups[group].pending, Some(found));
        }
        if let Some(released) = released {
            join(Arc::make_mut(self.words.entry(address).or_default()), &released);
        }
    }

    /// Whether a store of a warp may pass anything on, or take the place of one that did.
    #[inline]
    pub(super) fn may_publish(&self, warp: u32) -> bool {
        !self.words.is_empty() || self.warps[warp as usize].groups.iter().any(|group| group.released.is_some())
    }

    /// A strong store of a lane to the word at `address`. Returns whether the lane passes anything on.
    pub(super) fn publish(&mut self, warp: u32, lane: u32, address: u32) -> bool {
        let group = self.warps[warp as usize].groups.iter().find(|group| group.lanes >> lane & 1 == 1);
        match group.and_then(|group| group.released.clone()) {
            Some(released) => {
                self.words.insert(address, released);
                true
            }
            None => {
                if !self.words.is_empty() {
                    self.words.remove(&address);
                }
                false
            }
        }
    }

    /// A strong load of a lane from the word at `address`.
    pub(super) fn find(&mut self, warp: u32, lane: u32, address: u32) {
        if !self.words.contains_key(&address) {
            return;
        }
        self.set_apart(warp, lane);
        let Some(found) = self.words.get(&address) else { return };
        let groups = &mut self.warps[warp as usize].groups;
        if let Some(group) = groups.iter_mut().find(|group| group.lanes >> lane & 1 == 1) {
            join_some(&mut group.pending, Some(found));
        }
    }

    /// Whether an access is done before what a lane does now.
    pub(super) fn is_before(&self, maker: Maker, warp: u32, lane: u32) -> bool {
        self.unordered(maker, warp, 1 << lane) == 0
    }

    /// The lanes among `mask` for which an access may not be done before what they do now.
    pub(super) fn unordered(&self, maker: Maker, warp: u32, mask: u32) -> u32 {
        let without = |knows: &dyn Fn(&LaneGroup) -> bool| {
            let groups = self.warps[warp as usize].groups.iter();
            groups.filter(|group| group.lanes & mask != 0 && knows(group)).fold(mask, |left, group| left & !group.lanes)
        };
        match maker {
            Maker::Thread { thread, tick } if tick < self.start || self.cluster.has_met(thread / 32, warp, tick) => 0,
            Maker::Thread { thread, tick } if thread / 32 == warp => {
                let knows = |group: &LaneGroup| tick < group.own || self.knows(group, thread as usize) > tick;
                without(&knows) & !(1 << (thread % 32))
            }
            Maker::Thread { thread, tick } => without(&|group| self.knows(group, thread as usize) > tick),
            Maker::Agent { agent, tick, .. } => without(&|group| self.knows(group, agent as usize) > tick),
            Maker::Copy { thread, group, .. } => {
                let copies = &self.copies[thread as usize];
                if group <= copies.settled {
                    return 0;
                }
                match copies.done.get(copies.done.partition_point(|(last, _)| *last < group)) {
                    None => mask,
                    Some((_, CopyDone::Waited(tick))) => {
                        // It is done once the stretch after the wait has begun.
                        self.unordered(Maker::Thread { thread, tick: *tick }, warp, mask)
                    }
                    Some((_, CopyDone::AtBarrier(agent, tick))) => {
                        self.unordered(Maker::Agent { thread, agent: *agent as u32, tick: *tick }, warp, mask)
                    }
                }
            }
        }
    }

    /// Whether a lane knows nothing of what other warps have accessed since the last barrier of the block.
    #[inline]
    pub(super) fn knows_no_other_warp(&self, warp: u32, lane: u32) -> bool {
        !self.cluster.is_shared() && self.group(warp, lane).is_none_or(|group| group.others.is_none())
    }

    fn group(&self, warp: u32, lane: u32) -> Option<&LaneGroup> {
        self.warps[warp as usize].groups.iter().find(|group| group.lanes >> lane & 1 == 1)
    }

    fn knows(&self, group: &LaneGroup, of: usize) -> Tick {
        let known = group.others.as_ref().and_then(|known| known.get(of)).copied().unwrap_or(0);
        let everybody = of.checked_sub(self.threads()).and_then(|agent| self.agents.get(agent)).copied();
        known.max(everybody.unwrap_or(0))
    }
}
