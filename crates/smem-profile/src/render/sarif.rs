//! The report as SARIF 2.1.0, the format in which code hosts take what an analysis found: a result for each line with conflicts, one
//! for each race, each overrun, each barrier that not every thread reaches and each warning about a line, and one for a fault.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::report::{
    LaunchReport, Line, LinePlace, PlacedBarrier, PlacedGlobalRace, PlacedOverrun, PlacedRace, ProfileReport,
    ReportedFault, SourceTexts, Total, Warning, WarningKind,
};

pub(super) const CONFLICT: &str = "bank-conflict";
const FAULT: &str = "kernel-fault";
const RACE: &str = "shared-memory-race";
const BARRIER: &str = "divergent-barrier";
const GLOBAL_RACE: &str = "global-memory-race";
const OVERRUN: &str = "shared-array-overrun";

/// The rules of warnings: name, title and description. They follow the others.
const WARNINGS: [(&str, &str, &str); 3] = [
    (
        "unwritten-read",
        "A read of shared memory that nothing wrote",
        "A thread reads bytes of shared memory that no thread of its block has written: on a GPU they hold whatever was there.",
    ),
    (
        "past-end",
        "An access past the end of shared memory",
        "An access past the bytes of shared memory that a block asks for, but inside what a GPU allocates for them, so that it is not a \
         fault.",
    ),
    (
        "same-value-writes",
        "Several threads write one value",
        "Several threads write the same value to the same bytes of shared memory, and nothing orders them.",
    ),
];
/// The rules in front of those.
const FIRST_WARNING: usize = 6;

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

/// The whole log of some results and notes.
pub(super) fn log(results: Vec<Value>, notes: &[Value], is_successful: bool) -> String {
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "smem-tile",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": [
                    rule(
                        CONFLICT,
                        "warning",
                        "Bank conflicts on shared memory",
                        "Lanes of a warp access different words of one bank of shared memory, so the request takes more passes \
                         through the banks than it would without conflicts.",
                    ),
                    rule(
                        FAULT,
                        "error",
                        "A kernel did something invalid",
                        "The kernel accessed memory that is not its own, or did something else that a GPU refuses or does not define.",
                    ),
                    rule(
                        RACE,
                        "error",
                        "A race on shared memory",
                        "Two threads of a block access the same bytes of shared memory, one of them writes, and no barrier orders them.",
                    ),
                    rule(
                        OVERRUN,
                        "error",
                        "An access beyond a shared array",
                        "The address of an access comes from one array in shared memory, and the access is outside of that array.",
                    ),
                    rule(
                        BARRIER,
                        "error",
                        "A barrier that not every thread reaches",
                        "Some threads of a block wait at a barrier that others pass by, which CUDA leaves undefined.",
                    ),
                    rule(
                        GLOBAL_RACE,
                        "error",
                        "A race on global memory",
                        "Two threads of a launch access the same bytes of global memory, one of them writes, and nothing orders them.",
                    ),
                    rule(WARNINGS[0].0, "warning", WARNINGS[0].1, WARNINGS[0].2),
                    rule(WARNINGS[1].0, "warning", WARNINGS[1].1, WARNINGS[1].2),
                    rule(WARNINGS[2].0, "warning", WARNINGS[2].1, WARNINGS[2].2),
                ],
            } },
            "invocations": [{ "executionSuccessful": is_successful, "toolExecutionNotifications": notes }],
            "results": results,
        }],
    });
    // A value of JSON can always be written.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

/// The number of a rule in the log's list.
pub(super) fn rule_number(id: &str) -> usize {
    let first = [CONFLICT, FAULT, RACE, OVERRUN, BARRIER, GLOBAL_RACE];
    let all = first.into_iter().chain(WARNINGS.iter().map(|(id, ..)| *id));
    all.take_while(|known| *known != id).count()
}

