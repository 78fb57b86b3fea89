//! The contents of global memory as one number, and what a launch changed of them.

use super::allocation::READER;
use super::global::{AllocationAt, copy};
use super::{Allocation, GlobalMemory};
use std::collections::HashMap;

/// The contents of an allocation, by its address.
type Fingerprints = HashMap<u64, u128>;

/// Reads the state of memory, again only of allocations that have changed since.
#[derive(Debug, Default)]
pub(crate) struct StateReader {
    known: Fingerprints,
    layout: u64,
}

/// The contents of all of the device's own memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MemoryState {
    fingerprints: Fingerprints,
    layout: u64,
    /// A kernel has accessed the host's memory, or another change of that is possible, since the state was read before.
    pub(crate) reached_host: bool,
}

/// The allocations that differ between two states, with the contents of the second one.
#[derive(Debug)]
pub(crate) struct MemoryChange {
    after: Vec<(u64, Allocation)>,
}

impl GlobalMemory {
    /// Whether memory of the host's program is among it.
    pub(crate) fn has_host(&self) -> bool {
        self.allocations().iter().any(|at| !at.memory.is_own())
    }
}

impl StateReader {
    /// The state of memory now. `None` for kernels with a heap, of which the free ranges are a state as well.
    pub(crate) fn read(&mut self, global: &GlobalMemory) -> Option<MemoryState> {
        if global.heap().memory().is_some() {
            return None;
        }
        if self.layout != global.layout() {
            self.known.clear();
            self.layout = global.layout();
        }
        let mut reached_host = false;
        for AllocationAt { base, memory } in global.allocations() {
            // The note is taken before the contents are read, so that a change meanwhile is noted again.
            let is_changed = memory.take_changed(READER);
            if !memory.is_own() {
                reached_host |= is_changed;
            } else if is_changed || !self.known.contains_key(base) {
                self.known.insert(*base, memory.fingerprint());
            }
        }
        Some(MemoryState { fingerprints: self.known.clone(), layout: self.layout, reached_host })
    }
}

impl MemoryState {
    /// Whether the contents are the same.
    pub(crate) fn is(&self, other: &MemoryState) -> bool {
        self.layout == other.layout && self.fingerprints == other.fingerprints
    }

    /// The change from this state to a later one, which memory has now; `None` if it has more than so many bytes.
    pub(crate) fn change_to(&self, later: &MemoryState, global: &GlobalMemory, most: u64) -> Option<MemoryChange> {
        let is_new = |base: &u64| self.fingerprints.get(base) != later.fingerprints.get(base);
        let changed = || global.allocations().iter().filter(|at| at.memory.is_own() && is_new(&at.base));
        let bytes = changed().map(|at| at.memory.bytes()).sum::<u64>();
        if self.layout != later.layout || bytes > most {
            return None;
        }
        let after = changed().map(|at| Some((at.base, at.memory.copied(None)?))).collect::<Option<_>>()?;
        Some(MemoryChange { after })
    }
}

impl MemoryChange {
    pub(crate) fn bytes(&self) -> u64 {
        self.after.iter().map(|(_, memory)| memory.bytes()).sum()
    }

    /// Makes the change again.
    pub(crate) fn apply(&self, global: &GlobalMemory) {
        for (base, after) in &self.after {
            if let Some((memory, 0)) = global.place_of(*base, after.bytes()) {
                copy((&memory, 0), (after, 0), after.bytes());
            }
        }
    }
}
