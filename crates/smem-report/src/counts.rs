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

/// The counts of one kind of accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindCounts {
    /// Their sums.
    #[serde(flatten)]
    pub counts: Counts,
    /// Whether none of them is an estimate.
    #[serde(rename = "exact")]
    pub is_exact: bool,
}

impl Default for KindCounts {
    fn default() -> KindCounts {
        KindCounts { counts: Counts::default(), is_exact: true }
    }
}

/// The sums of the kinds of accesses, as a GPU's counters separate them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindTotals {
    /// Wavefronts that a GPU counts as well.
    pub exact_wavefronts: u64,
    /// Wavefronts that are estimates.
    pub estimated_wavefronts: u64,
    /// Loads, `ldmatrix` among them.
    pub loads: KindCounts,
    /// Stores, `stmatrix` among them.
    pub stores: KindCounts,
    /// Atomic operations.
    pub atomics: KindCounts,
    /// Asynchronous copies, which are neither.
    pub copies: KindCounts,
    /// The reads of `wgmma`, which a GPU counts by themselves.
    #[serde(rename = "wgmma")]
    pub products: KindCounts,
}

impl KindTotals {
    /// Returns the sums of a launch's counts. Those are estimates that depend on what is not known, or all of them.
    pub fn of(counts: &[SharedCount], all_are_estimates: bool) -> KindTotals {
        let mut totals = KindTotals::default();
        for count in counts {
            let is_estimate = all_are_estimates || estimate(count).is_some();
            let kind = match count.op {
                SharedOp::Load | SharedOp::LdMatrix => &mut totals.loads,
                SharedOp::Store | SharedOp::StMatrix => &mut totals.stores,
                SharedOp::Atomic => &mut totals.atomics,
                SharedOp::GroupProduct => &mut totals.products,
                _ => &mut totals.copies,
            };
            kind.counts.add(count);
            kind.is_exact &= !(is_estimate && count.wavefronts > 0);
            let sum = if is_estimate { &mut totals.estimated_wavefronts } else { &mut totals.exact_wavefronts };
            *sum += count.wavefronts;
        }
        totals
    }

    /// Adds those of other launches.
    pub fn add(&mut self, other: &KindTotals) {
        self.exact_wavefronts = self.exact_wavefronts.saturating_add(other.exact_wavefronts);
        self.estimated_wavefronts = self.estimated_wavefronts.saturating_add(other.estimated_wavefronts);
        for (own, more) in [
            (&mut self.loads, other.loads),
            (&mut self.stores, other.stores),
            (&mut self.atomics, other.atomics),
            (&mut self.copies, other.copies),
            (&mut self.products, other.products),
        ] {
            own.counts = own.counts.plus(more.counts);
            own.is_exact &= more.is_exact;
        }
    }

    /// Returns all kinds together.
    pub fn all(&self) -> KindCounts {
        let kinds = [self.loads, self.stores, self.atomics, self.copies, self.products];
        let counts = kinds.iter().fold(Counts::default(), |sum, kind| sum.plus(kind.counts));
        KindCounts { counts, is_exact: self.estimated_wavefronts == 0 }
    }

    /// Returns the kinds by name.
    pub fn named(&self) -> [(&'static str, KindCounts); 6] {
        [
            ("loads", self.loads),
            ("stores", self.stores),
            ("atomics", self.atomics),
            ("asynchronous copies", self.copies),
            ("warp-group products", self.products),
            ("all", self.all()),
        ]
    }
}
