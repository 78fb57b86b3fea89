//! Where the cells of a map are drawn: rows of elements, with padding behind the elements that it follows in storage.
//!
//! ```text
//! row 0   (0, 0) (0, 1) .. (0, 31) padding      pitch 33
//! row 1   (1, 0) (1, 1) .. (1, 31) padding
//! ```
//!
//! Neighbours that share a word are drawn as one *box*, if the boxes of all rows are in line and none has both elements that are
//! marked and others.

use alloc::{vec, vec::Vec};
use core::ops::Range;

use crate::map::{map::Map, marks::Mark};

/// The cells of a map.
pub(super) struct Grid {
    /// The rows of each plane; of one where the tile has no planes.
    pub(super) planes: Vec<Vec<Row>>,
    /// The cells that are drawn together, the same in every row; the last may be cut short there.
    pub(super) boxes: Vec<Range<usize>>,
    /// The column of the first cell of each box, `None` above padding; nothing where rows differ.
    pub(super) columns: Option<Vec<Option<u32>>>,
}

/// A row of cells.
pub(super) struct Row {
    /// The row in its plane, or the first element where the tile has one dimension.
    pub(super) label: u32,
    pub(super) cells: Vec<Cell>,
}

/// The widths of boxes, in characters or pixels.
#[derive(Clone, Copy)]
pub(super) struct Widths {
    /// The least width, which holds a number.
    least: usize,
    cell: usize,
}

/// An element, or a place that no element uses.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    /// The row, counted through all planes, and the column; `None` for padding.
    pub(super) at: Option<(u32, u32)>,
    /// Elements from the start of the tile.
    pub(super) offset: u32,
}

impl Grid {
    pub(super) fn of(map: &Map) -> Grid {
        let planes = planes(map);
        let boxes = boxes(map, &planes);
        let boxes = if marks_split(map, &planes, &boxes) { singles(&planes) } else { boxes };
        let columns = columns(map, &planes, &boxes);
        Grid { planes, boxes, columns }
    }

    /// Returns the widths of the boxes: in proportion to their cells, with at least `least` for each.
    pub(super) fn widths(&self, least: usize) -> Widths {
        let most = self.boxes.iter().map(|cells| cells.len()).max().unwrap_or(1);
        Widths { least, cell: least.div_ceil(most) }
    }

    /// Returns the largest label of a row.
    pub(super) fn last_label(&self) -> u32 {
        self.planes.iter().flatten().map(|row| row.label).max().unwrap_or(0)
    }

    /// Returns true if some cell is padding.
    pub(super) fn has_padding(&self) -> bool {
        self.planes.iter().flatten().flat_map(|row| &row.cells).any(|cell| cell.at.is_none())
    }
}

impl Widths {
    /// Returns the width of a box of `cells` cells.
    pub(super) fn of_cells(&self, cells: usize) -> usize {
        (cells * self.cell).max(self.least)
    }

    /// Returns the width of `boxes` beside each other.
    pub(super) fn of_boxes(&self, boxes: &[Range<usize>]) -> usize {
        boxes.iter().map(|cells| self.of_cells(cells.len())).sum()
    }
}

impl Cell {
    /// Returns the mark of the element, if a lane of the marked request touches it.
    pub(super) fn mark(&self, map: &Map) -> Option<Mark> {
        let (row, col) = self.at?;
        map.marks()?.of(row, col)
    }
}

impl Row {
    /// Returns the cells of a box that this row has.
    pub(super) fn cells_of(&self, of_box: &Range<usize>) -> &[Cell] {
        let end = of_box.end.min(self.cells.len());
        self.cells.get(of_box.start..end).unwrap_or_default()
    }
}

/// Returns the rows of each plane.
fn planes(map: &Map) -> Vec<Vec<Row>> {
    let (layout, (rows, cols)) = (map.layout(), map.shown());
    let unused = unused(map);
    let fold = fold(map);
    let mut planes = Vec::new();
    for plane in 0..map.planes().unwrap_or(1) {
        let mut of_plane = Vec::new();
        for row in 0..rows {
            let all = plane * map.plane_rows() + row;
            for first in (0..cols).step_by(fold as usize) {
                let mut cells = Vec::new();
                for col in first..cols.min(first + fold) {
                    cells.push(Cell { at: Some((all, col)), offset: layout.index(all, col) });
                    let element = all * layout.cols() + col;
                    let is_last = element + 1 == layout.rows() * layout.cols();
                    if is_last || (element + 1).is_multiple_of(layout.line()) {
                        let unused = unused.get((element / layout.line()) as usize).into_iter().flatten();
                        cells.extend(unused.map(|&offset| Cell { at: None, offset }));
                    }
                }
                of_plane.push(Row { label: if map.is_line() { first } else { row }, cells });
            }
        }
        planes.push(of_plane);
    }
    planes
}

