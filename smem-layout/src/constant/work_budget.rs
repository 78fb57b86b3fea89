//! A bound on the work of a search: const evaluation is slow, and a search that takes too long is an error.

/// The work that a search may still do, in looks at two lanes.
pub(super) struct WorkBudget {
    left: u32,
}

impl WorkBudget {
    /// As much as rustc evaluates in two or three seconds.
    const ALL: u32 = 90_000;
    /// A request to the bank model.
    pub(super) const REQUEST: u32 = 16;

    pub(super) const fn new() -> WorkBudget {
        WorkBudget { left: WorkBudget::ALL }
    }

    /// The work for a better answer than there is: what rustc evaluates in about half a second.
    pub(super) const fn beside_an_answer() -> WorkBudget {
        WorkBudget { left: WorkBudget::ALL / 4 }
    }

    /// Takes `work`, or returns false if less is left.
    pub(super) const fn take(&mut self, work: u32) -> bool {
        let enough = self.left >= work;
        self.left = if enough { self.left - work } else { 0 };
        enough
    }

    pub(super) const fn is_spent(&self) -> bool {
        self.left == 0
    }
}
