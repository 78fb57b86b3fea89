//! The counts of a launch by source line.

use std::collections::{BTreeMap, BTreeSet};

use smem_sim::{SharedCount, SharedOp};

use super::files::{Files, LinePlace};
use super::measure::{Measured, Measurement};
use super::worst::{MeetingLanes, WorstSeen};

/// The shared accesses of one kind on a source line.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) place: LinePlace,
    pub(crate) op: SharedOp,
    pub(crate) total: Total,
    /// N of the worst N-way conflict; 1 without one.
    pub(crate) ways: u32,
    /// The instructions without their operands, each once: `LDS.128`.
    pub(crate) code: BTreeSet<String>,
    /// Chains of calls that the line was inlined through, each once.
    pub(crate) calls: BTreeSet<String>,
    /// Why these counts are estimates, where those of the launch are not.
    pub(crate) estimate: Option<&'static str>,
    /// The conflict of the worst request; `None` without a conflict.
    pub(crate) meeting: Option<MeetingLanes>,
    /// The worst request itself.
    pub(crate) worst: Option<WorstSeen>,
}

/// Sums of counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Total {
    pub(crate) requests: u64,
    pub(crate) wavefronts: u64,
    pub(crate) ideal: u64,
}

impl Total {
    pub(crate) fn excess(&self) -> u64 {
        self.wavefronts.saturating_sub(self.ideal)
    }

    pub(crate) fn plus(self, other: Total) -> Total {
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

/// Returns the lines of a launch, those with the most excess first.
pub(crate) fn lines(measured: &Measured, files: &Files) -> Vec<Line> {
    let mut lines: BTreeMap<(LinePlace, SharedOp), Line> = BTreeMap::new();
    for count in measured.profile.shared.iter().filter(|count| count.requests > 0) {
        let place = files.place(count.loc.as_deref(), count.line);
        let line = lines.entry((place.clone(), count.op)).or_insert_with(|| Line {
            place,
            op: count.op,
            total: Total::default(),
            ways: 1,
            code: BTreeSet::new(),
            calls: BTreeSet::new(),
            estimate: None,
            meeting: None,
            worst: None,
        });
        line.total.add(count);
        line.ways = line.ways.max(count.ways);
        line.code.insert(opcode(&count.text));
        line.estimate = line.estimate.or(estimate(count));
        line.calls.extend(count.loc.as_deref().and_then(|loc| files.calls(loc)));
    }
    let banks = measured.arch.bank_model();
    let mut worst: Vec<&WorstSeen> = measured.worst.iter().collect();
    // The worst of a line's instructions comes first and stays.
    worst.sort_by_key(|worst| worst.rank());
    for worst in worst {
        let place = files.place(worst.loc.as_ref(), worst.line);
        if let Some(line) = lines.get_mut(&(place, worst.op)).filter(|line| line.meeting.is_none()) {
            line.meeting = worst.meeting(&banks);
            line.worst = Some(worst.clone());
        }
    }
    let mut lines: Vec<Line> = lines.into_values().collect();
    // The sort is stable: equal lines stay in the order of the files.
    lines.sort_by_key(|line| std::cmp::Reverse((line.total.excess(), line.total.wavefronts)));
    lines
}

/// The instruction without its predicate and operands.
pub(crate) fn opcode(text: &str) -> String {
    let mut words = text.split_whitespace().filter(|word| !word.starts_with('@') && *word != "{");
    words.next().unwrap_or_default().trim_end_matches(';').to_string()
}

/// Why a count of machine code is an estimate.
fn estimate(count: &SharedCount) -> Option<&'static str> {
    // An instruction without a wavefront takes none wherever its source is.
    if count.op == SharedOp::AsyncCopy && count.wavefronts > 0 {
        return Some("an asynchronous copy takes fewer wavefronts where its source is in L1");
    }
    count.depends_on_timing().then_some(
        "warps of a block contended for a word, and how often such a loop of compare-and-swap retries or waits depends on timing",
    )
}

/// The sums of the kinds of accesses, as a GPU's counters separate them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct KindTotals {
    /// `ldmatrix` among them.
    pub(crate) loads: Total,
    /// `stmatrix` among them.
    pub(crate) stores: Total,
    pub(crate) atomics: Total,
    /// Asynchronous copies, which are neither.
    pub(crate) copies: Total,
    /// The reads of `wgmma`, which a GPU counts by themselves.
    pub(crate) products: Total,
    pub(crate) all: Total,
}

impl KindTotals {
    pub(crate) fn of(measured: &Measured) -> KindTotals {
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

    /// The kinds by name.
    pub(crate) fn named(self) -> [(&'static str, Total); 6] {
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

/// Returns the wavefronts that are exact, and those that are estimates.
pub(crate) fn exact_and_estimated(measured: &Measured) -> (u64, u64) {
    let estimated = KindTotals::estimated(measured).all.wavefronts;
    (KindTotals::of(measured).all.wavefronts - estimated, estimated)
}

/// The launches of a kernel together.
#[derive(Debug, Clone)]
pub(crate) struct KernelTotal {
    pub(crate) kernel: String,
    pub(crate) launches: usize,
    pub(crate) total: Total,
    pub(crate) is_exact: bool,
}

/// Returns the sums of each kernel, in the order of their first launches.
pub(crate) fn kernel_totals(outcome: &Measurement) -> Vec<KernelTotal> {
    let mut kernels: Vec<KernelTotal> = Vec::new();
    for measured in &outcome.launches {
        let (total, is_exact) = (KindTotals::of(measured).all, exact_and_estimated(measured).1 == 0);
        match kernels.iter_mut().find(|known| known.kernel == measured.kernel) {
            Some(known) => {
                known.launches += 1;
                known.total = known.total.plus(total);
                known.is_exact &= is_exact;
            }
            None => kernels.push(KernelTotal { kernel: measured.kernel.clone(), launches: 1, total, is_exact }),
        }
    }
    kernels
}
