//! The report of a run on the simulated driver as SARIF 2.1.0: a result for each finding and for each line with bank conflicts.

use serde_json::Value;
use smem_driver::{FindingKind, KernelRun, RunFinding, RunLine, RunPlace, RunReport};
use smem_launch::readable_name;

use super::sarif_log::{
    BARRIER, CONFLICT, FAULT, OVERRUN, PAST_END, RACE, SAME_VALUE, UNWRITTEN, line_of, log, result, with_related,
};

/// The report as SARIF. A place without a source file has no location: code hosts show results in files alone.
///
/// ```
/// # let report = smem_driver::RunReport::default();
/// assert!(smem_profile::render::run_sarif(&report).contains("\"version\": \"2.1.0\""));
/// ```
pub fn run_sarif(report: &RunReport) -> String {
    let of_kernel = |kernel: &KernelRun| -> Vec<Value> {
        let lines = kernel.lines.iter().filter(|line| line.excess() > 0).map(|line| conflict(kernel, line));
        lines.chain(kernel.findings.iter().map(|finding| of_finding(kernel, finding))).collect()
    };
    log(report.kernels.iter().flat_map(of_kernel).collect(), &[], true)
}

/// The rule of a kind of findings.
fn rule(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Race => RACE,
        FindingKind::Overrun => OVERRUN,
        FindingKind::Barrier => BARRIER,
        FindingKind::UnwrittenRead => UNWRITTEN,
        FindingKind::PastEnd => PAST_END,
        FindingKind::SameValueWrites => SAME_VALUE,
        _ => FAULT,
    }
}

fn of_finding(kernel: &KernelRun, finding: &RunFinding) -> Value {
    let level = if finding.is_failure() { "error" } else { "warning" };
    let text = match finding.kind {
        // A fault's sentence begins with the kernel.
        FindingKind::Fault => finding.message.clone(),
        _ => format!("In `{}`: {}", readable_name(&kernel.kernel), finding.message),
    };
    let mut result = result(rule(finding.kind), &text, finding.place.as_ref().and_then(location).into_iter().collect());
    // A warning that is denied is an error.
    result["level"] = level.into();
    match finding.other.as_ref().and_then(location) {
        Some(other) => with_related(result, [(other, "the other access")]),
        None => result,
    }
}

fn conflict(kernel: &KernelRun, line: &RunLine) -> Value {
    let RunLine { op, requests, wavefronts, ideal, ways, .. } = line;
    let name = readable_name(&kernel.kernel);
    let text = format!(
        "{ways}-way bank conflicts in `{name}`: {wavefronts} wavefronts for {requests} requests ({op}), where {ideal} would do."
    );
    result(CONFLICT, &text, location(&line.place).into_iter().collect())
}

fn location(place: &RunPlace) -> Option<Value> {
    Some(line_of(place.file.as_deref()?, place.line, None))
}
