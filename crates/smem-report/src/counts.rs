//! Counts of requests to shared memory, and their sums by kind.

use serde::{Deserialize, Serialize};
use smem_sim::{SharedCount, SharedOp};

use crate::exactness::estimate;

/// Sums of counts of requests, which are instructions of warps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// Requests to shared memory.
    pub requests: u64,
    /// Passes through the banks that they take.
    pub wavefronts: u64,
    /// Passes that they would take without conflicts.
    pub ideal: u64,
}

impl Counts {
    /// Returns the wavefronts that conflicts cause.
    pub fn excess(&self) -> u64 {
        self.wavefronts.saturating_sub(self.ideal)
    }

    /// Returns the sums of both.
    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        // The numbers of a damaged report may be of any size.
        Counts {
            requests: self.requests.saturating_add(other.requests),
            wavefronts: self.wavefronts.saturating_add(other.wavefronts),
            ideal: self.ideal.saturating_add(other.ideal),
        }
    }

    /// Adds the counts of an instruction.
    pub fn add(&mut self, count: &SharedCount) {
        self.requests += count.requests;
        self.wavefronts += count.wavefronts;
        self.ideal += count.ideal;
    }
}

/// The sums of the kinds of accesses, as a GPU's counters separate them.
#[derive(Debug, Clone, Copy, Default)]
pub struct KindCounts {
    /// Loads, `ldmatrix` among them.
    pub loads: Counts,
    /// Stores, `stmatrix` among them.
    pub stores: Counts,
    /// Atomic operations.
    pub atomics: Counts,
    /// Asynchronous copies, which are neither.
    pub copies: Counts,
    /// The reads of `wgmma`, which a GPU counts by themselves.
    pub products: Counts,
    /// All of them.
    pub all: Counts,
}

impl KindCounts {
    /// Returns the sums of a launch's counts.
    pub fn of(counts: &[SharedCount]) -> KindCounts {
        KindCounts::of_counts(counts.iter())
    }

    /// Returns the sums of those counts that are estimates: `all` of them, or those that depend on what is not known.
    pub fn estimated(counts: &[SharedCount], all: bool) -> KindCounts {
        KindCounts::of_counts(counts.iter().filter(|count| all || estimate(count).is_some()))
    }

    fn of_counts<'c>(counts: impl Iterator<Item = &'c SharedCount>) -> KindCounts {
        let mut totals = KindCounts::default();
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
    pub fn named(self) -> [(&'static str, Counts); 6] {
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
