//! The report of a run on the simulated driver as SARIF 2.1.0: a result for each finding and for each line with bank conflicts.

use serde_json::{Value, json};
use smem_driver::{FindingKind, KernelRun, RunFinding, RunLine, RunPlace, RunReport};
use smem_launch::readable_name;

use super::sarif::{log, rule_number, uri};

/// The report as SARIF. A place without a source file has no location: code hosts show results in files alone.
///
/// ```
/// # let report = smem_driver::RunReport::default();
/// assert!(smem_profile::render::run_sarif(&report).contains("\"version\": \"2.1.0\""));
/// ```
pub fn run_sarif(report: &RunReport) -> String {
    let of_kernel = |kernel: &KernelRun| -> Vec<Value> {
        let lines = kernel.lines.iter().filter(|line| line.excess() > 0).map(|line| conflict(kernel, line));
        lines.chain(kernel.findings.iter().map(|finding| result(kernel, finding))).collect()
    };
    log(report.kernels.iter().flat_map(of_kernel).collect(), &[], true)
}

/// The rule of a kind of findings.
fn rule(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Race => "shared-memory-race",
        FindingKind::Overrun => "shared-array-overrun",
        FindingKind::Barrier => "divergent-barrier",
        FindingKind::UnwrittenRead => "unwritten-read",
        FindingKind::PastEnd => "past-end",
        FindingKind::SameValueWrites => "same-value-writes",
        _ => "kernel-fault",
    }
}

fn result(kernel: &KernelRun, finding: &RunFinding) -> Value {
    let level = if finding.is_failure() { "error" } else { "warning" };
    let text = match finding.kind {
        // A fault's sentence begins with the kernel.
        FindingKind::Fault => finding.message.clone(),
        _ => format!("In `{}`: {}", readable_name(&kernel.kernel), finding.message),
    };
    described(rule(finding.kind), level, &text, finding.place.as_ref(), finding.other.as_ref())
}

fn conflict(kernel: &KernelRun, line: &RunLine) -> Value {
    let RunLine { op, requests, wavefronts, ideal, ways, .. } = line;
    let name = readable_name(&kernel.kernel);
    let text = format!(
        "{ways}-way bank conflicts in `{name}`: {wavefronts} wavefronts for {requests} requests ({op}), where {ideal} would do."
    );
    described("bank-conflict", "warning", &text, Some(&line.place), None)
}

fn described(rule: &str, level: &str, text: &str, at: Option<&RunPlace>, other: Option<&RunPlace>) -> Value {
    let mut result = json!({
        "ruleId": rule,
        "ruleIndex": rule_number(rule),
        "level": level,
        "message": { "text": text },
        "locations": at.and_then(location).into_iter().collect::<Vec<_>>(),
    });
    if let Some(mut other) = other.and_then(location) {
        other["id"] = json!(1);
        other["message"] = json!({ "text": "the other access" });
        result["relatedLocations"] = json!([other]);
    }
    result
}

fn location(place: &RunPlace) -> Option<Value> {
    let uri = uri(place.file.as_deref()?);
    let region = json!({ "startLine": place.line });
    Some(json!({ "physicalLocation": { "artifactLocation": { "uri": uri }, "region": region } }))
}
