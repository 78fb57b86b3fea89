//! The report of a run on the simulated driver as JSON.

use serde::Serialize;
use smem_driver::RunReport;

/// The document of `run --json`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RunDocument<'a> {
    #[serde(flatten)]
    report: &'a RunReport,
    /// Launches of all kernels.
    launches: u64,
    /// Wavefronts of shared memory beyond the ideal ones, of all kernels.
    excess: u64,
    /// Findings that make a run fail, launches that did not end, and reasons why it was not judged.
    failures: usize,
}

/// The report as JSON, with the sums that its text has.
///
/// ```
/// # let report = smem_driver::RunReport::default();
/// assert!(smem_profile::render::run_json(&report).contains("\"launches\": 0"));
/// ```
pub fn run_json(report: &RunReport) -> String {
    let (launches, excess, failures) = (report.launches(), report.excess(), report.failures());
    // By way of a value, whose fields are in the order of their names.
    let value = serde_json::json!(RunDocument { report, launches, excess, failures });
    serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
}
