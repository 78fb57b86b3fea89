//! The report as text: a head, a table of source lines, findings, totals.

use smem_launch::Isa;
use smem_report::render::Side::{Left, Right};
use smem_report::render::{
    LineRole, ReportLine, Side, TextTable, finding_lines, indented, marked, short_name, shortened,
};
use smem_report::{
    BothCounts, Checks, Counts, DeviceLaunches, GlobalLine, KernelTotal, LaunchReport, LaunchedBlocks, Line,
    SourceTexts, counted,
};

use super::annotate::annotated;
use super::chains::{JOINT, share_of_chain};
use super::time_text::time_lines;
use crate::report::ProfileReport;

/// Returns the report as the program `smem-tile profile` prints it, without colours.
pub fn text(report: &ProfileReport) -> String {
    text_lines(report, false).into_iter().map(|line| format!("{line}\n")).collect()
}

/// Returns the lines of the report, with the annotated files if that is wanted.
pub fn text_lines(report: &ProfileReport, annotate: bool) -> Vec<ReportLine> {
    let notes = report.notes.iter().map(|note| ReportLine::led(LineRole::Hint, "note:", note));
    let mut lines: Vec<ReportLine> = Vec::new();
    for launch in &report.launches {
        if !lines.is_empty() {
            lines.push(ReportLine::default());
        }
        lines.extend(launch_lines(launch, report, annotate));
    }
    if report.launches.len() > 1 {
        lines.push(ReportLine::default());
        lines.extend(kernel_table(&report.kernels()));
    }
    notes.chain(lines).map(ReportLine::printable).collect()
}

fn launch_lines(launch: &LaunchReport, report: &ProfileReport, annotate: bool) -> Vec<ReportLine> {
    let sources = &report.sources;
    let mut out = head(launch, &report.arch);
    if !launch.is_counted() {
        out.extend(findings(launch, sources));
        return out;
    }
    out.push(ReportLine::default());
    if launch.lines.is_empty() {
        out.push("  no access to shared memory".to_string().into());
        out.extend(global(launch, sources));
        out.extend(time_lines(launch));
        out.extend(findings(launch, sources));
        return out;
    }
    out.extend(indented(line_table(launch, sources), 2));
    let beside: Vec<String> = launch.beside.iter().map(BothCounts::sentence).collect();
    for part in [launch.lines.iter().flat_map(details).collect(), beside] {
        if !part.is_empty() {
            out.push(ReportLine::default());
            out.extend(indented(part, 2));
        }
    }
    out.push(ReportLine::default());
    out.extend(indented(totals_table(launch), 2));
    out.extend(global(launch, sources));
    out.extend(time_lines(launch));
    out.extend(findings(launch, sources));
    if annotate {
        out.push(ReportLine::default());
        out.extend(indented(annotated(&launch.lines, sources), 2));
    }
    out
}

/// The findings of a launch, its merged accesses and its warnings, each part with an empty line in front.
fn findings(launch: &LaunchReport, sources: &SourceTexts) -> Vec<ReportLine> {
    let mut out: Vec<ReportLine> = Vec::new();
    for finding in launch.findings.iter().filter(|finding| finding.is_failure()) {
        out.push(ReportLine::default());
        out.extend(indented(finding_lines(finding, sources), 2));
    }
    if !launch.merged.is_empty() {
        out.push(ReportLine::default());
        out.extend(indented(launch.merged.iter().map(|merged| merged.sentence()), 2));
    }
    let remarks = &launch.checks.remarks;
    let mut warnings: Vec<ReportLine> =
        remarks.iter().map(|remark| ReportLine::led(LineRole::Warning, "warning:", &remark.message)).collect();
    let intended = launch.findings.iter().filter(|finding| !finding.is_failure());
    warnings.extend(intended.flat_map(|finding| finding_lines(finding, sources)));
    if !warnings.is_empty() {
        out.push(ReportLine::default());
    }
    out.extend(indented(warnings, 2));
    if launch.is_clean() {
        out.push(ReportLine::default());
        out.extend(indented(checks(&launch.checks), 2));
    }
    out
}

/// The checks of a launch without findings.
fn checks(checks: &Checks) -> Vec<String> {
    let blocks = checks.blocks;
    let blocks = if blocks == 1 { "in the block that ran" } else { &format!("in the {blocks} blocks that ran") };
    let mut lines = Vec::new();
    if !checks.looked_for.is_empty() {
        lines.push(format!("looked for and not found, {blocks}: {}", checks.looked_for.join(", ")));
    }
    lines.push(format!("not looked for: {}", checks.not_looked_for.join(", ")));
    lines
}

