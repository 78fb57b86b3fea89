//! The 8 bytes of an `mbarrier` of `sm_80` to `sm_89`, which programs test with plain loads.
//!
//! ```text
//! bit    63      62 .. 32     31 .. 30   29 .. 0
//!      phase    -pending         0      -expected
//! ```
//!
//! Inferred from ptxas: from what it stores for a new barrier, what it adds for several arrivals and for threads that leave, and which bit it
//! tests. No GPU of these architectures was asked.

const PHASE: u32 = 1 << 31;
const EXPECTED: u32 = (1 << 30) - 1;

/// A barrier at which threads arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainMbarrier(pub(crate) u64);

impl PlainMbarrier {
    fn phase(self) -> u32 {
        (self.0 >> 32) as u32 & PHASE
    }

    /// Arrivals that the current phase waits for.
    pub(crate) fn pending(self) -> u32 {
        ((self.0 >> 32) as u32).wrapping_neg() & !PHASE
    }

    /// 0 or 1.
    pub(crate) fn parity(self) -> u64 {
        self.0 >> 63
    }

    /// Arrivals of a phase.
    pub(crate) fn expected(self) -> u32 {
        (self.0 as u32).wrapping_neg() & EXPECTED
    }

    /// The barrier after one arrival, and whether its phase ends by it. `None` where no arrival is pending.
    pub(crate) fn arrive(self) -> Option<(Self, bool)> {
        let pending = self.pending().checked_sub(1)?;
        let ends = pending == 0;
        let (phase, pending) = if ends { (self.phase() ^ PHASE, self.expected()) } else { (self.phase(), pending) };
        let upper = phase | pending.wrapping_neg() & !PHASE;
        Some((Self(u64::from(upper) << 32 | self.0 & u64::from(u32::MAX)), ends))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_ends_with_its_last_arrival() {
        // As compilers make a barrier of two arrivals.
        let new = PlainMbarrier(0x7fff_fffe_3fff_fffe);
        let (one, ends) = new.arrive().unwrap();
        assert_eq!((one.0, one.pending(), ends), (0x7fff_ffff_3fff_fffe, 1, false));
        let (two, ends) = one.arrive().unwrap();
        assert_eq!((two.0, two.pending(), ends), (0xffff_fffe_3fff_fffe, 2, true));
        let (three, _) = two.arrive().unwrap();
        assert_eq!(three.arrive().unwrap().0, new);
    }

    #[test]
    fn later_phases_do_not_wait_for_those_that_left() {
        // A thread that leaves adds one to the lower word before it arrives.
        let left = PlainMbarrier(0x7fff_fffe_3fff_ffff).arrive().unwrap().0;
        let next = left.arrive().unwrap().0;
        assert_eq!(next.pending(), 1);
        assert!(next.arrive().unwrap().1);
    }
}
