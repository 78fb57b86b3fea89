//! The report as SARIF 2.1.0: a result for each line with conflicts, one
//! for each race, each overrun, each barrier that not every thread reaches and each warning about a line, and one for a fault.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::sarif_log::{
    BARRIER, CONFLICT, FAULT, GLOBAL_RACE, OVERRUN, PAST_END, RACE, SAME_VALUE, UNWRITTEN, line_of, log, result, uri,
    with_related,
};
use crate::report::{
    LaunchReport, Line, LinePlace, PlacedBarrier, PlacedGlobalRace, PlacedOverrun, PlacedRace, ProfileReport,
    ReportedFault, SourceTexts, Total, Warning, WarningKind,
};

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
        for line in launch.lines.iter().filter(|line| line.total.excess() > 0) {
            found.entry(line.place.clone()).or_default().push((launch, line));
        }
    }
    let mut results: Vec<(u64, Value)> =
        found.iter().map(|(place, of_line)| conflict(place, of_line, sources, fixes(place))).collect();
    // The sort is stable: equal lines stay in the order of the files.
    results.sort_by_key(|(excess, _)| std::cmp::Reverse(*excess));
    let mut results: Vec<Value> = results.into_iter().map(|(_, result)| result).collect();
    results.extend(report.races().map(|race| race_result(race, sources)));
    let overruns = launches.iter().flat_map(|launch| &launch.overruns);
    results.extend(overruns.map(|overrun| overrun_result(overrun, sources)));
    let barriers = launches.iter().flat_map(|launch| &launch.barriers);
    results.extend(barriers.map(|barrier| barrier_result(barrier, sources)));
    let global = launches.iter().flat_map(|launch| &launch.global_races).flatten();
    results.extend(global.map(|race| global_result(race, sources)));
    let warnings = launches.iter().flat_map(|launch| &launch.warnings);
    results.extend(warnings.filter_map(|warning| warning_result(warning, sources)));
    let faults = report.earlier_fault.iter().chain(&report.fault);
    results.extend(faults.map(|fault| fault_result(fault, report)));
    results
}

/// Returns the excess of a line in all launches, and its result.
fn conflict(
    place: &LinePlace,
    of_line: &[(&LaunchReport, &Line)],
    sources: &SourceTexts,
    fixes: Option<Value>,
) -> (u64, Value) {
    let mut total = Total::default();
    let (mut sentences, mut calls, mut is_exact, mut ways) = (Vec::new(), Vec::new(), true, 1);
    for (launch, line) in of_line {
        total = total.plus(line.total);
        ways = ways.max(line.ways);
        is_exact &= launch.estimate.is_none() && line.estimate.is_none();
        let about = if launch.estimate.is_some() || line.estimate.is_some() { "about " } else { "" };
        let Total { requests, wavefronts, ideal } = line.total;
        let mut sentence = format!(
            "{}-way bank conflicts in `{}`: {about}{wavefronts} wavefronts for {requests} requests ({}), where {ideal} would do.",
            line.ways, launch.kernel, line.op
        );
        if let Some(meeting) = &line.meeting {
            sentence += &format!(" In {}.", meeting.sentence());
        }
        sentences.push(sentence);
        calls.extend(line.calls.iter().cloned());
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
        of_line.iter().filter_map(|(launch, _)| Some(launch.time.as_ref()?.sentence())).collect();
    times.dedup();
    times
}

/// Returns whether a cure gains a tenth or more in each launch of a line, each verdict once.
fn verdicts(of_line: &[(&LaunchReport, &Line)]) -> Vec<&'static str> {
    let verdict = |launch: &LaunchReport| Some(launch.time.as_ref()?.verdict()?.name());
    let mut verdicts: Vec<&str> = of_line.iter().filter_map(|(launch, _)| verdict(launch)).collect();
    verdicts.dedup();
    verdicts
}

/// The result of a fault: at its line, or at the file if it has none.
fn fault_result(fault: &ReportedFault, report: &ProfileReport) -> Value {
    let place = match &fault.at {
        Some(at) => location(&at.place, &report.sources),
        None => json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&report.file) } } }),
    };
    result(FAULT, &fault.message, vec![place])
}

/// The result of a warning that is about a line.
fn warning_result(warning: &Warning, sources: &SourceTexts) -> Option<Value> {
    let rule = match warning.kind {
        WarningKind::NotChecked | WarningKind::LeftOut | WarningKind::Judgement => return None,
        WarningKind::UnwrittenRead => UNWRITTEN,
        WarningKind::SameValueWrites => SAME_VALUE,
        WarningKind::PastEnd => PAST_END,
    };
    Some(result(rule, warning.sentence(), vec![location(&warning.place()?, sources)]))
}

/// The result of a race: at its second access, with the first one beside it, and the calls that both were inlined through.
fn race_result(race: &PlacedRace, sources: &SourceTexts) -> Value {
    let first = std::iter::once((race.first.place(), "the other access"));
    let calls_of_first = race.first.calls.iter().map(|call| (call.place(), "a call around the other access"));
    let calls_of_second = race.second.calls.iter().map(|call| (call.place(), "a call around the access"));
    let related = first.chain(calls_of_first).chain(calls_of_second);
    let result = result(RACE, &race.sentence(), vec![location(&race.second.place(), sources)]);
    with_related(result, related.map(|(place, message)| (location(&place, sources), message)))
}

fn overrun_result(overrun: &PlacedOverrun, sources: &SourceTexts) -> Value {
    result(OVERRUN, &overrun.sentence(), vec![location(&overrun.access.place(), sources)])
}

fn global_result(race: &PlacedGlobalRace, sources: &SourceTexts) -> Value {
    let result = result(GLOBAL_RACE, &race.sentence(), vec![location(&race.second.place(), sources)]);
    with_related(result, [(location(&race.first.place(), sources), "the other access")])
}

fn barrier_result(barrier: &PlacedBarrier, sources: &SourceTexts) -> Value {
    result(BARRIER, &barrier.sentence(), vec![location(&barrier.place(), sources)])
}

pub(super) fn location(place: &LinePlace, sources: &SourceTexts) -> Value {
    line_of(&place.file, place.line, sources.line(place))
}
