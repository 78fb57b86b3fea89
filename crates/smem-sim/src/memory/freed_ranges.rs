//! Memory that was freed, for the sentence of a fault.

use std::collections::VecDeque;
use std::sync::Arc;

/// Ranges that are kept, the last ones.
const MOST: usize = 256;

/// The ranges that were freed last, and that no later allocation has.
#[derive(Debug, Clone, Default)]
pub(super) struct FreedRanges(Arc<VecDeque<(u64, u64)>>);

impl FreedRanges {
    pub(super) fn add(&mut self, base: u64, bytes: u64) {
        let ranges = Arc::make_mut(&mut self.0);
        if ranges.len() == MOST {
            ranges.pop_front();
        }
        ranges.push_back((base, bytes));
    }

    /// An allocation has these bytes from now on.
    pub(super) fn forget(&mut self, base: u64, bytes: u64) {
        let is_common =
            |(other, length): &(u64, u64)| *other < base.saturating_add(bytes) && base < other.saturating_add(*length);
        if self.0.iter().any(is_common) {
            Arc::make_mut(&mut self.0).retain(|range| !is_common(range));
        }
    }

    /// The range that an address is in.
    pub(super) fn of(&self, address: u64) -> Option<(u64, u64)> {
        self.0
            .iter()
            .rev()
            .copied()
            .find(|(base, bytes)| address.checked_sub(*base).is_some_and(|inside| inside < *bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_in_what_was_freed_until_another_allocation_has_it() {
        let mut freed = FreedRanges::default();
        freed.add(0x100, 16);
        assert_eq!([0xff, 0x100, 0x10f, 0x110].map(|at| freed.of(at).is_some()), [false, true, true, false]);
        freed.forget(0x110, 16);
        assert!(freed.of(0x100).is_some());
        freed.forget(0xf8, 9);
        assert!(freed.of(0x100).is_none());
        (0..=MOST as u64).for_each(|at| freed.add(0x1000 * at, 1));
        assert_eq!([0, 0x1000].map(|at| freed.of(at).is_some()), [false, true]);
    }
}
