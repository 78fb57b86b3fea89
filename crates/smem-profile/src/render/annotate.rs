//! The text of each file with the counts of its lines in front.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::{Line, SourceTexts, Total};

/// Returns the files that have counted lines, each line with its wavefronts, its excess and its worst conflict.
pub(super) fn annotated(lines: &[Line], sources: &SourceTexts) -> Vec<String> {
    let mut counts: BTreeMap<(&str, u32), (Total, u32)> = BTreeMap::new();
    for line in lines {
        let (total, ways) = counts.entry((&line.place.file, line.place.line)).or_default();
        *total = total.plus(line.total);
        *ways = line.ways.max(*ways);
    }
    let mut result = Vec::new();
    for file in counts.keys().map(|(file, _)| *file).collect::<BTreeSet<_>>() {
        let Some(text) = sources.file(file) else { continue };
        result.push(format!("{file}:"));
        result.push(format!("{:>10}  {:>10}  {:>6}  {:>5}", "wavefronts", "excess", "worst", "line"));
        for (at, source) in (1..).zip(text.lines()) {
            let gutter = match counts.get(&(file, at)) {
                Some((total, ways)) => {
                    format!("{:>10}  {:>10}  {:>6}", total.wavefronts, total.excess(), format!("{ways}-way"))
                }
                None => " ".repeat(30),
            };
            result.push(format!("{gutter}  {at:>5}  {source}").trim_end().to_string());
        }
    }
    result
}