/// The lines whose lanes use a part of the sectors of global memory that they take, with an empty line in front; nothing where there are none.
fn global(launch: &LaunchReport, sources: &SourceTexts) -> Vec<ReportLine> {
    let sum = |of: fn(&GlobalLine) -> u64| launch.global.iter().map(of).sum::<u64>();
    let (sectors, ideal) = (sum(|line| line.sectors), sum(|line| line.ideal));
    if sectors <= ideal {
        return Vec::new();
    }
    let mut table =
        TextTable::new(&["line", "access", "requests", "sectors", "ideal", "excess", "instruction", "source"]);
    for line in launch.global.iter().filter(|line| line.excess() > 0) {
        table.row(vec![
            line.place.to_string(),
            line.op.to_string(),
            line.requests.to_string(),
            line.sectors.to_string(),
            line.ideal.to_string(),
            line.excess().to_string(),
            line.code.iter().cloned().collect::<Vec<_>>().join(" "),
            sources.line(&line.place).map(shortened).unwrap_or_default(),
        ]);
    }
    let table = table.report_lines(&[Left, Left, Right, Right, Right, Right, Left, Left]);
    let sum = format!("global memory: {sectors} sectors of 32 bytes, where {ideal} would hold what the lanes touch");
    [ReportLine::default()].into_iter().chain(indented([sum], 2)).chain(indented(table, 2)).collect()
}

/// The calls that a line was inlined through, and who conflicts in its worst request.
fn details(line: &Line) -> Vec<String> {
    let place = &line.place;
    let mut details = short_chains(line);
    details.extend(line.meeting.as_ref().map(|meeting| format!("{place}: {} in {}", line.op, meeting.sentence())));
    details
}

/// The calls that a line was inlined through, each chain with its counts where there are several.
pub(super) fn short_chains(line: &Line) -> Vec<String> {
    line.calls.keys().map(|chain| short_chain(chain) + &share_of_chain(line, chain)).collect()
}

/// The most calls of a chain that are shown; `--chains` shows all.
const MOST_CALLS: usize = 6;

/// A chain of calls with its innermost and outermost ones, each on no more than a line.
fn short_chain(chain: &str) -> String {
    let calls: Vec<String> = chain.split(JOINT).map(short_name).collect();
    if calls.len() <= MOST_CALLS {
        return calls.join(JOINT);
    }
    let (inner, outer) = (&calls[..MOST_CALLS / 2], &calls[calls.len() - MOST_CALLS / 2..]);
    let left = calls.len() - MOST_CALLS;
    format!("{}{JOINT}.. ({left} more calls, which `--chains` shows){JOINT}{}", inner.join(JOINT), outer.join(JOINT))
}

/// Kernel, launch, what was counted, and how much of it is exact.
pub(super) fn head(launch: &LaunchReport, arch: &str) -> Vec<ReportLine> {
    if !launch.is_counted() {
        let launches = counted(launch.tally.launches, "launch");
        return vec![ReportLine::of(
            LineRole::Heading,
            format!("{}: {launches}, not counted", short_name(&launch.kernel)),
        )];
    }
    let ([gx, gy, gz], [bx, by, bz]) = (launch.grid, launch.block);
    let cluster = launch.cluster.map_or(String::new(), |[x, y, z]| format!(", clusters of {x} x {y} x {z}"));
    let (exact, estimated) = (launch.exact_wavefronts(), launch.estimated_wavefronts());
    let code = match launch.isa {
        Isa::Sass => "machine code",
        _ => "PTX",
    };
    let all = exact + estimated;
    let share = match (exact, estimated) {
        (_, 0) => format!("all {all} wavefronts are exact"),
        (0, _) => format!("all {all} wavefronts are estimates (~)"),
        _ => format!("{exact} wavefronts are exact, {estimated} are estimates (~)"),
    };
    let share = match &launch.contents {
        Some(contents) => format!("{share}, with synthetic contents of {} (?)", contents.names()),
        None => share,
    };
    let mut head = vec![
        ReportLine::of(
            LineRole::Heading,
            format!(
                "{}: {}grid {gx} x {gy} x {gz}{cluster}, block {bx} x {by} x {bz}, {} bytes of shared memory",
                short_name(&launch.kernel),
                launches(launch),
                launch.shared_bytes
            ),
        ),
        format!("  {code} for {arch}: {share}").into(),
    ];
    head.extend(part_of_the_grid(launch));
    let mut reasons: Vec<&str> = launch.lines.iter().filter_map(|line| line.exactness.estimate.as_deref()).collect();
    if reasons.is_empty() {
        reasons.extend(launch.exactness.estimate.as_deref());
    }
    reasons.dedup();
    for reason in reasons {
        // A message of several lines, as of a compiler.
        head.extend(
            reason.lines().enumerate().map(|(at, line)| format!("  {} {line}", if at == 0 { "~" } else { " " }).into()),
        );
    }
    head
}

