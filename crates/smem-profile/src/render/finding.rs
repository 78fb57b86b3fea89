//! A finding as a few lines of the report's text.

use super::report_line::{LineRole, ReportLine, indented};
use crate::report::{
    KernelFinding, LinePlace, PlacedBarrier, PlacedGlobalRace, PlacedGlobalSide, PlacedOverrun, PlacedRace, PlacedSide,
    SourceTexts, shown,
};

/// Returns the lines of a finding, without indentation.
pub(super) fn finding_lines(finding: KernelFinding<'_>, sources: &SourceTexts) -> Vec<ReportLine> {
    match finding {
        KernelFinding::Race(race) => race_lines(race, sources),
        KernelFinding::GlobalRace(race) => global_race_lines(race, sources),
        KernelFinding::Barrier(barrier) => barrier_lines(barrier, sources),
        KernelFinding::Overrun(overrun) => overrun_lines(overrun, sources),
    }
}

fn race_lines(race: &PlacedRace, sources: &SourceTexts) -> Vec<ReportLine> {
    let pairs = match race.pairs {
        Some(1) => ", 1 pair of threads".to_string(),
        Some(pairs) if pairs > 1 => format!(", {pairs} pairs of threads"),
        _ => String::new(),
    };
    let mut lines = vec![title(format!("{} race on {}, block {}{pairs}:", race.kind, race.bytes(), shown(race.block)))];
    let sides = [&race.first, &race.second].map(|side| side_lines(side, sources));
    lines.extend(indented(sides.into_iter().flatten(), 2));
    lines.push(advice(race).indented(2));
    if let Some(remedy) = &race.remedy {
        let others = if remedy.alone { "" } else { " and the remedies of the other races" };
        let blocks = if remedy.blocks == 1 { "1 block" } else { &format!("{} blocks", remedy.blocks) };
        lines.push(format!("  tried: with it{others} the race is gone, in {blocks}").into());
    }
    lines.extend(indented(race.same_cause.iter().map(|race| format!("gone with it: {}", race.short())), 2));
    lines
}

/// The line that names a finding.
fn title(text: String) -> ReportLine {
    ReportLine::of(LineRole::Finding, text)
}

/// Returns the line that names the missing synchronization, or the cause.
fn advice(race: &PlacedRace) -> ReportLine {
    match &race.missing {
        Some(missing) => ReportLine::led(LineRole::Hint, "missing:", missing),
        None => race.advice().into(),
    }
}

/// The access, and a line for each call.
fn side_lines(side: &PlacedSide, sources: &SourceTexts) -> Vec<String> {
    let access = format!("{}  {} by thread {}", side.place(), side.access, shown(side.thread));
    let mut lines = vec![access + &behind_colon(&side.place(), sources)];
    for call in &side.calls {
        lines.push(format!("  called at {}:{}{}", call.file, call.line, behind_colon(&call.place(), sources)));
    }
    lines
}

/// The text of a line after a colon; nothing where it is not there.
fn behind_colon(place: &LinePlace, sources: &SourceTexts) -> String {
    sources.line(place).map_or(String::new(), |text| format!(": {}", text.trim()))
}

fn global_race_lines(race: &PlacedGlobalRace, sources: &SourceTexts) -> Vec<ReportLine> {
    let side = |side: &PlacedGlobalSide| {
        let text = behind_colon(&side.place(), sources);
        format!("  {}  {}{text}", side.place(), side.phrase())
    };
    let head = format!("{} race {} on byte {:#x} of global memory:", race.kind, race.scope(), race.address);
    vec![title(head), side(&race.first).into(), side(&race.second).into()]
}

fn barrier_lines(barrier: &PlacedBarrier, sources: &SourceTexts) -> Vec<ReportLine> {
    let text = sources.line(&barrier.place()).map(|text| format!("  {}", text.trim()));
    vec![
        title(format!("barrier not reached by every thread, block {}:", shown(barrier.block))),
        format!("  {}{}", barrier.place(), text.unwrap_or_default()).into(),
        format!("  {}", barrier.threads()).into(),
    ]
}

fn overrun_lines(overrun: &PlacedOverrun, sources: &SourceTexts) -> Vec<ReportLine> {
    let (access, address, block) = (&overrun.access.access, overrun.address, shown(overrun.block));
    let head = format!("{access} beyond a shared array, at byte {address:#x}, block {block}:");
    let rest = side_lines(&overrun.access, sources).into_iter().chain([overrun.whereabouts()]);
    std::iter::once(title(head)).chain(indented(rest, 2)).collect()
}
