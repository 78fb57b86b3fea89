//! One changed source, compiled and run as the source was.

use std::collections::BTreeMap;
use std::sync::Arc;

use smem_report::{Finding, RemedyResults};

use super::found::{Found, targets};
use super::line_map::LineMap;
use crate::job::PreparedJob;
use crate::measure::{measure, try_contents};
use crate::report::{Files, ProfileReport};

/// The orders of warps and blocks in which a changed source with other results runs.
const ORDERS: u32 = 2;

/// What a run of a source found and left.
#[derive(Debug, Clone)]
pub(super) struct TriedSource {
    pub(super) found: Found,
    pub(super) results: BTreeMap<String, u64>,
    /// The findings for which there may be remedies, with their kernels.
    pub(super) shown: Vec<(String, Finding)>,
    /// The predicted cycles of all launches.
    cycles: Option<f64>,
}

impl TriedSource {
    /// What a report says about a run with these results.
    pub(super) fn of(report: &ProfileReport, results: BTreeMap<String, u64>) -> TriedSource {
        let cycles = report.launches.iter().map(|launch| Some(launch.time.as_ref()?.now.cycles)).sum();
        TriedSource { found: Found::of(report), results, shown: targets(report), cycles }
    }

    /// Compiles and runs a source in place of the job's; `None` where it does not compile, or was stopped.
    pub(super) fn run(job: &PreparedJob, text: String, lines: LineMap) -> Option<TriedSource> {
        TriedSource::run_in_orders(job, text, lines, None)
    }

    fn run_in_orders(job: &PreparedJob, text: String, lines: LineMap, orders: Option<u32>) -> Option<TriedSource> {
        if job.job.control().is_stopped() {
            return None;
        }
        let mut changed = job.of_text(text).ok()?;
        if let Some(orders) = orders {
            changed.job.schedules = Some(orders);
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
        let ordered = TriedSource::run_in_orders(job, text, lines, Some(ORDERS))?;
        let is_clean = ordered.found.beyond(&self.found)?.is_empty();
        match (is_clean, has_atomics) {
            (true, _) => Some(RemedyResults::SameInAllOrders),
            (false, true) => Some(RemedyResults::OfTheFinding),
            (false, false) => None,
        }
    }

    /// The predicted time in percent of that of another run.
    pub(super) fn percent_of(&self, before: &TriedSource) -> Option<u32> {
        let [now, then] = [self.cycles?, before.cycles?];
        (then > 0.0).then(|| (100.0 * now / then).round().clamp(0.0, f64::from(u32::MAX)) as u32)
    }
}
