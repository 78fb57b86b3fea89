//! The fences of a block, and the accesses in front of them.

use super::known::{Known, Tick, join};

/// A fence of some lanes of a warp.
#[derive(Debug)]
pub(super) struct LoggedFence {
    pub(super) warp: u32,
    pub(super) lanes: u32,
    /// The tick of the stretch that it ended.
    pub(super) tick: Tick,
    pub(super) fenced: Fenced,
}

/// The accesses of a block that are in front of fences.
#[derive(Debug, Default, Clone, PartialEq)]
pub(in crate::machine::hazards) struct Fenced {
    /// All before this tick.
    pub(super) start: Tick,
    pub(super) known: Known,
}

impl Fenced {
    pub(in crate::machine::hazards) fn has(&self, thread: u32, tick: Tick) -> bool {
        tick < self.start || self.known.get(thread as usize).is_some_and(|&known| tick < known)
    }

    /// Whether all that another has is here.
    pub(in crate::machine::hazards) fn covers(&self, other: &Self) -> bool {
        let shared = self.known.len().min(other.known.len());
        let (both, rest) = other.known.split_at(shared);
        self.start >= other.start
            && both.iter().zip(&self.known).all(|(theirs, mine)| *theirs <= self.start.max(*mine))
            && rest.iter().all(|theirs| *theirs <= self.start)
    }

    pub(in crate::machine::hazards) fn join(&mut self, other: &Self) {
        self.start = self.start.max(other.start);
        join(&mut self.known, &other.known);
    }

    pub(in crate::machine::hazards) fn is_empty(&self) -> bool {
        self.start == 0 && self.known.is_empty()
    }
}

/// The fences of one kind of a block.
#[derive(Debug, Default)]
pub(super) struct FenceLog {
    /// Those since the last barrier of the block.
    pub(super) recent: Vec<LoggedFence>,
    /// Accesses before the others, of which every thread knows.
    pub(super) settled: Fenced,
}

/// Fences between two barriers of a block that are kept apart; of further ones every thread counts as knowing.
const MOST: usize = 1024;

impl FenceLog {
    /// Every thread knows of the fences so far.
    pub(super) fn settle(&mut self) {
        for fence in self.recent.drain(..) {
            self.settled.join(&fence.fenced);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.recent.is_empty() && self.settled.is_empty()
    }

    pub(super) fn push(&mut self, fence: LoggedFence) {
        if self.recent.len() == MOST {
            self.settle();
        }
        self.recent.push(fence);
    }
}
