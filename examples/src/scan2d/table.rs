//! The tables that a finished run prints: the cost of each layout, and on a GPU its time.

use smem_tile::{Access, Arch, Report};

use super::counts::TileCounts;
use super::run::Times;
use crate::columns::{columns, exact_or_wrong, or_dash, speedup};
use crate::{AccessCount, TileVariant};

/// One layout's line.
#[derive(Debug, Clone, Copy)]
pub struct LayoutResult {
    /// The layout.
    pub variant: TileVariant,
    /// The architecture of the prediction.
    pub arch: Arch,
    /// The counts of the run; `None` on a GPU, which counts nothing.
    pub counts: Option<TileCounts>,
    /// Pixels that differ from the reference.
    pub wrong: usize,
}

const HEAD: [[&str; 9]; 2] = [
    ["", "", "", "row", "row", "column", "column", "", ""],
    ["variant", "layout", "bytes", "predicted", "counted", "predicted", "counted", "ideal", "result"],
];

/// Returns the table, with a line on how to read it. What was not counted is `-`.
pub fn table(rows: &[LayoutResult]) -> String {
    let lines: Vec<_> = rows.iter().map(cells).collect();
    let mut text = columns(&HEAD, &lines, [false, false, true, true, true, true, true, true, false]);
    text.push_str(
        "\nrow, column: wavefronts per request of shared memory, by smem-layout and in the simulator's run\n",
    );
    text
}

fn cells(row: &LayoutResult) -> [String; 9] {
    let variant = &row.variant;
    let report = Report::of(&variant.layout, variant.elem_bytes, &[Access::row(), Access::col()], row.arch)
        .expect("rows and columns fit every tile");
    let [along_row, along_column] = [0, 1].map(|at| report.accesses[at].cost);
    let counted = |count: fn(&TileCounts) -> AccessCount| or_dash(row.counts.as_ref().map(count));
    [
        variant.name.to_owned(),
        variant.layout.to_string(),
        variant.bytes.to_string(),
        along_row.wavefronts.to_string(),
        counted(|counts| counts.row),
        along_column.wavefronts.to_string(),
        counted(|counts| counts.column),
        along_column.ideal.to_string(),
        exact_or_wrong(row.wrong),
    ]
}

/// Returns the table of times, a line for each named layout, with the ratio of the first one's times, the dense one's, to them.
///
/// ```
/// use smem_launch::Timing;
/// use smem_examples::scan2d::{Times, times_table};
///
/// let timing = |us: f64| Timing::of(vec![us]).unwrap();
/// let dense = Times { scan_tiles: timing(30.0), whole: timing(40.0) };
/// let padded = Times { scan_tiles: timing(20.0), whole: timing(32.0) };
/// let text = times_table(&[("dense", dense), ("padded", padded)]);
/// assert!(text.lines().any(|line| line.starts_with("padded") && line.contains("1.50") && line.ends_with("1.25")));
/// ```
pub fn times_table(times: &[(&str, Times)]) -> String {
    let Some((_, first)) = times.first() else { return String::new() };
    let lines: Vec<[String; 5]> = times
        .iter()
        .map(|(name, times)| {
            [
                (*name).to_owned(),
                times.scan_tiles.to_string(),
                speedup(&first.scan_tiles, &times.scan_tiles),
                times.whole.to_string(),
                speedup(&first.whole, &times.whole),
            ]
        })
        .collect();
    let head = [
        ["", "scan_tiles alone,", "dense", "whole scan,", "dense"],
        ["variant", "median (10 to 90 %)", "/ this", "median (10 to 90 %)", "/ this"],
    ];
    let samples = first.whole.samples;
    let table = columns(&head, &lines, [false, false, true, false, true]);
    format!("{table}\ntimes: by events on the GPU, {samples} rounds with a run of each layout in turn\n")
}
