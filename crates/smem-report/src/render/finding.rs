//! A finding as text: a few lines of a report, or one line as compilers have it.

use super::report_line::{LineRole, ReportLine, indented};
use super::sarif_log::{CONFLICT, conflict_sentence};
use crate::barrier::BarrierDetail;
use crate::finding::{Finding, FindingDetail, Severity};
use crate::finding_kind::FindingKind;
use crate::global_race::{GlobalRaceDetail, PlacedGlobalSide};
use crate::line::Line;
use crate::overrun::OverrunDetail;
use crate::place::LinePlace;
use crate::race::RaceDetail;
use crate::side::{PlacedSide, shown};
use crate::source_remedy::SourceRemedy;
use crate::sources::SourceTexts;
use smem_sim::RaceAccess;

/// Returns the lines of a finding, without indentation.
pub fn finding_lines(finding: &Finding, sources: &SourceTexts) -> Vec<ReportLine> {
    match &finding.condition {
        Some(condition) if finding.kind().is_failure() => {
            let mut lines = detailed_lines(finding, sources);
            if let Some(head) = lines.first_mut().filter(|_| !finding.is_failure()) {
                *head = ReportLine::led(LineRole::Warning, "warning:", &head.to_string());
            }
            lines.insert(lines.len().min(1), format!("  {condition}").into());
            lines
        }
        _ => detailed_lines(finding, sources),
    }
}

fn detailed_lines(finding: &Finding, sources: &SourceTexts) -> Vec<ReportLine> {
    let place = || finding.place.clone().unwrap_or_else(|| LinePlace::of_code(0));
    match &finding.detail {
        FindingDetail::Race(race) => race_lines(race, finding.source_remedy.as_deref(), sources),
        FindingDetail::GlobalRace(race) => global_race_lines(race, sources),
        FindingDetail::Barrier(barrier) => {
            let mut lines = barrier_lines(barrier, &place(), sources);
            if let Some(remedy) = &finding.source_remedy {
                lines.push(ReportLine::led(LineRole::Hint, "missing:", &remedy.change).indented(2));
                lines.extend(indented(remedy_lines(remedy), 2));
            }
            lines
        }
        FindingDetail::Overrun(overrun) => overrun_lines(overrun, sources),
        // A fault, and a warning that is denied.
        _ if finding.is_failure() => vec![title(placed(finding))],
        _ => vec![ReportLine::led(LineRole::Warning, "warning:", &placed(finding))],
    }
}

/// The sentence of a finding after its place, and after the other one of two.
pub fn placed(finding: &Finding) -> String {
    let other = match &finding.detail {
        FindingDetail::SameValueWrites(_) => finding.other_access().map(|other| format!("{other} and ")),
        _ => None,
    };
    match &finding.place {
        Some(place) => format!("{}{place}: {}", other.unwrap_or_default(), finding.message),
        None => finding.message.clone(),
    }
}

/// Returns a finding of a kernel on one line, in the form that compilers have and editors follow. `file` is that of a finding without a place.
///
/// ```
/// use smem_report::render::compiler_line;
/// use smem_report::{CompilersNames, Finding};
///
/// let fault = Finding::of_fault("`k`: an access of 4 bytes is outside global memory", None, &CompilersNames);
/// let line = compiler_line("k", &fault, "k.cu");
/// assert_eq!(line, "k.cu: error[kernel-fault]: `k`: an access of 4 bytes is outside global memory");
/// ```
pub fn compiler_line(kernel: &str, finding: &Finding, file: &str) -> String {
    let place = finding.place.as_ref().map_or_else(|| file.to_owned(), ToString::to_string);
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let first = finding.message.lines().next().unwrap_or_default();
    // The sentence of a fault names the kernel.
    let of_kernel = if finding.kind() == FindingKind::Fault { String::new() } else { format!("`{kernel}`: ") };
    format!("{place}: {severity}[{}]: {of_kernel}{first}", finding.kind())
}

/// Returns the line of a source line of a kernel that has more bank conflicts than are accepted.
pub fn conflict_line(kernel: &str, line: &Line) -> String {
    let about = if line.exactness.is_exact() { "" } else { "about " };
    format!("{}: error[{CONFLICT}]: {}", line.place, conflict_sentence(kernel, line.ways, line.counts, &line.op, about))
}

