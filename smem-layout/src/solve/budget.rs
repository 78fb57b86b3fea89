//! Budgets: how much work a search may do before it gives up.
//!
//! A search for an XOR is exponential in the worst case, and it runs during compilation. Work is counted in steps; what a
//! step takes differs by part of the search. The cost benchmark holds hard requests to a second in an unoptimised build.

use core::cell::Cell;

/// The steps that are left.
#[derive(Debug)]
pub(crate) struct Budget {
    left: Cell<u32>,
}

impl Budget {
    /// Steps of the search that decides, over all its pitches; the paddings and rotations have as many of their own, the matrices on
    /// the offset half.
    pub(crate) const SEARCH: u32 = 1 << 19;

    /// Steps of the search for the fewest excess wavefronts.
    pub(crate) const LEAST: u32 = 1 << 19;

    /// Steps of all searches together that only improve a message.
    pub(crate) const EXPLANATION: u32 = 1 << 17;

    /// The most steps of each search that only improves a message.
    pub(crate) const MESSAGE: u32 = 1 << 16;

    pub(crate) const fn new(steps: u32) -> Budget {
        Budget { left: Cell::new(steps) }
    }

    /// Takes `steps`, and returns false if none are left.
    pub(crate) fn take(&self, steps: usize) -> bool {
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        self.left.set(self.left.get().saturating_sub(steps));
        !self.is_spent()
    }

    /// Returns a second budget of the steps that are left, for another part of the search.
    pub(crate) fn fork(&self) -> Budget {
        Budget::new(self.left.get())
    }

    /// Returns a second budget of half of the steps that are left.
    pub(crate) fn fork_half(&self) -> Budget {
        Budget::new(self.left.get() / 2)
    }

    /// Takes out a budget of at most `steps` of the steps that are left, to be given back with
    /// [`take_back`](Self::take_back).
    pub(crate) fn share(&self, steps: u32) -> Budget {
        let share = steps.min(self.left.get());
        self.left.set(self.left.get() - share);
        Budget::new(share)
    }

    /// Takes out half of the steps that are left, likewise.
    pub(crate) fn half(&self) -> Budget {
        self.share(self.left.get() / 2)
    }

    /// Takes back what is left of a share.
    pub(crate) fn take_back(&self, share: &Budget) {
        self.left.set(self.left.get() + share.left.take());
    }

    /// Returns true if no step is left, so that the search has to stop.
    pub(crate) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }
}
