//! The table that a finished run prints.

use smem_layout::{Access, Arch, Report};

use super::counts::{Count, Counts};
use super::tiles::Variant;
use crate::Timing;

/// One layout's line.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The layout.
    pub variant: Variant,
    /// Whose banks the prediction is for.
    pub arch: Arch,
    /// What the run counted, if it did.
    pub counts: Option<Counts>,
    /// Pixels that differ from the reference.
    pub wrong: usize,
    /// The time of `scan_tiles`, if it has one.
    pub timing: Option<Timing>,
}

const COLUMNS: usize = 10;

const HEAD: [[&str; COLUMNS]; 2] = [
    ["", "", "", "row", "row", "column", "column", "", "", "scan_tiles on a GPU,"],
    [
        "variant",
        "layout",
        "bytes",
        "predicted",
        "counted",
        "predicted",
        "counted",
        "ideal",
        "result",
        "median (10 to 90 %)",
    ],
];

/// Numbers stand to the right.
const RIGHT: [bool; COLUMNS] = [false, false, true, true, true, true, true, true, false, false];

/// The table, with a line on how to read it. Nothing that was not measured has a number: `-`.
pub fn table(rows: &[Row]) -> String {
    let mut lines: Vec<[String; COLUMNS]> = HEAD.map(|line| line.map(str::to_owned)).to_vec();
    lines.extend(rows.iter().map(cells));
    let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS).map(width).collect();
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let padded: Vec<String> = (0..COLUMNS)
            .map(|column| {
                let (cell, width) = (&line[column], widths[column]);
                if RIGHT[column] { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            })
            .collect();
        text.push_str(padded.join("  ").trim_end());
        text.push('\n');
        if at + 1 == HEAD.len() {
            text.push_str(&"-".repeat(widths.iter().sum::<usize>() + 2 * (COLUMNS - 1)));
            text.push('\n');
        }
    }
    text.push_str(
        "\nrow, column: wavefronts per request of shared memory, by smem-layout and in the simulator's run\n",
    );
    text
}

fn cells(row: &Row) -> [String; COLUMNS] {
    let variant = &row.variant;
    let report = Report::of(&variant.layout, variant.elem_bytes, &[Access::row(), Access::col()], row.arch);
    let [along_row, along_column] = [0, 1].map(|at| report.accesses[at].cost);
    let counted = |count: fn(&Counts) -> Count| row.counts.as_ref().map(|counts| count(counts).to_string());
    let nothing = || "-".to_owned();
    [
        variant.name.to_owned(),
        variant.layout.to_string(),
        variant.bytes.to_string(),
        along_row.wavefronts.to_string(),
        counted(|counts| counts.row).unwrap_or_else(nothing),
        along_column.wavefronts.to_string(),
        counted(|counts| counts.column).unwrap_or_else(nothing),
        along_column.ideal.to_string(),
        if row.wrong == 0 { "exact".to_owned() } else { format!("{} wrong", row.wrong) },
        row.timing.map_or_else(nothing, |timing| timing.to_string()),
    ]
}
