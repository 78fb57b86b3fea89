//! The report of `fix` as text.

use smem_layout::listed;
use smem_report::render::Side::{Left, Right};
use smem_report::render::{LineRole, ReportLine, TextTable, finding_lines, indented, marked, shortened};
use smem_report::{Counts, LinePlace, SourceTexts, excess_wavefronts};

use super::diff::{PatchPaths, source_diff};
use crate::fix::{ArrayReport, ChangedReport, FixReport, KernelReport, LayoutReport, PaddedDeclaration, Way};

/// Returns the lines of the report of `fix`, with the change as a unified diff.
pub fn fix_text_lines(report: &FixReport, paths: &PatchPaths<'_>) -> Vec<ReportLine> {
    let notes = report.notes.iter().map(|note| ReportLine::led(LineRole::Hint, "note:", note));
    let lines = notes.chain(report_lines(report, paths));
    lines.map(ReportLine::printable).collect()
}

fn report_lines(report: &FixReport, paths: &PatchPaths<'_>) -> Vec<ReportLine> {
    let mut lines = not_recommended(report);
    for kernel in &report.kernels {
        if !lines.is_empty() {
            lines.push(ReportLine::default());
        }
        lines.extend(of_kernel(kernel, &report.arch));
    }
    lines.extend(findings(report));
    if let Some(diff) = source_diff(report, paths) {
        lines.push(ReportLine::default());
        lines.extend(diff.lines().map(of_patch));
        lines.extend(remarks(report));
    }
    let changed = report.changed.iter().flat_map(|changed| [String::new(), changed_source(changed, report)]);
    lines.extend(changed.chain(tried(report)).chain(by_hand(report)).map(ReportLine::from));
    if let Some(header) = report.header() {
        lines.extend([
            ReportLine::default(),
            format!(
                "its tiles are in the header `{}` ({} lines): `--write` writes it and changes the source, `-o FILE` writes it alone",
                paths.header,
                header.lines().count()
            )
            .into(),
        ]);
    }
    lines
}

/// Says first that the change is not recommended, and why it follows all the same.
fn not_recommended(report: &FixReport) -> Vec<ReportLine> {
    let Some((why, after)) = report.not_recommended().zip(report.changed.as_ref().and_then(|changed| changed.total))
    else {
        return Vec::new();
    };
    let before = report.kernels.iter().flat_map(|kernel| &kernel.lines).map(|line| line.before.excess()).sum::<u64>();
    let removed = excess_wavefronts(before.saturating_sub(after.excess()));
    let follows = format!("the change follows all the same, because it removes {removed} with the same results");
    [why, follows].map(ReportLine::from).into()
}

/// The findings, each with the change that removes it.
fn findings(report: &FixReport) -> Vec<ReportLine> {
    let mut lines = Vec::new();
    for finding in &report.findings {
        lines.push(ReportLine::default());
        lines.extend(finding_lines(finding, &SourceTexts::default()).into_iter().filter(|line| !is_of_fix(line)));
    }
    lines
}

/// Whether a line of a finding says that `fix` makes its change.
fn is_of_fix(line: &ReportLine) -> bool {
    line.to_string().contains("`smem-tile fix --write`")
}

/// A line of a patch.
fn of_patch(line: &str) -> ReportLine {
    let role = match line.as_bytes().first() {
        Some(b'+') => LineRole::Added,
        Some(b'-') => LineRole::Removed,
        Some(b'@') => LineRole::Titles,
        _ => LineRole::Plain,
    };
    ReportLine::of(role, line)
}

