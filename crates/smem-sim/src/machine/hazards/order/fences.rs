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

    /// These lanes let other blocks see what they know, by their next atomics and flags.
    pub(in crate::machine::hazards) fn log_fence(&mut self, warp: u32, mask: u32) {
        let fence = self.fenced_by(warp, mask);
        self.fences.push(fence);
    }

    /// Returns the accesses before fences that are before a lane's present access. `None` for none.
    pub(in crate::machine::hazards) fn fenced(&self, warp: u32, lane: u32) -> Option<Fenced> {
        let mut all = self.fences.settled.clone();
        for fence in self.fences.recent.iter().filter(|fence| self.is_behind(fence, warp, lane)) {
            all.join(&fence.fenced);
        }
        (!all.is_empty()).then_some(all)
    }
}
