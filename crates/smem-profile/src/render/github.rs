//! Findings as the lines that GitHub reads from the output of a step, and shows beside the source.

use std::path::Path;

use smem_report::render::{CONFLICT, conflict_sentence};
use smem_report::{Finding, LinePlace, printable};

use crate::report::ProfileReport;

/// Returns a line for each finding and for each source line with bank conflicts: `::error file=a.cu,line=3,title=shared-memory-race::..`. Paths are those
/// from `folder`, the repository, where they lead below it. `failed` are the checks of the command that failed, a sentence each.
///
/// ```
/// let lines = smem_profile::render::github_lines(&[], &["no kernel, 100 %".to_owned()], "/repository".as_ref());
/// assert_eq!(lines, ["::error title=smem-tile::no kernel, 100 %25"]);
/// ```
pub fn github_lines(reports: &[ProfileReport], failed: &[String], folder: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    for report in reports {
        for launch in &report.launches {
            for finding in &launch.findings {
                lines.push(of_finding(finding, &format!("`{}`: {}", launch.kernel, finding.message), folder));
            }
            for line in launch.lines.iter().filter(|line| line.excess() > 0) {
                let about = if line.exactness.is_exact() { "" } else { "about " };
                let text = conflict_sentence(&launch.kernel, line.ways, line.counts, &line.op, about);
                lines.push(command("warning", Some(&line.place), CONFLICT, &text, folder));
            }
        }
        let faults = report.earlier_fault.iter().chain(&report.fault);
        lines.extend(faults.map(|fault| of_finding(&fault.finding, &fault.message, folder)));
    }
    lines.extend(failed.iter().map(|check| command("error", None, "smem-tile", check, folder)));
    let mut known = std::collections::BTreeSet::new();
    lines.retain(|line| known.insert(line.clone()));
    lines
}

fn of_finding(finding: &Finding, message: &str, folder: &Path) -> String {
    let level = if finding.is_failure() { "error" } else { "warning" };
    command(level, finding.place.as_ref(), finding.kind().id(), message, folder)
}

/// A command of a workflow.
fn command(level: &str, place: Option<&LinePlace>, title: &str, text: &str, folder: &Path) -> String {
    let place = place.filter(|place| place.is_in_file()).map(|place| {
        let file = Path::new(&place.file);
        let file = file.strip_prefix(folder).unwrap_or(file).display().to_string();
        format!("file={},line={},", value(&file), place.line.max(1))
    });
    format!("::{level} {}title={}::{}", place.unwrap_or_default(), value(title), escaped(text))
}

/// The text of a command, which ends with its line.
fn escaped(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    printable(&text).into_owned()
}

/// The value of a property, which ends at a comma or a colon.
fn value(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_begins_another_command() {
        let place = LinePlace::new("/home/a,b::c.cu", 3);
        let line =
            command("error", Some(&place), "kernel-fault", "a\n::set-output name=x::y\u{1b}", Path::new("/home"));
        assert!(line.starts_with("::error file=a%2Cb%3A%3Ac.cu,line=3,title=kernel-fault::a%0A::set-output"), "{line}");
        assert!(!line.contains('\u{1b}') && !line.contains('\n'), "{line}");
        let elsewhere = command("warning", Some(&place), CONFLICT, "b", Path::new("/other"));
        assert!(elsewhere.starts_with("::warning file=/home/a%2Cb"), "{elsewhere}");
    }
}
