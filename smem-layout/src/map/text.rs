//! A map as text.

use alloc::{format, string::ToString, vec::Vec};
use core::{fmt, ops::Range};

use crate::map::{
    ansi::{Line, Paint},
    grid::{Cell, Grid, Row},
    map::Map,
    marks::Mark,
};

/// Text with or without colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Style {
    /// Characters alone, for files and pipes.
    #[default]
    Plain,
    /// With ANSI escapes for bold text and 256 colours, for terminals.
    Ansi,
}

/// The error for a width in which a map cannot be drawn, even folded.
///
/// ```
/// use smem_layout::{Arch, Layout, Map, Style};
///
/// let error = Map::of(&Layout::plain(32, 32)?, 4, Arch::SM_90).text(Style::Plain, 12).unwrap_err();
/// assert_eq!(error.to_string(), "a map of this tile needs 16 columns of text, and has 12: draw it as SVG");
/// # Ok::<(), smem_layout::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TooNarrow {
    /// The columns that it needs.
    pub needed: usize,
    /// The columns that there are.
    pub width: usize,
}

impl fmt::Display for TooNarrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map of this tile needs {} columns of text, and has {}: draw it as SVG", self.needed, self.width)
    }
}

impl core::error::Error for TooNarrow {}

/// Characters of the number of a bank, and the bracket before it.
const NUMBER: usize = 3;

/// The fewest boxes that a panel has, if there are as many.
const LEAST_BOXES: usize = 4;

/// A map that is drawn as text.
pub(super) struct TextMap<'a> {
    map: &'a Map,
    grid: Grid,
    style: Style,
    /// Characters of a cell.
    cell: usize,
    /// Characters of the labels of rows.
    label: usize,
}

impl<'a> TextMap<'a> {
    pub(super) fn new(map: &'a Map, style: Style) -> Self {
        let grid = map.grid();
        let grid = if marks_split_boxes(map, &grid) { grid.with_single_cells(map) } else { grid };
        let cell = NUMBER.div_ceil(grid.least_cells());
        let label = grid.last_label().to_string().len();
        TextMap { map, grid, style, cell, label }
    }

    /// Returns the columns that the map needs unfolded.
    pub(super) fn width(&self) -> usize {
        self.columns_of(&(0..self.grid.boxes.len()))
    }

    /// Returns true if some padding is drawn.
    pub(super) fn has_padding(&self) -> bool {
        self.grid.has_padding()
    }

    /// Returns the columns that these boxes need.
    fn columns_of(&self, boxes: &Range<usize>) -> usize {
        let cells: usize = self.grid.boxes[boxes.clone()].iter().map(|cells| cells.len()).sum();
        self.label + 1 + cells * self.cell + 1
    }

    /// Returns the lines of the map, folded to panels of at most `width` columns.
    pub(super) fn lines(&self, width: usize) -> Result<Vec<Line>, TooNarrow> {
        let mut lines = Vec::new();
        for panel in self.panels(width)? {
            for (plane, rows) in self.grid.planes.iter().enumerate() {
                if !lines.is_empty() {
                    lines.push(Line::new());
                }
                if self.map.planes().is_some() {
                    let mut line = Line::new();
                    line.push(&format!("plane {plane}"), Paint::Dim, self.style);
                    lines.push(line);
                }
                lines.extend(self.columns(&panel));
                lines.extend(rows.iter().map(|row| self.row(row, &panel)));
            }
        }
        Ok(lines)
    }

    /// Returns the boxes of each panel.
    fn panels(&self, width: usize) -> Result<Vec<Range<usize>>, TooNarrow> {
        let all = self.grid.boxes.len();
        if self.width() <= width {
            return Ok(Vec::from([0..all]));
        }
        let fits =
            |count: usize| (0..all).step_by(count).all(|at| self.columns_of(&(at..all.min(at + count))) <= width);
        let most = (1..all).take_while(|count| fits(*count)).last().unwrap_or(0);
        // Panels are easier to read together if they begin at round columns.
        let count = if most >= 8 { most / 8 * 8 } else { most / LEAST_BOXES * LEAST_BOXES };
        if count == 0 {
            let least = LEAST_BOXES.min(all);
            let needed = (0..all).step_by(least).map(|at| self.columns_of(&(at..all.min(at + least)))).max();
            return Err(TooNarrow { needed: needed.unwrap_or(0), width });
        }
        Ok((0..all).step_by(count).map(|at| at..all.min(at + count)).collect())
    }

