//! A map as text.

use alloc::{format, string::ToString, vec::Vec};
use core::ops::Range;

use crate::map::{
    ansi::{Paint, TextLine},
    grid::{Cell, Grid, Row, Widths},
    map::Map,
    style::{Style, TooNarrow},
};

/// Characters of the number of a bank, and the bracket before it.
const NUMBER: usize = 3;

/// The fewest boxes of a panel, but for the last.
const LEAST_BOXES: usize = 4;

/// A map that is drawn as text.
pub(super) struct TextMap<'a> {
    map: &'a Map,
    grid: Grid,
    style: Style,
    /// Characters of a box, the bracket before it included.
    widths: Widths,
    /// Characters of the labels of rows.
    label: usize,
}

impl<'a> TextMap<'a> {
    pub(super) fn new(map: &'a Map, style: Style) -> Self {
        let grid = Grid::of(map);
        let widths = grid.widths(NUMBER);
        let label = grid.last_label().to_string().len();
        TextMap { map, grid, style, widths, label }
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
        self.label + 1 + self.widths.of_boxes(&self.grid.boxes[boxes.clone()]) + 1
    }

    /// Returns the lines of the map, folded to panels of at most `width` columns.
    pub(super) fn lines(&self, width: usize) -> Result<Vec<TextLine>, TooNarrow> {
        let mut lines = Vec::new();
        for panel in self.panels(width)? {
            for (plane, rows) in self.grid.planes.iter().enumerate() {
                if !lines.is_empty() {
                    lines.push(TextLine::new());
                }
                if self.map.planes().is_some() {
                    let mut line = TextLine::new();
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
        let panels = |count: usize| (0..all).step_by(count).map(move |at| at..all.min(at + count));
        let needed = |count| panels(count).map(|panel| self.columns_of(&panel)).max().unwrap_or(0);
        // Panels are easier to read together if they begin at round columns.
        let rounded = (1..all.div_ceil(8)).rev().map(|eights| 8 * eights);
        let count = [all].into_iter().chain(rounded).chain([LEAST_BOXES]).find(|count| needed(*count) <= width);
        count.map(|count| panels(count).collect()).ok_or_else(|| TooNarrow { needed: needed(LEAST_BOXES), width })
    }

    /// Returns the numbers of the columns, if those of all rows are in line.
    fn columns(&self, panel: &Range<usize>) -> Option<TextLine> {
        let columns = self.grid.columns.as_ref()?;
        let mut line = TextLine::new();
        line.push(&" ".repeat(self.label + 1), Paint::Normal, self.style);
        let widest = columns[panel.clone()].iter().flatten().max().map_or(1, |column| column.to_string().len());
        for (cells, column) in self.grid.boxes[panel.clone()].iter().zip(&columns[panel.clone()]) {
            let width = self.widths.of_cells(cells.len());
            // Numbers without space between them are readable only if most are left out.
            let column = column.filter(|column| widest < width || column.is_multiple_of(8));
            let text = column.map(|column| column.to_string()).unwrap_or_default();
            line.push(&format!("{text:>width$}"), Paint::Dim, self.style);
        }
        Some(line)
    }

    fn row(&self, row: &Row, panel: &Range<usize>) -> TextLine {
        let mut line = TextLine::new();
        line.push(&format!("{:>width$} ", row.label, width = self.label), Paint::Dim, self.style);
        let mut before: &[Cell] = &[];
        for of_box in &self.grid.boxes[panel.clone()] {
            let cells = row.cells_of(of_box);
            let Some(cell) = cells.first() else { break };
            self.push_bracket(&mut line, before, cells);
            before = cells;
            let width = self.widths.of_cells(cells.len()) - 1;
            if cell.at.is_none() {
                line.push(&format!("{:>width$}", "--"), Paint::Dim, self.style);
                continue;
            }
            let mark = cell.mark(self.map);
            let bank = self.map.bank_at(cell.offset);
            let paint = Paint::Bank {
                bank,
                banks: self.map.model().banks(),
                is_marked: mark.is_some(),
                is_conflicting: mark.is_some_and(|mark| mark.is_conflicting),
            };
            line.push(&format!("{bank:>width$}"), paint, self.style);
        }
        self.push_bracket(&mut line, before, &[]);
        line
    }

    /// Appends what is between two boxes: the end of a lane's elements, the start of another's, or a space.
    fn push_bracket(&self, line: &mut TextLine, before: &[Cell], after: &[Cell]) {
        let mark = |cell: Option<&Cell>| cell.and_then(|cell| cell.mark(self.map));
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
}
