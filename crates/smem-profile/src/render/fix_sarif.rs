//! The change of `fix` in SARIF: each line with conflicts that it improves carries it as a fix, which code hosts and editors can apply.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use similar::{DiffOp, TextDiff};
use smem_report::render::{CONFLICT, finding_result, location, log, uri};
use smem_report::{LinePlace, SourceTexts, are, excess_wavefronts};

use super::diff::PatchPaths;
use super::fixed::FixedReport;
use super::sarif::{notes_of, results};
use crate::fix::{FixReport, KernelReport, LineBeforeAfter};
use crate::report::ProfileReport;

/// Returns several reports as one log of SARIF. Where a change removes conflicts and ran with the same results, the results of the lines
/// that it improves carry it as a fix, unless it is not recommended.
///
/// ```
/// assert!(smem_profile::render::sarif_with_fixes(&[]).contains("\"results\": []"));
/// ```
pub fn sarif_with_fixes(reports: &[FixedReport<'_>]) -> String {
    let of_report = |fixed: &FixedReport<'_>| {
        let change = fixed.verified().and_then(|(fix, paths)| SarifFix::of(fix, &paths));
        results(fixed.report, &|place| change.as_ref().and_then(|change| change.of_line(place)))
    };
    let is_whole = !reports.iter().any(|fixed| ProfileReport::is_stopped(fixed.report));
    log(reports.iter().flat_map(of_report).collect(), &notes_of(reports.iter().map(|fixed| fixed.report)), is_whole)
}

/// Returns the report of `fix` as a log of SARIF: a result for each line with conflicts, with the change as its fix where that improves it and
/// ran with the same results. A change that is not recommended is not attached, and its time is said.
pub fn fix_sarif(report: &FixReport, paths: &PatchPaths<'_>) -> String {
    let change = report.is_verified().then(|| SarifFix::of(report, paths)).flatten();
    let time = report.changed.as_ref().filter(|_| report.is_verified()).and_then(|changed| changed.time);
    let lines = report.kernels.iter().flat_map(|kernel| kernel.lines.iter().map(move |line| (kernel, line)));
    let of_line = |(kernel, line): (&KernelReport, &LineBeforeAfter)| {
        let mut result = result(kernel, line, report);
        result["properties"]["gain"] = json!(time.map(|time| time.gain));
        result["properties"]["verdict"] = json!(time.map(|time| time.verdict));
        result["properties"]["recommended"] = json!(time.map(|time| time.is_recommended));
        if let Some(fixes) = change.as_ref().and_then(|change| change.of_line(&line.place)) {
            result["fixes"] = fixes;
        }
        result
    };
    let sources = SourceTexts::default();
    let findings = report.findings.iter().map(|finding| finding_result(finding, &finding.message, None, &sources));
    let results = lines.filter(|(_, line)| line.before.excess() > 0).map(of_line).chain(findings).collect();
    let notes: Vec<Value> =
        report.notes.iter().map(|note| json!({ "level": "note", "message": { "text": note } })).collect();
    log(results, &notes, report.fault.is_none())
}

fn result(kernel: &KernelReport, line: &LineBeforeAfter, report: &FixReport) -> Value {
    let about = if line.is_exact { "" } else { "about " };
    let excess = line.before.excess();
    let mut text = format!(
        "{about}{} of a {} in `{}` {} excess, in {} requests.",
        excess_wavefronts(excess).replace(" excess", ""),
        line.op,
        kernel.kernel,
        are(excess),
        line.before.requests
    );
    if let Some(after) = line.after {
        text += &format!(" The change leaves {}.", after.excess());
        let time = report.not_recommended().map(|why| format!("It is {why}, and not attached."));
        let time = time.or_else(|| Some(format!("Its time is {}.", report.changed.as_ref()?.time?.sentence())));
        text += &time.map_or(String::new(), |time| format!(" {time}"));
    }
    let mut result = smem_report::render::result(CONFLICT, &text, vec![location(&line.place, &SourceTexts::default())]);
    result["properties"] = json!({
        "requests": line.before.requests,
        "wavefronts": line.before.wavefronts,
        "ideal": line.before.ideal,
        "excess": excess,
        "excessAfter": line.after.map(|after| after.excess()),
    });
    result
}

