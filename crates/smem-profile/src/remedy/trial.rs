//! One changed source, compiled and run as the source was.

use std::collections::BTreeMap;
use std::sync::Arc;

use smem_report::{Finding, RemedyResults};

use super::found::{FoundFindings, FoundKey, targets};
use super::line_map::LineMap;
use crate::job::PreparedJob;
use crate::measure::{measure, try_contents};
use crate::report::{Files, ProfileReport};

/// The orders of warps and blocks in which a changed source with other results runs.
const ORDERS: u32 = 2;
/// A changed source may take so many times the instructions of the source as it is, and a few.
const TIMES: u64 = 4;
const FEW: u64 = 1 << 18;

/// The findings and the results of a run of a source.
#[derive(Debug, Clone)]
pub(super) struct TriedSource {
    pub(super) found: FoundFindings,
    pub(super) results: BTreeMap<String, u64>,
    /// The findings for which there may be remedies, with their kernels.
    pub(super) shown: Vec<(String, Finding)>,
    /// The instructions of warps of the longest launch.
    instructions: u64,
    /// The predicted cycles of all launches of each kernel.
    cycles: BTreeMap<String, Option<f64>>,
}

impl TriedSource {
    /// The part of a report that is compared, of a run with these results.
    pub(super) fn of(report: &ProfileReport, results: BTreeMap<String, u64>) -> TriedSource {
        let mut cycles: BTreeMap<String, Option<f64>> = BTreeMap::new();
        for launch in &report.launches {
            let own = launch.time.as_ref().map(|time| time.now.cycles);
            let sum = cycles.entry(launch.kernel.clone()).or_insert(Some(0.0));
            *sum = sum.zip(own).map(|(sum, own)| sum + own);
        }
        let instructions =
            report.launches.iter().map(|launch| launch.tally.most_instructions).max().unwrap_or_default();
        TriedSource { found: FoundFindings::of(report), results, shown: targets(report), instructions, cycles }
    }

    /// Compiles and runs another source in place of the job's; `None` where it does not compile, or was stopped.
    pub(super) fn run(&self, job: &PreparedJob, text: String, lines: LineMap) -> Option<TriedSource> {
        self.run_in_orders(job, text, lines, None)
    }

    fn run_in_orders(
        &self,
        job: &PreparedJob,
        text: String,
        lines: LineMap,
        orders: Option<u32>,
    ) -> Option<TriedSource> {
        if job.job.control().is_stopped() {
            return None;
        }
        let mut changed = job.of_text(text).ok()?;
        // One that threads wait in for ever ends soon.
        changed.limit(self.instructions.saturating_mul(32 * TIMES).saturating_add(FEW));
        if let Some(orders) = orders {
            changed.job.spec.schedules.schedules = Some(orders);
        }
        let mut measurement = measure(&changed).ok()?;
        if measurement.is_stopped() {
            return None;
        }
        try_contents(&changed, &mut measurement);
        let files = Files::of(&job.job, job.text.clone()).of_changed(Arc::new(lines));
        let report = ProfileReport::of(&measurement, &files, &changed.plan);
        Some(TriedSource::of(&report, measurement.results))
    }

    /// The results of a clean source beside those of the source as it is; `None` where they depend on the order of warps and blocks.
    pub(super) fn results_beside(
        &self,
        before: &TriedSource,
        job: &PreparedJob,
        changed: impl FnOnce() -> (String, LineMap),
        has_atomics: bool,
    ) -> Option<RemedyResults> {
        if before.results.is_empty() {
            return Some(RemedyResults::NotCompared);
        }
        if self.results == before.results {
            return Some(RemedyResults::Same);
        }
        let (text, lines) = changed();
        let ordered = before.run_in_orders(job, text, lines, Some(ORDERS))?;
        // Races that are left may decide about the results of their kernels.
        let races = |key: &FoundKey| self.found.of_kernel(key.kernel()).iter().any(FoundKey::is_race);
        let new: Vec<FoundKey> = ordered.found.keys.difference(&self.found.keys).cloned().collect();
        match (new.is_empty(), has_atomics || new.iter().all(races)) {
            (true, _) => Some(RemedyResults::SameInAllOrders),
            (false, true) => Some(RemedyResults::OfTheFinding),
            (false, false) => None,
        }
    }

    /// The predicted time of a kernel in percent of that in another run.
    pub(super) fn percent_of(&self, before: &TriedSource, kernel: &str) -> Option<u32> {
        let [now, then] = [self, before].map(|run| run.cycles.get(kernel).copied().flatten());
        let (now, then) = now.zip(then)?;
        (then > 0.0).then(|| (100.0 * now / then).round().clamp(0.0, f64::from(u32::MAX)) as u32)
    }
}