/// The changed sources, where more than one was compiled and run.
fn tried(report: &FixReport) -> Vec<String> {
    if report.tried.len() < 2 {
        return Vec::new();
    }
    let mut lines = vec![String::new(), "changed sources that were compiled and run:".to_string()];
    for tried in &report.tried {
        let changes: Vec<String> =
            tried.changes.iter().map(|tried| format!("`{}` {}", tried.array, tried.change)).collect();
        let outcome = match (tried.wavefronts, &tried.failure) {
            (Some(wavefronts), _) => format!("{wavefronts} wavefronts"),
            (None, why) => why.clone().unwrap_or_default(),
        };
        let mark = if tried.is_written { ", written above" } else { "" };
        lines.push(format!("  {}: {outcome}{mark}", changes.join(", ")));
    }
    lines
}

/// The accesses that only the user can change.
fn by_hand(report: &FixReport) -> Vec<String> {
    let mut lines = Vec::new();
    for array in report.kernels.iter().flat_map(|kernel| &kernel.arrays).filter(|array| !array.by_hand.is_empty()) {
        let (name, places) = (&array.name, places(&array.by_hand));
        let how = match array.layout.as_ref() {
            Some(LayoutReport { tile: Some(tile), is_line, .. }) => {
                let index = if *is_line { "[index]" } else { "(row, col)" };
                format!("access `{0}{index}` of a `{0}&` there, in place of a pointer", tile.name)
            }
            _ => "the index there has to be the one above".to_string(),
        };
        let sentence = format!("by hand: `{name}` is accessed at {places} in a way that is not rewritten here: {how}");
        lines.extend([String::new(), sentence]);
        if array.place.is_none() && !array.is_dynamic {
            lines.push(format!("  its declaration is not in {}: it is in a header, or a macro makes it", report.file));
        }
        if array.is_dynamic && !array.is_named {
            lines.push(format!(
                "  if `{name}` holds several arrays, name each with its bytes: `--array left@0:4096 --array right@4096:8192`"
            ));
        }
    }
    lines
}

/// `k.cu:3 and 5, and tile.cuh:7`: the lines of each file, sorted.
fn places(all: &[LinePlace]) -> String {
    let of_file = |places: &[LinePlace]| {
        let lines: Vec<String> = places.iter().map(|place| place.line.to_string()).collect();
        format!("{}:{}", places[0].file, listed(&lines, "and"))
    };
    let files: Vec<String> = all.chunk_by(|one, other| one.file == other.file).map(of_file).collect();
    files.join(", and ")
}

/// Returns a sentence about the changed source.
fn changed_source(changed: &ChangedReport, report: &FixReport) -> String {
    let Some(total) = changed.total else {
        let why = changed.failure.as_deref().unwrap_or_default();
        return format!("the source with these changes does not run as it is, so more has to change: {why}");
    };
    let after =
        report.kernels.iter().flat_map(|kernel| &kernel.lines).filter_map(|line| line.after.or(Some(line.before)));
    let said = after.fold(Counts::default(), Counts::plus);
    let results = match changed.same_results {
        true if changed.has_one_value => {
            "with the same results, which show little, because each buffer holds one value only"
        }
        true => "with the same results",
        false => "but ITS RESULTS DIFFER",
    };
    let Counts { requests, wavefronts, .. } = total;
    let counts = if total == said {
        format!("takes {wavefronts} wavefronts, as said above")
    } else {
        format!(
            "takes {wavefronts} wavefronts in {requests} requests, of which {} are excess, where {} in {} are said above: the compiler \
             makes other instructions of it",
            total.excess(),
            said.wavefronts,
            said.requests
        )
    };
    let time = changed.time.map_or(String::new(), |time| format!("; {}", time.sentence()));
    format!("the source with these changes was compiled and run: it {counts}, {results}{time}")
}