fn rule(id: &str, level: &str, short: &str, full: &str) -> Value {
    json!({
        "id": id,
        "shortDescription": { "text": short },
        "fullDescription": { "text": full },
        "defaultConfiguration": { "level": level },
    })
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
    let mut result = json!({
        "ruleId": CONFLICT,
        "ruleIndex": 0,
        "level": "warning",
        "message": { "text": text },
        "locations": [location(place, sources)],
        "properties": {
            "requests": total.requests,
            "wavefronts": total.wavefronts,
            "ideal": total.ideal,
            "excess": total.excess(),
            "ways": ways,
            "exact": is_exact,
            "times": times,
            "verdicts": verdicts(of_line),
        },
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
    json!({
        "ruleId": FAULT,
        "ruleIndex": 1,
        "level": "error",
        "message": { "text": fault.message },
        "locations": [place],
    })
}

/// The result of a warning that is about a line.
fn warning_result(warning: &Warning, sources: &SourceTexts) -> Option<Value> {
    let place = warning.place()?;
    let rule = rule_of(warning.kind)?;
    Some(json!({
        "ruleId": rule,
        "ruleIndex": FIRST_WARNING + WARNINGS.iter().position(|(id, ..)| *id == rule)?,
        "level": "warning",
        "message": { "text": warning.sentence() },
        "locations": [location(&place, sources)],
    }))
}

/// Returns the name of the rule of a warning, if it is about a line.
fn rule_of(kind: WarningKind) -> Option<&'static str> {
    match kind {
        WarningKind::NotChecked | WarningKind::LeftOut | WarningKind::Judgement => None,
        WarningKind::UnwrittenRead => Some("unwritten-read"),
        WarningKind::SameValueWrites => Some("same-value-writes"),
        WarningKind::PastEnd => Some("past-end"),
    }
}

/// The result of a race: at its second access, with the first one beside it, and the calls that both were inlined through.
fn race_result(race: &PlacedRace, sources: &SourceTexts) -> Value {
    let first = std::iter::once((race.first.place(), "the other access"));
    let calls_of_first = race.first.calls.iter().map(|call| (call.place(), "a call around the other access"));
    let calls_of_second = race.second.calls.iter().map(|call| (call.place(), "a call around the access"));
    let related = (1..).zip(first.chain(calls_of_first).chain(calls_of_second)).map(|(id, (place, message))| {
        let mut related = location(&place, sources);
        related["id"] = json!(id);
        related["message"] = json!({ "text": message });
        related
    });
    json!({
        "ruleId": RACE,
        "ruleIndex": 2,
        "level": "error",
        "message": { "text": race.sentence() },
        "locations": [location(&race.second.place(), sources)],
        "relatedLocations": related.collect::<Vec<Value>>(),
    })
}

fn overrun_result(overrun: &PlacedOverrun, sources: &SourceTexts) -> Value {
    json!({
        "ruleId": OVERRUN,
        "ruleIndex": 3,
        "level": "error",
        "message": { "text": overrun.sentence() },
        "locations": [location(&overrun.access.place(), sources)],
    })
}

fn global_result(race: &PlacedGlobalRace, sources: &SourceTexts) -> Value {
    let mut first = location(&race.first.place(), sources);
    first["id"] = json!(1);
    first["message"] = json!({ "text": "the other access" });
    json!({
        "ruleId": GLOBAL_RACE,
        "ruleIndex": 5,
        "level": "error",
        "message": { "text": race.sentence() },
        "locations": [location(&race.second.place(), sources)],
        "relatedLocations": [first],
    })
}

fn barrier_result(barrier: &PlacedBarrier, sources: &SourceTexts) -> Value {
    json!({
        "ruleId": BARRIER,
        "ruleIndex": 4,
        "level": "error",
        "message": { "text": barrier.sentence() },
        "locations": [location(&barrier.place(), sources)],
    })
}

pub(super) fn location(place: &LinePlace, sources: &SourceTexts) -> Value {
    let mut region = json!({ "startLine": place.line });
    if let Some(text) = sources.line(place) {
        region["snippet"] = json!({ "text": text });
    }
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&place.file) }, "region": region } })
}

/// Returns a path as a URI: a relative one stays relative, as code hosts want it.
pub(super) fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut uri = String::new();
    if path.starts_with('/') {
        uri += "file://";
    } else if path.as_bytes().get(1) == Some(&b':') {
        uri += "file:///";
    }
    for byte in path.trim_start_matches("./").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:+@".contains(&byte) {
            uri.push(byte.into());
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris_of_ascii_characters() {
        for (path, expected) in [
            ("./a/k.cu", "a/k.cu"),
            ("my kernels/é.cu", "my%20kernels/%C3%A9.cu"),
            ("/tmp/k.cu", "file:///tmp/k.cu"),
            ("C:\\k.cu", "file:///C:/k.cu"),
        ] {
            assert_eq!(uri(path), expected);
        }
    }
}
