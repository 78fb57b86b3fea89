//! The 8 bytes of an `mbarrier`.
//!
//! ```text
//! bit    63      62 .. 43     42     41 .. 21         20 .. 1     0
//!      phase    -pending      0    -transactions    -expected    0
//! ```
//!
//! A new barrier is what compilers store there. On an H200 the upper word was read from states of barriers at which threads had
//! arrived and bytes were expected; bits 0 and 42 were 0 in each.

const COUNT: u64 = (1 << 20) - 1;
const TRANSACTIONS: u64 = (1 << 21) - 1;

/// A barrier at which threads arrive and copies complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mbarrier(pub(crate) u64);

impl Mbarrier {
    /// A barrier in its first phase, which so many arrivals end.
    pub(crate) fn new(count: u64) -> Self {
        Self::of(0, count, 0, count)
    }

    /// Arrivals that the current phase waits for.
    pub(crate) fn pending(self) -> u64 {
        (self.0 >> 43).wrapping_neg() & COUNT
    }

    /// Arrivals of a phase.
    pub(crate) fn expected(self) -> u64 {
        (self.0 >> 1).wrapping_neg() & COUNT
    }

    /// Bytes that copies are still to bring, modulo 2^21.
    fn transactions(self) -> u64 {
        (self.0 >> 21).wrapping_neg() & TRANSACTIONS
    }

    /// Bytes that copies are still to bring; below zero, that came before they were expected.
    pub(crate) fn bytes_pending(self) -> i64 {
        let bytes = self.transactions() as i64;
        if bytes > (TRANSACTIONS / 2) as i64 { bytes - TRANSACTIONS as i64 - 1 } else { bytes }
    }

    /// 0 or 1.
    pub(crate) fn phase(self) -> u64 {
        self.0 >> 63
    }

    /// The upper word, by which threads test for this phase later.
    pub(crate) fn state(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn of(phase: u64, pending: u64, transactions: u64, expected: u64) -> Self {
        let count = |count: u64| count.wrapping_neg() & COUNT;
        Self(
            phase << 63
                | count(pending) << 43
                | (transactions.wrapping_neg() & TRANSACTIONS) << 21
                | count(expected) << 1,
        )
    }

    /// So many arrivals, bytes to expect (negative: that are complete), and arrivals that later phases do not wait for. `None` where
    /// more arrive than are pending.
    pub(crate) fn arrive(self, arrivals: u64, bytes: i64, leaving: u64) -> Option<Self> {
        let pending = self.pending().checked_sub(arrivals)?;
        let expected = self.expected().checked_sub(leaving)?;
        let transactions = self.transactions().wrapping_add(bytes as u64) & TRANSACTIONS;
        Some(if pending == 0 && transactions == 0 {
            Self::of(self.phase() ^ 1, expected, 0, expected)
        } else {
            Self::of(self.phase(), pending, transactions, expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(count: u64) -> Mbarrier {
        // As compilers make it.
        let field = 0x10_0000 - count;
        assert_eq!(Mbarrier::new(count).0, field << 11 << 32 | field << 1);
        Mbarrier::new(count)
    }

    #[test]
    fn a_phase_ends_with_its_last_arrival_and_its_last_byte() {
        let barrier = new(2);
        assert_eq!((barrier.pending(), barrier.phase()), (2, 0));
        let one = barrier.arrive(1, 0, 0).unwrap();
        assert_eq!((one.pending(), one.phase()), (1, 0));
        let both = one.arrive(1, 64, 0).unwrap();
        assert_eq!((both.pending(), both.phase()), (0, 0));
        assert_eq!(both.arrive(1, 0, 0), None);
        let copied = both.arrive(0, -48, 0).unwrap().arrive(0, -16, 0).unwrap();
        assert_eq!(copied, Mbarrier(new(2).0 | 1 << 63));
    }

    #[test]
    fn states_are_those_of_an_h200() {
        let five = new(300).arrive(5, 0, 0).unwrap();
        assert_eq!((new(300).state(), five.state()), (0x7ff6_a000, 0x7ff6_c800));
        let expects = five.arrive(1, 100, 0).unwrap().arrive(0, -30, 0).unwrap();
        assert_eq!(expects.state(), 0x7ff6_d3ff);
    }

    #[test]
    fn bytes_may_come_before_they_are_expected() {
        let early = new(1).arrive(0, -1024, 0).unwrap();
        assert_eq!((early.phase(), early.bytes_pending()), (0, -1024));
        assert_eq!(early.arrive(1, 1024, 0).unwrap().phase(), 1);
    }

    #[test]
    fn later_phases_do_not_wait_for_those_that_left() {
        let left = new(3).arrive(1, 0, 1).unwrap();
        let next = left.arrive(2, 0, 0).unwrap();
        assert_eq!((next.phase(), next.pending()), (1, 2));
    }
}
