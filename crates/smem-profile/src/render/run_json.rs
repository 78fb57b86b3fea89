//! The report of a run on the simulated driver as JSON.

use smem_driver::RunReport;

/// The report as JSON, with the sums that its text has.
///
/// ```
/// # let report = smem_driver::RunReport::default();
/// assert!(smem_profile::render::run_json(&report).contains("\"launches\": 0"));
/// ```
pub fn run_json(report: &RunReport) -> String {
    let mut value = serde_json::json!(report);
    value["launches"] = report.launches().into();
    value["excess"] = report.excess().into();
    value["failures"] = report.failures().into();
    // A value of JSON can always be written.
    serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
}
