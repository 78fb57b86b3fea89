//! Sums of the counts of a launch.

use smem_sim::{SharedCount, SharedOp};

use super::estimate::estimate;
use crate::measure::Measured;

/// Sums of counts of requests, which are instructions of warps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Total {
    /// Requests to shared memory.
    pub requests: u64,
    /// Passes through the banks that they take.
    pub wavefronts: u64,
    /// Passes that they would take without conflicts.
    pub ideal: u64,
}

impl Total {
    /// Returns the wavefronts that conflicts cause.
    pub fn excess(&self) -> u64 {
        self.wavefronts.saturating_sub(self.ideal)
    }

    /// Returns the sums of both.
    #[must_use]
    pub fn plus(self, other: Total) -> Total {
        Total {
            requests: self.requests + other.requests,
            wavefronts: self.wavefronts + other.wavefronts,
            ideal: self.ideal + other.ideal,
        }
    }

    pub(crate) fn add(&mut self, count: &SharedCount) {
        self.requests += count.requests;
        self.wavefronts += count.wavefronts;
        self.ideal += count.ideal;
    }
}

/// The sums of the kinds of accesses, as a GPU's counters separate them.
#[derive(Debug, Clone, Copy, Default)]
pub struct KindTotals {
    /// Loads, `ldmatrix` among them.
    pub loads: Total,
    /// Stores, `stmatrix` among them.
    pub stores: Total,
    /// Atomic operations.
    pub atomics: Total,
    /// Asynchronous copies, which are neither.
    pub copies: Total,
    /// The reads of `wgmma`, which a GPU counts by themselves.
    pub products: Total,
    /// All of them.
    pub all: Total,
}

impl KindTotals {
    /// Returns the sums of a launch.
    pub fn of(measured: &Measured) -> KindTotals {
        KindTotals::of_counts(measured.profile.shared.iter())
    }

    /// The sums of the counts that are estimates.
    pub(crate) fn estimated(measured: &Measured) -> KindTotals {
        let is_estimate = |count: &&SharedCount| measured.estimate.is_some() || estimate(count).is_some();
        KindTotals::of_counts(measured.profile.shared.iter().filter(is_estimate))
    }

    fn of_counts<'c>(counts: impl Iterator<Item = &'c SharedCount>) -> KindTotals {
        let mut totals = KindTotals::default();
        for count in counts {
            let total = match count.op {
                SharedOp::Load | SharedOp::LdMatrix => &mut totals.loads,
                SharedOp::Store | SharedOp::StMatrix => &mut totals.stores,
                SharedOp::Atomic => &mut totals.atomics,
                SharedOp::GroupProduct => &mut totals.products,
                _ => &mut totals.copies,
            };
            total.add(count);
            totals.all.add(count);
        }
        totals
    }

    /// Returns the kinds by name.
    pub fn named(self) -> [(&'static str, Total); 6] {
        [
            ("loads", self.loads),
            ("stores", self.stores),
            ("atomics", self.atomics),
            ("asynchronous copies", self.copies),
            ("warp-group products", self.products),
            ("all", self.all),
        ]
    }
}
