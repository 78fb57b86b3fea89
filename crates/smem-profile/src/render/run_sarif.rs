//! The report of a run on the simulated driver as SARIF 2.1.0.

use smem_driver::RunReport;

use super::sarif::sarif;
use crate::report::ProfileReport;

/// The report as SARIF. A place without a source file has no location: code hosts show results in files alone.
///
/// ```
/// # let report = smem_driver::RunReport::default();
/// assert!(smem_profile::render::run_sarif(&report).contains("\"version\": \"2.1.0\""));
/// ```
pub fn run_sarif(report: &RunReport) -> String {
    sarif(&ProfileReport::of_run(report, ""))
}
