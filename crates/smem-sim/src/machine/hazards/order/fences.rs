//! Fences by which others see what threads have stored: bulk copies, which the manual calls another proxy, after a `fence.proxy.async`
//! wherever it is between the two; and other blocks, after a fence in front of an atomic or a flag.

use super::fence_log::{FenceLog, Fenced, LoggedFence};
use super::known::Tick;
use super::{Maker, Order};
use crate::lanes::lanes;

impl Order {
    fn fenced_by(&mut self, warp: u32, mask: u32) -> LoggedFence {
        let (tick, bound) = (self.now(warp), self.next());
        let fenced = Fenced { start: self.start, known: self.known_to(warp, mask, bound) };
        self.warps[warp as usize].now = bound;
        LoggedFence { warp, lanes: mask, tick, fenced }
    }

    fn is_behind(&self, fence: &LoggedFence, warp: u32, lane: u32) -> bool {
        lanes(fence.lanes).any(|of| {
            let maker = Maker::Thread { thread: 32 * fence.warp + of as u32, tick: fence.tick };
            self.is_before(maker, warp, lane)
        })
    }

    /// These lanes let bulk copies see what they know.
    pub(in crate::machine::hazards) fn proxy_fence(&mut self, warp: u32, mask: u32) {
        let fence = self.fenced_by(warp, mask);
        self.proxies.push(fence);
    }

    /// Whether a thread's store is in front of a fence that is in front of what a lane does now.
    pub(in crate::machine::hazards) fn is_fenced(&self, (thread, tick): (u32, Tick), warp: u32, lane: u32) -> bool {
        let FenceLog { recent, settled } = &self.proxies;
        settled.has(thread, tick)
            || recent.iter().any(|fence| fence.fenced.has(thread, tick) && self.is_behind(fence, warp, lane))
    }

    /// These lanes let others see what they know, by their next atomics and flags: those of other blocks too, or of their own alone.
    pub(in crate::machine::hazards) fn log_fence(&mut self, warp: u32, mask: u32, spans_blocks: bool) {
        let fence = self.fenced_by(warp, mask);
        let log = if spans_blocks { &mut self.fences } else { &mut self.block_fences };
        log.push(fence);
    }

    /// Returns the accesses of which these lanes know now, and begins a new stretch.
    pub(in crate::machine::hazards) fn fenced_now(&mut self, warp: u32, mask: u32) -> Fenced {
        self.fenced_by(warp, mask).fenced
    }

    /// Returns the accesses before fences for other blocks that are before a lane's present access, and those before any fences. They
    /// are the same where there are no fences for the block alone.
    pub(in crate::machine::hazards) fn fenced(&self, warp: u32, lane: u32) -> (Fenced, Option<Fenced>) {
        let far = self.behind(&self.fences, warp, lane);
        if self.block_fences.is_empty() {
            return (far, None);
        }
        let mut near = self.behind(&self.block_fences, warp, lane);
        near.join(&far);
        (far, Some(near))
    }

    fn behind(&self, log: &FenceLog, warp: u32, lane: u32) -> Fenced {
        let mut all = log.settled.clone();
        for fence in log.recent.iter().filter(|fence| self.is_behind(fence, warp, lane)) {
            all.join(&fence.fenced);
        }
        all
    }

    /// The tick at which a warp last went on from a barrier: what it did before is older.
    pub(in crate::machine::hazards) fn awaited(&self, warp: u32) -> Tick {
        self.warps.get(warp as usize).map_or(0, |warp| warp.awaited)
    }
}