/// Returns the number of elements after which a row is folded: those that fill the banks once for a tile of one dimension, whole
/// lines if they are shorter.
fn fold(map: &Map) -> u32 {
    let layout = map.layout();
    if !map.is_line() {
        return layout.cols();
    }
    let fold = (map.model().span() / map.elem_bytes()).max(1);
    if layout.line() < fold { fold / layout.line() * layout.line() } else { fold }
}

/// Returns the offsets in each line's storage that no element has.
fn unused(map: &Map) -> Vec<Vec<u32>> {
    let layout = map.layout();
    if layout.len() == (layout.rows() * layout.cols()) as usize {
        return Vec::new();
    }
    let mut is_used = vec![false; layout.len()];
    for row in 0..layout.rows() {
        for col in 0..layout.cols() {
            is_used[layout.index(row, col) as usize] = true;
        }
    }
    let mut unused = vec![Vec::new(); layout.line_count() as usize];
    for (offset, _) in (0..).zip(&is_used).filter(|(_, is_used)| !**is_used) {
        unused[(offset / layout.pitch()) as usize].push(offset);
    }
    unused
}

/// Returns the boxes of cells that share a word, if those of all rows are in line; otherwise a box for each cell.
fn boxes(map: &Map, planes: &[Vec<Row>]) -> Vec<Range<usize>> {
    let of_row = |row: &Row| {
        let word =
            |cell: &Cell| u64::from(cell.offset) * u64::from(map.elem_bytes()) / u64::from(map.model().bank_bytes());
        let together = |one: &Cell, other: &Cell| one.at.is_some() == other.at.is_some() && word(one) == word(other);
        let mut boxes: Vec<Range<usize>> = Vec::new();
        for cells in row.cells.chunk_by(together) {
            let start = boxes.last().map_or(0, |last| last.end);
            boxes.push(start..start + cells.len());
        }
        boxes
    };
    let is_prefix = |of_row: &[Range<usize>], longest: &[Range<usize>]| {
        let same_start =
            of_row.iter().zip(longest).all(|(one, other)| one.start == other.start && one.end <= other.end);
        let whole = of_row.iter().rev().skip(1).zip(longest.iter().take(of_row.len()).rev().skip(1));
        of_row.len() <= longest.len() && same_start && whole.into_iter().all(|(one, other)| one.end == other.end)
    };
    let longest = planes.iter().flatten().max_by_key(|row| row.cells.len()).map(of_row).unwrap_or_default();
    let in_line = planes.iter().flatten().all(|row| is_prefix(&of_row(row), &longest));
    if in_line { longest } else { singles(planes) }
}

/// Returns true if a box has elements that are marked and others that are not, or of lanes that conflict and others.
fn marks_split(map: &Map, planes: &[Vec<Row>], boxes: &[Range<usize>]) -> bool {
    let kind = |cell: &Cell| cell.mark(map).map(|mark| mark.is_conflicting);
    let is_split = |cells: &[Cell]| cells.iter().any(|cell| kind(cell) != kind(&cells[0]));
    planes.iter().flatten().any(|row| boxes.iter().any(|of_box| is_split(row.cells_of(of_box))))
}

/// Returns a box for each cell.
fn singles(planes: &[Vec<Row>]) -> Vec<Range<usize>> {
    let longest = planes.iter().flatten().map(|row| row.cells.len()).max().unwrap_or(0);
    (0..longest).map(|cell| cell..cell + 1).collect()
}

/// Returns the column of the first cell of each box, if it is the same in all rows.
fn columns(map: &Map, planes: &[Vec<Row>], boxes: &[Range<usize>]) -> Option<Vec<Option<u32>>> {
    let column = |row: &Row, cell: usize| {
        let first = if map.is_line() { row.label } else { 0 };
        Some(row.cells.get(cell)?.at.map(|(_, col)| col - first))
    };
    let of_box = |cells: &Range<usize>| {
        let mut columns = planes.iter().flatten().filter_map(|row| column(row, cells.start));
        let first = columns.next()?;
        columns.all(|column| column == first).then_some(first)
    };
    boxes.iter().map(of_box).collect()
}
