//! The asynchronous copies of threads, and the waits for them.

use super::{CopyDone, Maker, Order, ThreadCopies};
use crate::lanes::lanes;

impl Order {
    fn copies_of(&mut self, thread: u32) -> &mut ThreadCopies {
        if self.copies.is_empty() {
            self.copies = vec![ThreadCopies { open: 1, ..ThreadCopies::default() }; self.threads()];
        }
        &mut self.copies[thread as usize]
    }

    /// A thread begins an asynchronous copy; returns who makes its accesses.
    pub(in crate::machine::hazards) fn copy(&mut self, thread: u32) -> Maker {
        Maker::Copy { thread, group: self.copies_of(thread).open, tick: self.tick }
    }

    /// The copies of these lanes so far are a group.
    pub(in crate::machine::hazards) fn commit_copies(&mut self, warp: u32, mask: u32) {
        if !self.copies.is_empty() {
            lanes(mask).for_each(|lane| self.copies[32 * warp as usize + lane].open += 1);
        }
    }

    /// These lanes wait for all but their last `pending` groups of copies; `None`: for those outside of groups, too.
    pub(in crate::machine::hazards) fn wait_copies(&mut self, warp: u32, mask: u32, pending: Option<u32>) {
        if self.copies.is_empty() {
            return;
        }
        if pending.is_none() {
            self.commit_copies(warp, mask);
        }
        let bound = self.next();
        self.warps[warp as usize].now = bound;
        let last = 1 + pending.unwrap_or(0);
        self.finish_copies(warp, mask, last, CopyDone::Waited(bound));
    }

    /// The copies of a lane so far complete at an `mbarrier`, in the phase that its next arrival is of.
    pub(in crate::machine::hazards) fn copies_arrive(&mut self, address: u32, warp: u32, lane: u32) {
        let tick = self.next();
        let agent = self.mbarrier(address).agent;
        if !self.copies.is_empty() {
            self.commit_copies(warp, 1 << lane);
            self.finish_copies(warp, 1 << lane, 1, CopyDone::AtBarrier(agent, tick));
        }
        self.mbarrier_copied(address, false);
    }

    /// All groups of these lanes but the last ones are done.
    fn finish_copies(&mut self, warp: u32, mask: u32, last: u32, how: CopyDone) {
        let start = self.start;
        for lane in lanes(mask) {
            let copies = &mut self.copies[32 * warp as usize + lane];
            let group = copies.open.saturating_sub(last);
            let before = copies.done.last().map_or(copies.settled, |(group, _)| *group);
            if group <= before {
                continue;
            }
            let is_old = |(_, how): &(u32, CopyDone)| matches!(how, CopyDone::Waited(tick) if *tick < start);
            let old = copies.done.iter().take_while(|done| is_old(done)).count();
            if let Some((group, _)) = copies.done[..old].last() {
                copies.settled = *group;
                copies.done.drain(..old);
            }
            copies.done.push((group, how));
        }
    }

    /// Whether a copy's thread has waited for it, or lets it complete at an `mbarrier`.
    pub(in crate::machine::hazards) fn is_waited_for(&self, maker: Maker) -> bool {
        match maker {
            Maker::Copy { thread, group, .. } => {
                let copies = &self.copies[thread as usize];
                group <= copies.done.last().map_or(copies.settled, |(group, _)| *group)
            }
            Maker::Thread { .. } => true,
            Maker::Agent { .. } => false,
        }
    }
}
