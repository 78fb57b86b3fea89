//! Where the cells of a map are drawn: rows of elements, with padding after the elements that it follows in storage.
//!
//! ```text
//! row 0   (0, 0) (0, 1) .. (0, 31) padding      pitch 33
//! row 1   (1, 0) (1, 1) .. (1, 31) padding
//! ```
//!
//! Neighbours that share a word are drawn as one *box*, if the boxes of all rows are in line and none has both elements that are
//! marked and others.

use alloc::vec::Vec;
use core::ops::Range;

use crate::map::{map::Map, marks::Mark, padding::Padding};

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
        let rows = Rows::of(map);
        let plane = |plane| (0..rows.count()).map(|number| rows.row(plane, number)).collect();
        Grid::of_planes(map, (0..map.planes().unwrap_or(1)).map(plane).collect())
    }

    /// Returns the rows of the first plane that `kept` keeps of as many; `None` where some are left out.
    pub(super) fn excerpt(map: &Map, kept: impl Fn(usize) -> Vec<Option<usize>>) -> (Grid, Vec<Option<usize>>) {
        let rows = Rows::of(map);
        let kept = kept(rows.count() as usize);
        let plane = kept.iter().flatten().map(|number| rows.row(0, *number as u32)).collect();
        (Grid::of_planes(map, Vec::from([plane])), kept)
    }

    fn of_planes(map: &Map, planes: Vec<Vec<Row>>) -> Grid {
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

/// The rows of a map, of which each is made on its own.
struct Rows<'a> {
    map: &'a Map,
    padding: Padding<'a>,
    /// Elements of a row. A tile of one dimension is folded to those that fill the banks once, to whole lines if they are shorter.
    fold: u32,
}

impl<'a> Rows<'a> {
    fn of(map: &'a Map) -> Self {
        let layout = map.layout();
        let span = (map.model().span() / map.elem_bytes()).max(1);
        let fold = match layout.line() {
            _ if !map.is_line() => layout.cols(),
            line if line < span => span / line * line,
            _ => span,
        };
        Rows { map, padding: Padding::of(layout), fold }
    }

    /// Returns the number of rows that are drawn of a plane.
    fn count(&self) -> u32 {
        let (rows, cols) = self.map.shown();
        if self.map.is_line() {
            (self.first_col() + cols).div_ceil(self.fold) - self.first_col() / self.fold
        } else {
            rows
        }
    }

    fn first_col(&self) -> u32 {
        self.map.first_shown().1
    }

    /// Returns row `number` of those of a plane that are drawn.
    fn row(&self, plane: u32, number: u32) -> Row {
        let layout = self.map.layout();
        let number = self.map.first_shown().0 + number;
        let (row, first) = match self.map.is_line() {
            true => (0, (self.first_col() / self.fold + number) * self.fold),
            false => (plane * self.map.plane_rows() + number, self.first_col()),
        };
        let last =
            (self.first_col() + self.map.shown().1).min(if self.map.is_line() { first + self.fold } else { u32::MAX });
        let mut cells = Vec::new();
        for col in first..last {
            cells.push(Cell { at: Some((row, col)), offset: layout.index(row, col) });
            let element = row * layout.cols() + col;
            let is_last = element + 1 == layout.rows() * layout.cols();
            if is_last || (element + 1).is_multiple_of(layout.line()) {
                let unused = self.padding.of_line(element / layout.line());
                cells.extend(unused.into_iter().map(|offset| Cell { at: None, offset }));
            }
        }
        Row { label: if self.map.is_line() { first } else { number }, cells }
    }
}

/// Returns the boxes of cells that share a word, if those of all rows are in line; otherwise a box for each cell.
fn boxes(map: &Map, planes: &[Vec<Row>]) -> Vec<Range<usize>> {
    if map.elem_bytes() >= map.model().bank_bytes() {
        return singles(planes);
    }
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
    if map.marks().is_none() {
        return false;
    }
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
