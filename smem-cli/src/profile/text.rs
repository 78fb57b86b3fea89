//! The report as text: a head, a table of source lines, totals.

use super::annotate::annotated;
use super::beside::{BothCounts, both};
use super::files::Files;
use super::global_races::placed;
use super::lines::{KernelTotal, KindTotals, Line, Total, exact_and_estimated, kernel_totals, lines};
use super::measure::{Measured, Measurement};
use super::merged::merged;
use crate::table::{Side, TextTable};

/// Returns the lines of the report.
pub(crate) fn report(outcome: &Measurement, files: &Files, annotate: bool) -> Vec<String> {
    let mut report = Vec::new();
    for measured in &outcome.launches {
        if !report.is_empty() {
            report.push(String::new());
        }
        let lines = lines(measured, files);
        report.extend(head(measured, &lines, &outcome.arch));
        report.push(String::new());
        if lines.is_empty() {
            report.push("  no access to shared memory".to_string());
            report.extend(hazards(measured, files));
            continue;
        }
        report.extend(indented(&line_table(measured, &lines, files)));
        let details: Vec<String> = lines.iter().flat_map(details).collect();
        if !details.is_empty() {
            report.push(String::new());
            report.extend(indented(&details));
        }
        let beside: Vec<String> = both(measured, files).iter().map(BothCounts::sentence).collect();
        if !beside.is_empty() {
            report.push(String::new());
            report.extend(indented(&beside));
        }
        report.push(String::new());
        report.extend(indented(&totals_table(measured)));
        report.extend(hazards(measured, files));
        if annotate {
            report.push(String::new());
            report.extend(indented(&annotated(&lines, files)));
        }
    }
    if outcome.launches.len() > 1 {
        report.push(String::new());
        report.extend(kernel_table(&kernel_totals(outcome)));
    }
    report
}

/// The races and overruns of a launch, its merged accesses and its warnings, each part with an empty line in front.
fn hazards(measured: &Measured, files: &Files) -> Vec<String> {
    let mut out = Vec::new();
    for race in measured.hazards.placed(files) {
        out.push(String::new());
        out.extend(indented(&race.lines(files)));
    }
    for race in placed(&measured.profile.global_races, files) {
        out.push(String::new());
        out.extend(indented(&race.lines(files)));
    }
    for barrier in measured.hazards.placed_barriers(files) {
        out.push(String::new());
        out.extend(indented(&barrier.lines(files)));
    }
    for overrun in measured.hazards.placed_overruns(files) {
        out.push(String::new());
        out.extend(indented(&overrun.lines(files)));
    }
    let merged = measured.both.as_ref().map_or(Vec::new(), |both| merged(&both.code, &both.source, files));
    if !merged.is_empty() {
        out.push(String::new());
        out.extend(merged.iter().map(|merged| format!("  {}", merged.sentence())));
    }
    let warnings = measured.hazards.warnings(files);
    if !warnings.is_empty() {
        out.push(String::new());
    }
    out.extend(warnings.iter().map(|warning| format!("  warning: {}", warning.message)));
    if measured.hazards.is_clean(&measured.profile) {
        out.push(String::new());
        out.extend(indented(&measured.hazards.checks(&measured.profile).lines()));
    }
    out
}

/// The calls that a line was inlined through, and who conflicts in its worst request.
fn details(line: &Line) -> Vec<String> {
    let place = format!("{}:{}", line.place.file, line.place.line);
    let mut details: Vec<String> = line.calls.iter().cloned().collect();
    details.extend(line.meeting.as_ref().map(|meeting| format!("{place}: {} in {}", line.op, meeting.sentence())));
    details
}

/// Kernel, launch, what was counted, and how much of it is exact.
fn head(measured: &Measured, lines: &[Line], arch: &str) -> Vec<String> {
    let ([gx, gy, gz], [bx, by, bz]) = (measured.launch.grid, measured.launch.block);
    let cluster = measured.launch.cluster.map_or(String::new(), |[x, y, z]| format!(", clusters of {x} x {y} x {z}"));
    let (exact, estimated) = exact_and_estimated(measured);
    let counted = match measured.profile.isa {
        smem_sim::Isa::Sass => "machine code",
        _ => "PTX",
    };
    let all = exact + estimated;
    let share = match (exact, estimated) {
        (_, 0) => format!("all {all} wavefronts are exact"),
        (0, _) => format!("all {all} wavefronts are estimates (~)"),
        _ => format!("{exact} wavefronts are exact, {estimated} are estimates (~)"),
    };
    let mut head = vec![
        format!(
            "{}: grid {gx} x {gy} x {gz}{cluster}, block {bx} x {by} x {bz}, {} bytes of shared memory",
            measured.kernel, measured.profile.shared_bytes
        ),
        format!("  {counted} for {arch}: {share}"),
    ];
    head.extend(part_of_the_grid(measured));
    let mut reasons: Vec<&str> = measured.estimate.iter().map(String::as_str).collect();
    for line in lines {
        reasons.extend(line.estimate.filter(|_| measured.estimate.is_none()));
    }
    reasons.dedup();
    for reason in reasons {
        // A message of several lines, as of a compiler.
        head.extend(
            reason.lines().enumerate().map(|(at, line)| format!("  {} {line}", if at == 0 { "~" } else { " " })),
        );
    }
    head
}

