//! Tables of text: columns as wide as their widest cell, numbers to the right.

/// A table of text.
#[derive(Debug, Default)]
pub struct TextTable {
    rows: Vec<Vec<String>>,
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
        TextTable { rows: vec![titles.iter().map(ToString::to_string).collect()] }
    }

    /// Adds a row, of as many cells as there are titles.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Returns the lines, the titles first.
    pub fn lines(&self, sides: &[Side]) -> Vec<String> {
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..sides.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(sides).zip(&widths).map(|((cell, side), &width)| match side {
                Side::Left => format!("{cell:<width$}"),
                Side::Right => format!("{cell:>width$}"),
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
        };
        self.rows.iter().map(line).collect()
    }
}

/// A count, with a mark if a GPU may count another one.
pub(super) fn marked(count: u64, is_estimate: bool) -> String {
    format!("{}{count}", if is_estimate { "~" } else { "" })
}

/// A line of source, without its blanks in front and not too long.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let text = text.trim();
    if text.chars().count() <= MOST {
        text.to_string()
    } else {
        text.chars().take(MOST - 2).chain("..".chars()).collect()
    }
}
