//! The report of a run on the simulated driver as SARIF 2.1.0: a result for each finding and for each line with bank conflicts.

use serde_json::Value;
use smem_driver::{KernelRun, RunLine, RunReport};
use smem_launch::readable_name;

use super::sarif_log::{CONFLICT, conflict_sentence, finding_result, location, log, result};
use crate::report::{LinePlace, ReportedFinding, SourceTexts, Total};

/// The report as SARIF. A place without a source file has no location: code hosts show results in files alone.
///
/// ```
/// # let report = smem_driver::RunReport::default();
/// assert!(smem_profile::render::run_sarif(&report).contains("\"version\": \"2.1.0\""));
/// ```
pub fn run_sarif(report: &RunReport) -> String {
    let of_kernel = |kernel: &KernelRun| -> Vec<Value> {
        let lines = kernel.lines.iter().filter(|line| line.excess() > 0).map(|line| conflict(kernel, line));
        let findings = kernel.findings.iter().map(|finding| ReportedFinding::of_run(kernel, finding));
        lines.chain(findings.map(|finding| finding_result(&finding, &SourceTexts::default()))).collect()
    };
    log(report.kernels.iter().flat_map(of_kernel).collect(), &[], true)
}

fn conflict(kernel: &KernelRun, line: &RunLine) -> Value {
    let RunLine { op, requests, wavefronts, ideal, ways, .. } = line;
    let total = Total { requests: *requests, wavefronts: *wavefronts, ideal: *ideal };
    let text = conflict_sentence(&readable_name(&kernel.kernel), *ways, total, op, "");
    let place = line.place.file.clone().map(|file| LinePlace { file, line: line.place.line });
    result(CONFLICT, &text, place.iter().map(|place| location(place, &SourceTexts::default())).collect())
}