/// Returns the part of the grid that was run, if it is not all.
fn part_of_the_grid(measured: &Measured) -> Option<String> {
    let (run, grid) = (measured.profile.blocks_run, measured.profile.grid_blocks);
    if measured.profile.stopped {
        let sample = if measured.sampled { " of a sample" } else { "" };
        return Some(format!(
            "  stopped: {run} of {grid} blocks{sample} ran to their end, and the counts are those so far"
        ));
    }
    if measured.faulted {
        return Some(format!(
            "  a fault ended it: {run} of {grid} blocks ran to their end, and the counts are those so far"
        ));
    }
    measured.sampled.then(|| {
        format!("  a sample: {run} of {grid} blocks were run, spread over the grid, and the counts are theirs")
    })
}

/// The sums of all launches of each kernel.
fn kernel_table(kernels: &[KernelTotal]) -> Vec<String> {
    let mut table = TextTable::new(&["kernel", "launches", "requests", "wavefronts", "ideal", "excess"]);
    for KernelTotal { kernel, launches, total, is_exact } in kernels {
        table.row(vec![
            kernel.clone(),
            launches.to_string(),
            total.requests.to_string(),
            marked(total.wavefronts, !is_exact),
            total.ideal.to_string(),
            marked(total.excess(), !is_exact),
        ]);
    }
    table.lines(&[Side::Left, Side::Right, Side::Right, Side::Right, Side::Right, Side::Right])
}

fn line_table(measured: &Measured, lines: &[Line], files: &Files) -> Vec<String> {
    const SIDES: [Side; 9] = [
        Side::Left,
        Side::Left,
        Side::Right,
        Side::Right,
        Side::Right,
        Side::Right,
        Side::Right,
        Side::Left,
        Side::Left,
    ];
    let mut table = TextTable::new(&[
        "line",
        "access",
        "requests",
        "wavefronts",
        "ideal",
        "excess",
        "worst",
        "instruction",
        "source",
    ]);
    for line in lines {
        let is_estimate = measured.estimate.is_some() || line.estimate.is_some();
        table.row(vec![
            format!("{}:{}", line.place.file, line.place.line),
            line.op.to_string(),
            line.total.requests.to_string(),
            marked(line.total.wavefronts, is_estimate),
            line.total.ideal.to_string(),
            marked(line.total.excess(), is_estimate),
            format!("{}-way", line.ways),
            line.code.iter().cloned().collect::<Vec<_>>().join(" "),
            files.text(&line.place).as_deref().map(shortened).unwrap_or_default(),
        ]);
    }
    table.lines(&SIDES)
}

fn totals_table(measured: &Measured) -> Vec<String> {
    let estimated = KindTotals::estimated(measured).named();
    let mut table = TextTable::new(&["", "requests", "wavefronts", "ideal", "excess"]);
    for ((name, total), (_, estimated)) in KindTotals::of(measured).named().into_iter().zip(estimated) {
        if matches!(name, "asynchronous copies" | "warp-group products") && total == Total::default() {
            continue;
        }
        // Exact counts stay without a mark beside those that are none.
        let is_estimate = estimated.wavefronts > 0;
        table.row(vec![
            name.to_string(),
            total.requests.to_string(),
            marked(total.wavefronts, is_estimate),
            total.ideal.to_string(),
            marked(total.excess(), is_estimate),
        ]);
    }
    table.lines(&[Side::Left, Side::Right, Side::Right, Side::Right, Side::Right])
}

fn marked(count: u64, is_estimate: bool) -> String {
    format!("{}{count}", if is_estimate { "~" } else { "" })
}

/// A line of source, without its blanks in front and not too long.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let text = text.trim();
    if text.chars().count() <= MOST {
        text.to_string()
    } else {
        text.chars().take(MOST - 2).chain("..".chars()).collect()
    }
}

fn indented(lines: &[String]) -> impl Iterator<Item = String> + '_ {
    lines.iter().map(|line| format!("  {line}"))
}