/// The words for how often and by which kernel a grid was launched, in front of its shape.
fn launches(launch: &LaunchReport) -> String {
    match (&launch.launched, launch.tally.launches) {
        (Some(DeviceLaunches { by, grids: 1 }), _) => format!("launched by `{}`, ", short_name(by)),
        (Some(DeviceLaunches { by, grids }), _) => {
            format!("{grids} grids that `{}` launched, the largest ", short_name(by))
        }
        (None, 0 | 1) => String::new(),
        (None, launches) => format!("{launches} launches, the longest "),
    }
}

/// Returns the part of the grid that was run, if it is not all.
fn part_of_the_grid(launch: &LaunchReport) -> Option<ReportLine> {
    let LaunchedBlocks { run, grid, sampled, stopped, faulted, .. } = launch.blocks;
    if stopped {
        let sample = if sampled { " of a sample" } else { "" };
        let rest = format!("{run} of {grid} blocks{sample} ran to their end, and the counts are those so far");
        return Some(ReportLine::led(LineRole::Warning, "stopped:", &rest).indented(2));
    }
    if faulted {
        return Some(
            format!("  a fault ended it: {run} of {grid} blocks ran to their end, and the counts are those so far")
                .into(),
        );
    }
    sampled.then(|| {
        format!("  a sample: {run} of {grid} blocks were run, spread over the grid, and the counts are theirs").into()
    })
}

/// The sums of all launches of each kernel.
fn kernel_table(kernels: &[KernelTotal]) -> Vec<ReportLine> {
    let mut table = TextTable::new(&["kernel", "launches", "requests", "wavefronts", "ideal", "excess"]);
    for KernelTotal { kernel, launches, total, is_exact, .. } in kernels {
        table.row(vec![
            kernel.clone(),
            launches.to_string(),
            total.requests.to_string(),
            marked(total.wavefronts, !is_exact),
            total.ideal.to_string(),
            marked(total.excess(), !is_exact),
        ]);
    }
    table.report_lines(&[Left, Right, Right, Right, Right, Right])
}

fn line_table(launch: &LaunchReport, sources: &SourceTexts) -> Vec<ReportLine> {
    const SIDES: [Side; 9] = [Left, Left, Right, Right, Right, Right, Right, Left, Left];
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
    for line in &launch.lines {
        let is_estimate = !line.exactness.is_exact();
        // Other contents of synthetic buffers give another count.
        let is_unknown = launch.contents.as_ref().is_some_and(|contents| contents.lines.contains(&line.place));
        let counted = |count: u64| marked(count, is_estimate) + if is_unknown { "?" } else { "" };
        table.row(vec![
            line.place.to_string(),
            line.op.to_string(),
            line.counts.requests.to_string(),
            counted(line.counts.wavefronts),
            line.counts.ideal.to_string(),
            counted(line.counts.excess()),
            format!("{}-way", line.ways),
            line.code.iter().cloned().collect::<Vec<_>>().join(" "),
            sources.line(&line.place).map(shortened).unwrap_or_default(),
        ]);
        if line.ways > 1 {
            table.role(6, LineRole::Conflict);
        }
    }
    table.report_lines(&SIDES)
}

fn totals_table(launch: &LaunchReport) -> Vec<ReportLine> {
    let mut table = TextTable::new(&["", "requests", "wavefronts", "ideal", "excess"]);
    for (name, kind) in launch.totals.named() {
        let total = kind.counts;
        if matches!(name, "asynchronous copies" | "warp-group products") && total == Counts::default() {
            continue;
        }
        // Exact counts stay without a mark beside those that are none.
        let is_estimate = !kind.is_exact;
        table.row(vec![
            name.to_string(),
            total.requests.to_string(),
            marked(total.wavefronts, is_estimate),
            total.ideal.to_string(),
            marked(total.excess(), is_estimate),
        ]);
    }
    table.report_lines(&[Left, Right, Right, Right, Right])
}
