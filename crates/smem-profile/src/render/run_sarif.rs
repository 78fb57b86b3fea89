//! The report of a run on the simulated driver as SARIF 2.1.0: a result for each finding and for each line with bank conflicts.

use serde_json::Value;
use smem_driver::{KernelRun, RunReport};
use smem_launch::readable_name;
use smem_report::render::{CONFLICT, conflict_sentence, finding_result, location, log, result};
use smem_report::{Finding, FindingKind, Line, SourceTexts};

/// The report as SARIF. A place without a source file has no location: code hosts show results in files alone.
///
/// ```
/// # let report = smem_driver::RunReport::default();
/// assert!(smem_profile::render::run_sarif(&report).contains("\"version\": \"2.1.0\""));
/// ```
pub fn run_sarif(report: &RunReport) -> String {
    let of_kernel = |kernel: &KernelRun| -> Vec<Value> {
        let lines = kernel.lines.iter().filter(|line| line.excess() > 0).map(|line| conflict(kernel, line));
        lines.chain(kernel.findings.iter().map(|found| finding(kernel, found))).collect()
    };
    log(report.kernels.iter().flat_map(of_kernel).collect(), &[], true)
}

/// The result of a finding. A fault's sentence begins with the kernel.
fn finding(kernel: &KernelRun, finding: &Finding) -> Value {
    let message = match finding.kind() {
        FindingKind::Fault => finding.message.clone(),
        _ => format!("In `{}`: {}", readable_name(&kernel.kernel), finding.message),
    };
    finding_result(finding, &message, None, &SourceTexts::default())
}

fn conflict(kernel: &KernelRun, line: &Line) -> Value {
    let text = conflict_sentence(&readable_name(&kernel.kernel), line.ways, line.counts, &line.op, "");
    let place = Some(&line.place).filter(|place| place.is_in_file());
    result(CONFLICT, &text, place.into_iter().map(|place| location(place, &SourceTexts::default())).collect())
}
