//! Tables of text: columns as wide as their widest cell, numbers to the right.

use super::report_line::{LineRole, ReportLine};

/// A table of text.
#[derive(Debug, Default)]
pub struct TextTable {
    rows: Vec<Vec<String>>,
    /// Cells that have a role, by row and column.
    roles: Vec<(usize, usize, LineRole)>,
}

/// The side of a column that its cells are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

impl TextTable {
    /// Returns a table with the titles of its columns.
    pub fn new(titles: &[&str]) -> TextTable {
        TextTable { rows: vec![titles.iter().map(ToString::to_string).collect()], roles: Vec::new() }
    }

    /// Adds a row, of as many cells as there are titles.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Gives a cell of the last row a role.
    pub fn role(&mut self, column: usize, role: LineRole) {
        self.roles.push((self.rows.len() - 1, column, role));
    }

    /// Returns the lines, the titles first.
    pub fn lines(&self, sides: &[Side]) -> Vec<String> {
        self.report_lines(sides).iter().map(ToString::to_string).collect()
    }

    /// Returns the lines with the roles of their cells, the titles first.
    pub fn report_lines(&self, sides: &[Side]) -> Vec<ReportLine> {
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..sides.len()).map(width).collect();
        let role_of = |row: usize, column: usize| {
            let own = self.roles.iter().find(|(at, own, _)| (*at, *own) == (row, column));
            own.map_or(if row == 0 { LineRole::Titles } else { LineRole::Plain }, |(.., role)| *role)
        };
        let line = |(number, row): (usize, &Vec<String>)| {
            let mut line = ReportLine::default();
            for (column, ((cell, side), &width)) in row.iter().zip(sides).zip(&widths).enumerate() {
                let blanks = " ".repeat(width.saturating_sub(cell.chars().count()));
                let (before, behind) = if *side == Side::Right { (&blanks[..], "") } else { ("", &blanks[..]) };
                let gap = if column == 0 { "" } else { "  " };
                line = line.with(LineRole::Plain, format!("{gap}{before}")).with(role_of(number, column), cell);
                line = line.with(LineRole::Plain, behind);
            }
            line.trimmed()
        };
        self.rows.iter().enumerate().map(line).collect()
    }
}

/// A count, with a mark if a GPU may count another one.
pub fn marked(count: u64, is_estimate: bool) -> String {
    format!("{}{count}", if is_estimate { "~" } else { "" })
}

/// A line of source, without its blanks in front and not too long.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let text = text.trim();
    if text.chars().count() <= MOST {
        text.to_string()
    } else {
        text.chars().take(MOST - 2).chain("..".chars()).collect()
    }
}
