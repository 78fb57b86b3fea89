//! Fences between the accesses of threads and those of bulk copies, which the manual calls two proxies: what a thread has stored a bulk
//! copy reads only behind one (`fence.proxy.async`), wherever it is between the two.

use super::known::{Known, Tick, join};
use super::{Maker, Order};
use crate::lanes::lanes;

/// A fence of some lanes of a warp.
#[derive(Debug)]
struct ProxyFence {
    warp: u32,
    lanes: u32,
    /// The tick of the stretch that it ended.
    tick: Tick,
    fenced: Fenced,
}

/// The accesses that are in front of a fence.
#[derive(Debug, Default)]
struct Fenced {
    /// All before this tick.
    start: Tick,
    known: Known,
}

impl Fenced {
    fn has(&self, thread: u32, tick: Tick) -> bool {
        tick < self.start || self.known.get(thread as usize).is_some_and(|&known| tick < known)
    }

    fn join(&mut self, other: &Self) {
        self.start = self.start.max(other.start);
        join(&mut self.known, &other.known);
    }
}

/// The fences of a block.
#[derive(Debug, Default)]
pub(super) struct ProxyFences {
    /// Those since the last barrier of the block.
    recent: Vec<ProxyFence>,
    /// What is in front of the others, of which every thread knows.
    settled: Fenced,
}

/// Fences between two barriers of a block that are kept apart; of further ones every thread counts as knowing.
const MOST: usize = 1024;

impl ProxyFences {
    /// Every thread knows of the fences so far.
    pub(super) fn settle(&mut self) {
        for fence in self.recent.drain(..) {
            self.settled.join(&fence.fenced);
        }
    }
}

impl Order {
    /// These lanes let bulk copies see what they know.
    pub(in crate::machine::hazards) fn proxy_fence(&mut self, warp: u32, mask: u32) {
        let (tick, bound) = (self.now(warp), self.next());
        let fenced = Fenced { start: self.start, known: self.known_to(warp, mask, bound) };
        self.warps[warp as usize].now = bound;
        if self.proxies.recent.len() == MOST {
            self.proxies.settle();
        }
        self.proxies.recent.push(ProxyFence { warp, lanes: mask, tick, fenced });
    }

    /// Whether a thread's store is in front of a fence that is in front of what a lane does now.
    pub(in crate::machine::hazards) fn is_fenced(&self, (thread, tick): (u32, Tick), warp: u32, lane: u32) -> bool {
        let is_done = |fence: &ProxyFence| {
            lanes(fence.lanes).any(|of| {
                let maker = Maker::Thread { thread: 32 * fence.warp + of as u32, tick: fence.tick };
                self.is_before(maker, warp, lane)
            })
        };
        self.proxies.settled.has(thread, tick)
            || self.proxies.recent.iter().any(|fence| fence.fenced.has(thread, tick) && is_done(fence))
    }
}
