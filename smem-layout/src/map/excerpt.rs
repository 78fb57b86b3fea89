//! A few rows and columns of a map, for a hover.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;

use crate::map::{
    grid::{Grid, Row},
    map::Map,
};

/// The first boxes of a row, and the last ones after those that are left out.
const BOXES: (usize, usize) = (8, 2);

/// The first rows, and the last ones after those that are left out.
const ROWS: (usize, usize) = (3, 1);

/// Returns the numbers of the banks of a few rows and columns.
pub(super) fn text(map: &Map) -> String {
    let (grid, kept_rows) = Grid::excerpt(map, |count| kept(count, ROWS));
    let mut rows = grid.planes.iter().flatten();
    let columns = kept(grid.boxes.len(), BOXES);
    let label = match (map.planes().is_some(), map.is_line()) {
        (true, _) => "plane 0, row ",
        (_, true) => "element ",
        _ => "row ",
    };
    let digits = grid.last_label().to_string().len();
    let last = grid.columns.iter().flatten().flatten().max().map_or(0, |column| column.to_string().len());
    let width = last.max(2);
    let mut text = header(&grid, &columns, label.len() + digits, width);
    for (number, row) in kept_rows.iter().map(|kept| kept.and_then(|_| rows.next())).enumerate() {
        let indent = label.len();
        // Writing into a string does not fail.
        let _ = match row {
            None => writeln!(text, "{:indent$}{:>digits$}", "", ".."),
            Some(row) => {
                let label = if number == 0 { label } else { "" };
                let _ = write!(text, "{label:indent$}{:>digits$}", row.label);
                push_row(&mut text, map, &grid, row, &columns, width);
                writeln!(text)
            }
        };
    }
    text
}

/// Returns the line of the columns, whose numbers have `width` digits.
fn header(grid: &Grid, columns: &[Option<usize>], indent: usize, width: usize) -> String {
    let Some(labels) = &grid.columns else { return String::new() };
    let mut text = String::new();
    let _ = write!(text, "{:indent$}", "col");
    for column in columns {
        let label = match column {
            Some(column) => labels[*column].map(|label| label.to_string()).unwrap_or_default(),
            None => "..".to_string(),
        };
        let _ = write!(text, " {label:>width$}");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn push_row(text: &mut String, map: &Map, grid: &Grid, row: &Row, columns: &[Option<usize>], width: usize) {
    for column in columns {
        let cell = column.map(|column| row.cells_of(&grid.boxes[column]).first());
        let _ = match cell {
            None => write!(text, " {:>width$}", ".."),
            // The row is shorter than others.
            Some(None) => Ok(()),
            Some(Some(cell)) if cell.at.is_none() => write!(text, " {:>width$}", "--"),
            Some(Some(cell)) => write!(text, " {:>width$}", map.bank_at(cell.offset)),
        };
    }
}

/// Returns the numbers below `count` that are kept, with `None` where some are left out.
fn kept(count: usize, (first, last): (usize, usize)) -> Vec<Option<usize>> {
    if count <= first + last + 1 {
        return (0..count).map(Some).collect();
    }
    let kept = (0..first).map(Some).chain([None]);
    kept.chain((count - last..count).map(Some)).collect()
}