    /// Returns the numbers of the columns, if those of all rows are in line.
    fn columns(&self, panel: &Range<usize>) -> Option<Line> {
        let columns = self.grid.columns.as_ref()?;
        let mut line = Line::new();
        line.push(&" ".repeat(self.label + 1), Paint::Normal, self.style);
        let widest = columns[panel.clone()].iter().flatten().max().map_or(1, |column| column.to_string().len());
        for (cells, column) in self.grid.boxes[panel.clone()].iter().zip(&columns[panel.clone()]) {
            let width = cells.len() * self.cell;
            // Numbers without space between them are readable only if most are left out.
            let column = column.filter(|column| widest < width || column.is_multiple_of(8));
            let text = column.map(|column| column.to_string()).unwrap_or_default();
            line.push(&format!("{text:>width$}"), Paint::Dim, self.style);
        }
        Some(line)
    }

    fn row(&self, row: &Row, panel: &Range<usize>) -> Line {
        let mut line = Line::new();
        line.push(&format!("{:>width$} ", row.label, width = self.label), Paint::Dim, self.style);
        let mut before: &[Cell] = &[];
        for of_box in &self.grid.boxes[panel.clone()] {
            let cells = row.cells_of(of_box);
            let Some(cell) = cells.first() else { break };
            self.push_bracket(&mut line, before, cells);
            before = cells;
            // A box that the row cuts short has room for its number, if there is one.
            let width = cells.len() * self.cell - 1;
            if cell.at.is_none() {
                line.push(&format!("{:>width$.width$}", "--"), Paint::Dim, self.style);
                continue;
            }
            let mark = self.mark(cell);
            let bank = self.map.bank_at(cell.offset);
            let paint = Paint::Bank {
                bank,
                banks: self.map.model().banks(),
                is_marked: mark.is_some(),
                is_conflicting: mark.is_some_and(|mark| mark.is_conflicting),
            };
            let number = if width < 2 { "".into() } else { bank.to_string() };
            line.push(&format!("{number:>width$}"), paint, self.style);
        }
        self.push_bracket(&mut line, before, &[]);
        line
    }

    /// Appends what is between two boxes: the end of a lane's elements, the start of another's, or a space.
    fn push_bracket(&self, line: &mut Line, before: &[Cell], after: &[Cell]) {
        let mark = |cell: Option<&Cell>| cell.and_then(|cell| self.mark(cell));
        let bracket = match (mark(before.last()), mark(after.first())) {
            (None, None) => return line.push(" ", Paint::Normal, self.style),
            (None, Some(mark)) => {
                if mark.is_conflicting {
                    "<"
                } else {
                    "["
                }
            }
            (Some(mark), None) => {
                if mark.is_conflicting {
                    ">"
                } else {
                    "]"
                }
            }
            (Some(before), Some(after)) => match (before.is_conflicting, after.is_conflicting) {
                (true, false) => ">",
                (false, true) => "<",
                _ if before.is_followed_by(&after) => " ",
                (false, false) => "|",
                (true, true) => "!",
            },
        };
        line.push(bracket, Paint::Bold, self.style);
    }

    fn mark(&self, cell: &Cell) -> Option<Mark> {
        let (row, col) = cell.at?;
        self.map.marks()?.of(row, col)
    }
}

/// Returns true if a box has elements that are marked and others that are not, or of lanes that conflict and others.
fn marks_split_boxes(map: &Map, grid: &Grid) -> bool {
    let Some(marks) = map.marks() else { return false };
    let kind = |cell: &Cell| cell.at.and_then(|(row, col)| marks.of(row, col)).map(|mark| mark.is_conflicting);
    let is_split = |cells: &[Cell]| cells.iter().any(|cell| kind(cell) != kind(&cells[0]));
    grid.planes.iter().flatten().any(|row| grid.boxes.iter().any(|of_box| is_split(row.cells_of(of_box))))
}