/// The change, and the lines that it improves.
struct SarifFix {
    fix: Value,
    improves: BTreeSet<LinePlace>,
}

impl SarifFix {
    /// `None` where the change is not recommended.
    fn of(report: &FixReport, paths: &PatchPaths<'_>) -> Option<SarifFix> {
        if report.not_recommended().is_some() {
            return None;
        }
        let lines = report.kernels.iter().flat_map(|kernel| &kernel.lines);
        let improved = lines.filter(|line| line.after.is_some_and(|after| after.excess() < line.before.excess()));
        Some(SarifFix { fix: fix(report, paths), improves: improved.map(|line| line.place.clone()).collect() })
    }

    /// Returns the fixes of a line, if it has some.
    fn of_line(&self, place: &LinePlace) -> Option<Value> {
        self.improves.contains(place).then(|| json!([self.fix]))
    }
}

/// The change as SARIF has it: replaced lines of each file.
fn fix(report: &FixReport, paths: &PatchPaths<'_>) -> Value {
    let header = report.header();
    let mut changes = Vec::new();
    if let Some(source) = &report.source {
        let after = source.after(header.as_ref().map(|_| paths.include));
        changes.push(change(&report.file, source.before(), &after));
    }
    if let Some(header) = &header {
        changes.push(change(paths.header, paths.old_header.unwrap_or_default(), header));
    }
    json!({
        "description": { "text": "Changes the layout in shared memory. The changed source was compiled and run with the same results." },
        "artifactChanges": changes,
    })
}

fn change(file: &str, before: &str, after: &str) -> Value {
    let replacements: Vec<Value> = replacements(before, after).into_iter().map(Replacement::json).collect();
    json!({ "artifactLocation": { "uri": uri(file) }, "replacements": replacements })
}

/// A part of a text, from a line and a column up to another one, each from 1, and what takes its place.
#[derive(Debug)]
struct Replacement {
    start: (usize, usize),
    end: (usize, usize),
    text: String,
}

impl Replacement {
    fn json(self) -> Value {
        let ((line, column), (last_line, end_column)) = (self.start, self.end);
        json!({
            "deletedRegion": { "startLine": line, "startColumn": column, "endLine": last_line, "endColumn": end_column },
            "insertedContent": { "text": self.text },
        })
    }
}

/// The lines that differ.
fn replacements(before: &str, after: &str) -> Vec<Replacement> {
    let diff = TextDiff::from_lines(before, after);
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    // The place in front of a line; after a last line without an end it is in that line.
    let place = |line: usize| match old.last() {
        Some(last) if line == old.len() && !last.ends_with('\n') => (line, last.encode_utf16().count() + 1),
        _ => (line + 1, 1),
    };
    let changed = diff.ops().iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    let replacement = |op: &DiffOp| Replacement {
        start: place(op.old_range().start),
        end: place(op.old_range().end),
        text: new[op.new_range()].concat(),
    };
    changed.map(replacement).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with the replacements made, the last one first.
    fn replaced(before: &str, replacements: Vec<Replacement>) -> String {
        let offset = |(line, column): (usize, usize)| {
            let start: usize = before.split_inclusive('\n').take(line - 1).map(str::len).sum();
            let units: usize = before[start..]
                .chars()
                .scan(0, |units, letter| {
                    *units += letter.len_utf16();
                    Some((*units, letter.len_utf8()))
                })
                .take_while(|(units, _)| *units < column)
                .map(|(_, bytes)| bytes)
                .sum();
            start + units
        };
        let mut text = before.to_owned();
        for replacement in replacements.into_iter().rev() {
            text.replace_range(offset(replacement.start)..offset(replacement.end), &replacement.text);
        }
        text
    }

    #[test]
    fn the_replacements_make_the_changed_text_of_the_old_one() {
        let texts = [
            "",
            "a\n",
            "a",
            "a\nb\nc\n",
            "a\nx\nc\n",
            "x\na\nb\nc",
            "größe\nb",
            "größe\nb\n",
            "b\nc\nd",
            "größe",
            "€\n𝄞x",
        ];
        for before in texts {
            for after in texts {
                assert_eq!(replaced(before, replacements(before, after)), after, "{before:?} to {after:?}");
            }
        }
    }
}
