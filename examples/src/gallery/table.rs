//! The tables of a run, as text and as Markdown.

use smem_launch::Timing;

use super::counts::AccessCounts;
use super::run::{Run, VariantRun};
use crate::columns::{columns, exact_or_wrong, or_dash, speedup};

/// Columns of a table.
const COLUMNS: usize = 9;

const HEAD: [[&str; COLUMNS]; 2] = [
    ["", "", "", "predicted", "counted", "wavefronts", "machine", "", ""],
    ["layout", "", "bytes", "per request", "per request", "/ ideal", "code", "time", "result"],
];

const RIGHT: [bool; COLUMNS] = [false, false, true, false, false, true, true, false, false];

/// Returns the table of a run for a terminal. What was not counted or timed is `-`.
pub fn table(run: &Run) -> String {
    let lines: Vec<_> = run.variants.iter().map(|variant| cells(run, variant)).collect();
    let heading = format!("{}: {} ({})\n", run.exhibit.name, run.exhibit.about, run.size);
    heading + &columns(&HEAD, &lines, RIGHT)
}

/// Returns the table of a run in Markdown, with the times, if there are any, or else the counts.
///
/// The simulator's counts are the same everywhere, so a document that holds them can be compared with a run.
pub fn markdown(run: &Run) -> String {
    let timed = run.variants.iter().any(|variant| variant.time.is_some());
    let (head, rule) = if timed {
        (
            "| layout | | bytes | predicted wavefronts per request | time | dense / this |",
            "| --- | --- | ---: | --- | --- | ---: |",
        )
    } else {
        (
            "| layout | | bytes | predicted wavefronts per request | counted | wavefronts / ideal | in machine code |",
            "| --- | --- | ---: | --- | --- | ---: | ---: |",
        )
    };
    let mut text = format!("{head}\n{rule}\n");
    for variant in &run.variants {
        let [name, layout, bytes, predicted, counted, total, machine_code, time, _] = cells(run, variant);
        let first = format!("| {name} | `{layout}` | {bytes} | {predicted} |");
        let rest = if timed {
            let dense = run.variants.first().and_then(|first| first.time);
            format!(" {time} | {} |", or_dash(dense.zip(variant.time).map(|(dense, this)| speedup(&dense, &this))))
        } else {
            format!(" {counted} | {total} | {machine_code} |")
        };
        text.push_str(&format!("{first}{rest}\n"));
    }
    text
}

fn cells(run: &Run, this: &VariantRun) -> [String; COLUMNS] {
    let variant = &this.variant;
    [
        variant.name.to_owned(),
        variant.layout.to_string(),
        variant.bytes.to_string(),
        predicted(run, this),
        or_dash(this.counts.as_ref().map(per_request)),
        or_dash(this.counts.as_ref().map(total)),
        or_dash(this.machine_code.as_ref().map(total)),
        or_dash(this.time.as_ref().map(Timing::to_string)),
        exact_or_wrong(this.wrong),
    ]
}

/// Returns the wavefronts of the worst request of each access by the bank model: `row 1, col 32`.
fn predicted(run: &Run, this: &VariantRun) -> String {
    let one = |access: &super::LabelledAccess| {
        let (wavefronts, _) = access.predict(&this.variant, run.arch).expect("the tiles declare these accesses");
        format!("{} {wavefronts}", access.label)
    };
    (run.exhibit.accesses)().iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Returns the wavefronts of a request of each access: `row 1, col 32`, or a mean.
fn per_request(counts: &AccessCounts) -> String {
    counts.iter().map(|(label, count)| format!("{label} {count}")).collect::<Vec<_>>().join(", ")
}

/// Returns all wavefronts, and the ideal ones.
fn total(counts: &AccessCounts) -> String {
    let sum = |figure: fn(&crate::AccessCount) -> u64| counts.iter().map(|(_, count)| figure(count)).sum::<u64>();
    format!("{} / {}", sum(|count| count.wavefronts), sum(|count| count.ideal))
}