fn race_lines(race: &RaceDetail, source_remedy: Option<&SourceRemedy>, sources: &SourceTexts) -> Vec<ReportLine> {
    let pairs = match race.pairs {
        Some(1) => ", 1 pair of threads".to_string(),
        Some(pairs) if pairs > 1 => format!(", {pairs} pairs of threads"),
        _ => String::new(),
    };
    let mut lines =
        vec![title(format!("{} race on {}, block {}{pairs}:", race.hazard, race.bytes(), shown(race.block)))];
    let sides = [&race.first, &race.second].map(|side| side_lines(side, sources));
    lines.extend(indented(sides.into_iter().flatten(), 2));
    lines.push(advice(race).indented(2));
    if let Some(remedy) = source_remedy {
        lines.extend(indented(remedy_lines(remedy), 2));
    } else if let Some(remedy) = &race.remedy {
        let others = if remedy.alone { "" } else { " and the remedies of the other races" };
        let blocks = if remedy.blocks == 1 { "1 block" } else { &format!("{} blocks", remedy.blocks) };
        lines.push(format!("  tried in the compiled code: with it{others} the race is gone, in {blocks}").into());
    }
    lines.extend(indented(race.same_cause.iter().map(|race| format!("gone with it: {}", race.short())), 2));
    lines
}

/// The run of the changed source, and the lines that change.
fn remedy_lines(remedy: &SourceRemedy) -> Vec<ReportLine> {
    let mut lines = vec![remedy.tried().into()];
    lines.push("`smem-tile fix --write` makes the change".to_owned().into());
    lines
}

/// The line that names a finding.
fn title(text: String) -> ReportLine {
    ReportLine::of(LineRole::Finding, text)
}

/// Returns the line that names the missing synchronization, or the cause.
fn advice(race: &RaceDetail) -> ReportLine {
    match &race.missing {
        Some(missing) => ReportLine::led(LineRole::Hint, "missing:", missing),
        None => race.advice().into(),
    }
}

/// The access, and a line for each call.
fn side_lines(side: &PlacedSide, sources: &SourceTexts) -> Vec<String> {
    let access = format!("{}  {} by {}", side.place, side.access, side.who());
    let mut lines = vec![access + &behind_colon(&side.place, sources)];
    for call in &side.calls {
        lines.push(format!("  called at {}:{}{}", call.file, call.line, behind_colon(&call.place(), sources)));
    }
    lines
}

/// The text of a line after a colon; nothing where it is not there.
fn behind_colon(place: &LinePlace, sources: &SourceTexts) -> String {
    sources.line(place).map_or(String::new(), |text| format!(": {}", text.trim()))
}

fn global_race_lines(race: &GlobalRaceDetail, sources: &SourceTexts) -> Vec<ReportLine> {
    let side = |side: &PlacedGlobalSide| {
        let text = behind_colon(&side.place, sources);
        format!("  {}  {}{text}", side.place, side.phrase())
    };
    let head = format!("{} race {} on byte {:#x} of global memory:", race.hazard, race.scope(), race.address);
    let mut lines = vec![title(head), side(&race.first).into(), side(&race.second).into()];
    // Others may meet.
    if [&race.first, &race.second].iter().all(|side| side.access == RaceAccess::Atomic) {
        lines.push("  the scope of one of these atomics does not include the other's thread".to_owned().into());
    }
    lines
}

fn barrier_lines(barrier: &BarrierDetail, place: &LinePlace, sources: &SourceTexts) -> Vec<ReportLine> {
    let text = sources.line(place).map(|text| format!("  {}", text.trim()));
    vec![
        title(format!("barrier not reached by every thread, block {}:", shown(barrier.block))),
        format!("  {place}{}", text.unwrap_or_default()).into(),
        format!("  {}", barrier.threads()).into(),
    ]
}

fn overrun_lines(overrun: &OverrunDetail, sources: &SourceTexts) -> Vec<ReportLine> {
    let (access, address, block) = (&overrun.access.access, overrun.address, shown(overrun.block));
    let head = format!("{access} beyond a shared array, at byte {address:#x}, block {block}:");
    let rest = side_lines(&overrun.access, sources).into_iter().chain([overrun.whereabouts()]);
    std::iter::once(title(head)).chain(indented(rest, 2)).collect()
}