fn of_kernel(kernel: &KernelReport, arch: &str) -> Vec<ReportLine> {
    let mut lines = head(kernel, arch);
    lines.push(ReportLine::default());
    if kernel.arrays.is_empty() {
        lines.push("  no array in shared memory".to_string().into());
        return lines;
    }
    lines.extend(indented(array_table(kernel), 2));
    if !kernel.lines.is_empty() {
        lines.push(ReportLine::default());
        lines.extend(indented(line_table(kernel), 2));
    }
    if let Some(same) = kernel.same_results {
        let buffers =
            if kernel.buffers == 1 { "the buffer".to_string() } else { format!("all {} buffers", kernel.buffers) };
        let sentence = match (same, kernel.buffers) {
            (_, 0) => "it was run with these layouts; it has no buffers whose bytes could be compared".to_string(),
            (true, _) => format!("it was run with these layouts: the bytes of {buffers} are the same"),
            (false, _) => "it was run with these layouts, and THE RESULTS DIFFER".to_string(),
        };
        lines.extend([ReportLine::default(), format!("  {sentence}").into()]);
    }
    for array in &kernel.arrays {
        if let Some(reason) = &array.reason {
            lines.extend([ReportLine::default(), format!("  {}: {reason}", array.name).into()]);
        }
        if let Some(layout) = &array.layout {
            lines.push(ReportLine::default());
            lines.extend(indented(to_write(array, layout), 2));
        }
    }
    lines
}

/// Kernel, launch, and what was counted.
fn head(kernel: &KernelReport, arch: &str) -> Vec<ReportLine> {
    let ([gx, gy, gz], [bx, by, bz]) = (kernel.grid, kernel.block);
    let cluster = kernel.cluster.map_or(String::new(), |[x, y, z]| format!(", clusters of {x} x {y} x {z}"));
    let times = if kernel.launches == 1 { String::new() } else { format!(", {} launches", kernel.launches) };
    let counted = match kernel.isa {
        smem_sim::Isa::Sass => "machine code",
        _ => "PTX",
    };
    let title = format!(
        "{}: grid {gx} x {gy} x {gz}{cluster}, block {bx} x {by} x {bz}, {} bytes of shared memory{times}",
        kernel.kernel, kernel.shared_bytes
    );
    let mut head = vec![ReportLine::of(LineRole::Heading, title), format!("  {counted} for {arch}").into()];
    let first = |at: usize| if at == 0 { "~" } else { " " };
    let estimate = kernel.estimate.iter().flat_map(|why| why.lines().enumerate());
    head.extend(estimate.map(|(at, line)| ReportLine::from(format!("  {} {line}", first(at)))));
    head.extend(indented(kernel.notes.iter().map(|note| ReportLine::led(LineRole::Hint, "note:", note)), 2));
    head
}

fn array_table(kernel: &KernelReport) -> Vec<ReportLine> {
    let mut table = TextTable::new(&["array", "declared", "elements", "bytes", "excess", "after", "layout", "bytes"]);
    for array in &kernel.arrays {
        let place = array.place.as_ref().map(|place| format!("{}:{}", place.file, place.line));
        let layout = match (&array.layout, array.excess) {
            (Some(layout), _) => spelled(layout),
            (None, 0) => "as it is".to_string(),
            (None, _) => "none, see below".to_string(),
        };
        table.row(vec![
            array.name.clone(),
            place.unwrap_or_else(|| if array.is_dynamic { "dynamic".to_string() } else { "-".to_string() }),
            elements(array),
            array.bytes.to_string(),
            marked(array.excess, kernel.estimate.is_some()),
            marked(array.excess_after, kernel.estimate.is_some()),
            layout,
            array.layout.as_ref().map_or(array.bytes, |layout| layout.bytes).to_string(),
        ]);
    }
    table.report_lines(&[Left, Left, Left, Right, Right, Right, Left, Right])
}

/// `float [32][33]`.
fn elements(array: &ArrayReport) -> String {
    let dims: String = array.dims.iter().map(|dim| format!("[{dim}]")).collect();
    // A variable that is not an array has none, and those of dynamic memory are unknown.
    let dims = if array.is_dynamic && array.dims.is_empty() { "[]".to_string() } else { dims };
    format!("{} {dims}", array.element.as_deref().unwrap_or("?")).trim_end().to_string()
}

