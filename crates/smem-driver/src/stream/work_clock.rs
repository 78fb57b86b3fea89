//! Which work comes before which, as the program orders it: by streams, events and waits, and not by when it happened to be done.

use std::collections::BTreeMap;

/// A piece of work: its stream, and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WorkPlace {
    pub(crate) queue: u64,
    pub(crate) number: u64,
}

/// By stream, the number of the last piece of work that comes before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct WorkClock(BTreeMap<u64, u64>);

impl WorkClock {
    /// Whether a piece of work comes before.
    pub(crate) fn has(&self, work: WorkPlace) -> bool {
        self.0.get(&work.queue).is_some_and(|last| *last >= work.number)
    }

    pub(crate) fn add(&mut self, work: WorkPlace) {
        let last = self.0.entry(work.queue).or_default();
        *last = work.number.max(*last);
    }

    pub(crate) fn join(&mut self, other: &WorkClock) {
        other.0.iter().for_each(|(queue, number)| self.add(WorkPlace { queue: *queue, number: *number }));
    }
}
