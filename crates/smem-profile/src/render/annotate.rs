//! The text of each file with the counts of its lines in front.

use std::collections::{BTreeMap, BTreeSet};

use smem_report::render::{LineRole, ReportLine};
use smem_report::{Counts, Line, SourceTexts};

/// The counts of a line, and N of its worst N-way conflict.
pub(super) type LineCounts = (Counts, u32);

/// Returns the counts of each line that has some, by its file and its number.
pub(super) fn counts_by_line<'a>(lines: impl Iterator<Item = &'a Line>) -> BTreeMap<(&'a str, u32), LineCounts> {
    let mut counts: BTreeMap<(&str, u32), LineCounts> = BTreeMap::new();
    for line in lines {
        let (total, ways) = counts.entry((&line.place.file, line.place.line)).or_default();
        *total = total.plus(line.counts);
        *ways = line.ways.max(*ways);
    }
    counts
}

/// Returns the files that have counted lines, each line with its wavefronts, its excess and its worst conflict.
pub(super) fn annotated(lines: &[Line], sources: &SourceTexts) -> Vec<ReportLine> {
    let counts = counts_by_line(lines.iter());
    let mut result: Vec<ReportLine> = Vec::new();
    for file in counts.keys().map(|(file, _)| *file).collect::<BTreeSet<_>>() {
        let Some(text) = sources.file(file) else { continue };
        result.push(format!("{file}:").into());
        let titles = format!("{:>10}  {:>10}  {:>6}  {:>5}", "wavefronts", "excess", "worst", "line");
        result.push(ReportLine::of(LineRole::Titles, titles));
        for (at, source) in (1..).zip(text.lines()) {
            let gutter = match counts.get(&(file, at)) {
                Some((total, ways)) => {
                    let role = if *ways > 1 { LineRole::Conflict } else { LineRole::Plain };
                    let counts = format!("{:>10}  {:>10}  ", total.wavefronts, total.excess());
                    ReportLine::from(counts).with(role, format!("{:>6}", format!("{ways}-way")))
                }
                None => " ".repeat(30).into(),
            };
            result.push(gutter.with(LineRole::Plain, format!("  {at:>5}  {source}")).trimmed());
        }
    }
    result
}