/// The option of the attribute, or the layout in words.
fn spelled(layout: &LayoutReport) -> String {
    let option = layout.tile.as_ref().and_then(|tile| {
        let options = tile.line.split_once(": ")?.1;
        let start = ["pad = ", "swizzle = ", "layout = "].iter().filter_map(|name| options.find(name)).min()?;
        let end = options[start..].find(", access(").or_else(|| options[start..].find(", conflicts"));
        let option = &options[start..end.map_or(options.len(), |end| start + end)];
        Some(option.split(", arch").next().unwrap_or(option).split(", memory").next().unwrap_or(option).to_string())
    });
    option.unwrap_or_else(|| layout.description.clone())
}

fn line_table(kernel: &KernelReport) -> Vec<ReportLine> {
    let mut table =
        TextTable::new(&["line", "access", "requests", "ideal", "wavefronts", "after", "excess", "after", "source"]);
    for line in &kernel.lines {
        let is_estimate = !line.is_exact;
        let after =
            |number: fn(Counts) -> u64| line.after.map_or("-".to_string(), |after| marked(number(after), is_estimate));
        table.row(vec![
            line.place.to_string(),
            line.op.to_string(),
            line.before.requests.to_string(),
            line.before.ideal.to_string(),
            marked(line.before.wavefronts, is_estimate),
            after(|total| total.wavefronts),
            marked(line.before.excess(), is_estimate),
            after(|total| total.excess()),
            line.source.as_deref().map(str::trim).map(shortened).unwrap_or_default(),
        ]);
    }
    table.report_lines(&[Left, Left, Right, Right, Right, Right, Right, Right, Left])
}

/// The layout, the tile, and a declaration that helps as well.
fn to_write(array: &ArrayReport, layout: &LayoutReport) -> Vec<String> {
    let LayoutReport { description, index, bytes, .. } = layout;
    let element = if layout.is_line { "col" } else { "(row, col)" };
    let mut lines = vec![format!("{}: {description}, {bytes} bytes; element {element} is at {index}", array.name)];
    if let Some(cols) = layout.inferred_cols {
        lines.push(format!("  rows of {cols} elements, as the distances between lanes suggest"));
    }
    if layout.unused_cols > 0 {
        lines.push(format!(
            "  the last {} columns of each row were never accessed, and are left out",
            layout.unused_cols
        ));
    }
    if layout.way == Some(Way::Composition) {
        return vec![format!("{}: {description}, {bytes} bytes", array.name)];
    }
    let Some(tile) = &layout.tile else {
        lines.push("  the attribute has no spelling for this layout".to_string());
        return lines;
    };
    let title = match layout.way {
        Some(Way::Rows) => "another length of rows is all it takes; as a tile it is",
        Some(Way::Lines) => "longer rows are all it takes, in the declaration and in the indices; as a tile it is",
        _ => "the tile is",
    };
    lines.push(format!("  {title} `{}`, in Rust", tile.line));
    lines.extend(tile.attribute.lines().map(|line| format!("    {line}")));
    let declaration = layout.declaration.as_ref().filter(|_| !layout.is_declared());
    if let Some(PaddedDeclaration { text, bytes, excess }) = declaration {
        let left = if *excess == 0 { String::new() } else { format!(" and with {}", excess_wavefronts(*excess)) };
        lines.push(format!(
            "  or, in {bytes} bytes{left}, judged by the recorded requests, with nothing but another declaration:"
        ));
        lines.push(format!("    {text}"));
    }
    lines
}

/// The places of the source that a person has to look at.
fn remarks(report: &FixReport) -> impl Iterator<Item = ReportLine> + '_ {
    let remark = |(line, note): (u32, &str)| format!("{}:{line}: {note}", report.file);
    let notes = report.changes.iter().filter_map(|change| Some((change.line, change.note?)));
    notes.map(move |note| ReportLine::led(LineRole::Hint, "note:", &remark(note)))
}
