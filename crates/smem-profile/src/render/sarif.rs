//! The report as SARIF 2.1.0: a result for each line with conflicts, one
//! for each race, each overrun, each barrier that not every thread reaches and each warning about a line, and one for a fault.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use smem_driver::RunReport;
use smem_report::render::{CONFLICT, conflict_sentence, finding_result, location, log, result};
use smem_report::{Counts, Finding, GainVerdict, LaunchReport, Line, LinePlace, SourceTexts};

use crate::report::ProfileReport;

/// Returns the report as a log of SARIF.
pub fn sarif(report: &ProfileReport) -> String {
    sarif_of_all(std::slice::from_ref(report))
}

/// Returns several reports as one log of SARIF.
///
/// ```
/// assert!(smem_profile::render::sarif_of_all(&[]).contains("\"results\": []"));
/// ```
pub fn sarif_of_all(reports: &[ProfileReport]) -> String {
    let of_report = |report| results(report, &|_| None);
    log(
        reports.iter().flat_map(of_report).collect(),
        &notes_of(reports.iter()),
        !reports.iter().any(ProfileReport::is_stopped),
    )
}

/// Returns the report of a run on the simulated driver as SARIF. A place without a source file has no location: code hosts show results in files alone.
///
/// ```
/// # let report = smem_driver::RunReport::default();
/// assert!(smem_profile::render::run_sarif(&report).contains("\"version\": \"2.1.0\""));
/// ```
pub fn run_sarif(report: &RunReport) -> String {
    sarif(&ProfileReport::of_run(report, ""))
}

/// The notes of reports, as notifications.
pub(super) fn notes_of<'a>(reports: impl Iterator<Item = &'a ProfileReport>) -> Vec<Value> {
    let notes = reports.flat_map(|report| &report.notes);
    notes.map(|note| json!({ "level": "note", "message": { "text": note } })).collect()
}

/// The results of a report; `fixes` gives those of a line with conflicts, if it has some.
pub(super) fn results(report: &ProfileReport, fixes: &dyn Fn(&LinePlace) -> Option<Value>) -> Vec<Value> {
    let (launches, sources) = (&report.launches, &report.sources);
    let mut found: BTreeMap<LinePlace, Vec<(&LaunchReport, &Line)>> = BTreeMap::new();
    for launch in launches {
        for line in launch.lines.iter().filter(|line| line.counts.excess() > 0) {
            found.entry(line.place.clone()).or_default().push((launch, line));
        }
    }
    let mut results: Vec<(u64, Value)> =
        found.iter().map(|(place, of_line)| conflict(place, of_line, sources, fixes(place))).collect();
    // The sort is stable: equal lines stay in the order of the files.
    results.sort_by_key(|(excess, _)| std::cmp::Reverse(*excess));
    let mut results: Vec<Value> = results.into_iter().map(|(_, result)| result).collect();
    results.extend(findings(report));
    results
}

/// Returns a result for each finding, ordered by kind, and for each fault.
fn findings(report: &ProfileReport) -> Vec<Value> {
    let mut findings: Vec<&Finding> = report.launches.iter().flat_map(|launch| &launch.findings).collect();
    // The sort is stable: those of one kind stay in the order of the launches.
    findings.sort_by_key(|finding| finding.kind());
    let of_kernels =
        findings.into_iter().map(|finding| finding_result(finding, &finding.message, None, &report.sources));
    let faults = report.earlier_fault.iter().chain(&report.fault);
    let faults =
        faults.map(|fault| finding_result(&fault.finding, &fault.message, Some(&report.file), &report.sources));
    of_kernels.chain(faults).collect()
}

/// Returns the excess of a line in all launches, and its result.
fn conflict(
    place: &LinePlace,
    of_line: &[(&LaunchReport, &Line)],
    sources: &SourceTexts,
    fixes: Option<Value>,
) -> (u64, Value) {
    let mut total = Counts::default();
    let (mut sentences, mut calls, mut is_exact, mut ways) = (Vec::new(), Vec::new(), true, 1);
    for (launch, line) in of_line {
        total = total.plus(line.counts);
        ways = ways.max(line.ways);
        is_exact &= line.exactness.is_exact();
        let about = if line.exactness.is_exact() { "" } else { "about " };
        let mut sentence = conflict_sentence(&launch.kernel, line.ways, line.counts, &line.op, about);
        if let Some(meeting) = &line.meeting {
            sentence += &format!(" In {}.", meeting.sentence());
        }
        sentences.push(sentence);
        calls.extend(line.calls.keys().cloned());
    }
    calls.sort();
    calls.dedup();
    let times = times(of_line);
    sentences.extend(times.iter().map(|time| format!("Time: {time}.")));
    let mut text = sentences.join(" ");
    if !calls.is_empty() {
        text += &format!(" Inlined: {}.", calls.join("; "));
    }
    let mut result = result(CONFLICT, &text, vec![location(place, sources)]);
    result["properties"] = json!({
        "requests": total.requests,
        "wavefronts": total.wavefronts,
        "ideal": total.ideal,
        "excess": total.excess(),
        "ways": ways,
        "exact": is_exact,
        "times": times,
        "verdicts": verdicts(of_line),
    });
    if let Some(fixes) = fixes {
        result["fixes"] = fixes;
    }
    (total.excess(), result)
}

/// Returns the bound of each launch of a line and the gain of a cure, each sentence once.
fn times(of_line: &[(&LaunchReport, &Line)]) -> Vec<String> {
    let mut times: Vec<String> =
        of_line.iter().filter_map(|(launch, _)| Some(launch.time.as_ref()?.sentence.clone())).collect();
    times.dedup();
    times
}

/// Returns whether a cure gains a tenth or more in each launch of a line, each verdict once.
fn verdicts(of_line: &[(&LaunchReport, &Line)]) -> Vec<GainVerdict> {
    let verdict = |launch: &LaunchReport| launch.time.as_ref()?.verdict();
    let mut verdicts: Vec<GainVerdict> = of_line.iter().filter_map(|(launch, _)| verdict(launch)).collect();
    verdicts.dedup();
    verdicts
}
