//! The report as JUnit's XML, which CI servers read: a test case for each kernel, and one for the checks of the command.

use smem_report::render::{CONFLICT, compiler_line, conflict_line};
use smem_report::{Finding, LaunchReport, Line, printable};

use crate::report::ProfileReport;

/// Returns reports as one document of JUnit. A test case of a kernel fails with its findings; what else is known of it is in its output. `failed` are the
/// checks of the command that failed, those of budgets among them, a sentence each.
///
/// ```
/// use smem_profile::render::junit;
///
/// let document = junit(&[], &["no kernel was launched".to_owned()]);
/// assert!(document.contains("<testsuite name=\"smem-tile\" tests=\"1\" failures=\"1\">"));
/// assert!(document.contains("<failure type=\"check\" message=\"no kernel was launched\">"));
/// ```
pub fn junit(reports: &[ProfileReport], failed: &[String]) -> String {
    let mut cases = Vec::new();
    for report in reports {
        for total in report.kernels() {
            let own: Vec<&LaunchReport> =
                report.launches.iter().filter(|launch| launch.kernel == total.kernel).collect();
            cases.push(of_kernel(&report.file, &total.kernel, &own));
        }
        let faults = report.earlier_fault.iter().chain(&report.fault);
        cases.extend(faults.map(|fault| {
            let failure =
                CaseFailure { kind: fault.finding.kind().id(), message: &fault.message, text: &fault.message };
            case(&report.file, "the launches", &[failure], "")
        }));
    }
    let failures: Vec<CaseFailure<'_>> =
        failed.iter().map(|check| CaseFailure { kind: "check", message: check, text: check }).collect();
    cases.push(case("smem-tile", "checks of the command", &failures, ""));
    let count = cases.iter().filter(|case| case.contains("<failure ")).count();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"smem-tile\" tests=\"{}\" failures=\"{count}\">\n{}</testsuite>\n</testsuites>\n",
        cases.len(),
        cases.concat()
    )
}

/// Why a test case fails.
struct CaseFailure<'a> {
    kind: &'a str,
    message: &'a str,
    text: &'a str,
}

/// The test case of a kernel, of all its launches.
fn of_kernel(file: &str, kernel: &str, launches: &[&LaunchReport]) -> String {
    let mut findings: Vec<Finding> = Vec::new();
    for launch in launches {
        Finding::join(&mut findings, &launch.findings);
    }
    let lines: Vec<(String, &Finding)> =
        findings.iter().map(|finding| (compiler_line(kernel, finding, file), finding)).collect();
    let of_finding =
        |(line, finding): &(String, &'_ Finding)| (line.clone(), finding.kind().id(), finding.message.clone());
    let failed: Vec<(String, &str, String)> =
        lines.iter().filter(|(_, finding)| finding.is_failure()).map(of_finding).collect();
    let failures: Vec<CaseFailure<'_>> =
        failed.iter().map(|(text, kind, message)| CaseFailure { kind, message, text }).collect();
    let warnings = lines.iter().filter(|(_, finding)| !finding.is_failure()).map(|(line, _)| line.clone());
    let conflicts = launches.iter().flat_map(|launch| &launch.lines).filter(|line| line.excess() > 0);
    // They fail a test case only by a budget, which is a check of the command.
    let as_remark =
        |line: &Line| conflict_line(kernel, line).replace(&format!("error[{CONFLICT}]"), &format!("note[{CONFLICT}]"));
    let output: Vec<String> = warnings.chain(conflicts.map(as_remark)).collect();
    case(file, kernel, &failures, &output.join("\n"))
}

/// A test case.
fn case(class: &str, name: &str, failures: &[CaseFailure<'_>], output: &str) -> String {
    let head = format!("<testcase classname=\"{}\" name=\"{}\"", escaped(class), escaped(name));
    if failures.is_empty() && output.is_empty() {
        return format!("{head}/>\n");
    }
    let of_failure = |failure: &CaseFailure<'_>| {
        let [kind, text] = [failure.kind, failure.text].map(escaped);
        let message = escaped(failure.message.lines().next().unwrap_or_default());
        format!("<failure type=\"{kind}\" message=\"{message}\">{text}</failure>\n")
    };
    let failures: String = failures.iter().map(of_failure).collect();
    let output =
        if output.is_empty() { String::new() } else { format!("<system-out>{}</system-out>\n", escaped(output)) };
    format!("{head}>\n{failures}{output}</testcase>\n")
}

/// A text for a document, without characters that XML does not have.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for mark in printable(text).chars() {
        match mark {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            mark if mark.is_control() => escaped.push('\u{fffd}'),
            mark => escaped.push(mark),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_stranger_are_texts_of_the_document() {
        let document = junit(&[], &["a \"<failure/>\" & \u{1b}[31m\nmore".to_owned()]);
        assert!(document.contains("message=\"a &quot;&lt;failure/&gt;&quot; &amp; "), "{document}");
        assert!(!document.contains('\u{1b}') && document.contains("&#10;more"), "{document}");
    }
}
