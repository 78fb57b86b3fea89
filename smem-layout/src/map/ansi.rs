//! Lines of text with ANSI colours, whose width is that of what is seen.

use alloc::string::String;
use core::fmt::Write;

use crate::map::{palette::terminal_color, style::Style};

/// The colour of lanes in conflict, orange, among the 256 of terminals.
const CONFLICT: u8 = 208;

/// A line: its text, and the columns that it takes.
#[derive(Clone)]
pub(super) struct TextLine {
    text: String,
    pub(super) width: usize,
    /// The appearance of the end of the text.
    last: Paint,
}

/// The appearance of a part of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    /// As the text around it.
    Normal,
    /// Less bright: numbers of rows and columns.
    Dim,
    /// Brighter: titles and brackets.
    Bold,
    /// A number on the colour of its bank.
    Bank {
        bank: u32,
        /// The number of banks.
        banks: u32,
        is_marked: bool,
        is_conflicting: bool,
    },
}

impl TextLine {
    pub(super) const fn new() -> TextLine {
        TextLine { text: String::new(), width: 0, last: Paint::Normal }
    }

    pub(super) fn push(&mut self, text: &str, paint: Paint, style: Style) {
        self.width += text.chars().count();
        if style == Style::Ansi {
            self.turn_to(paint);
        }
        self.text.push_str(text);
    }

    /// Writes the escapes that change the appearance.
    fn turn_to(&mut self, paint: Paint) {
        if paint == self.last {
            return;
        }
        if self.last != Paint::Normal {
            self.text.push_str("\x1b[0m");
        }
        self.last = paint;
        // Writing into a string does not fail.
        let _ = match paint {
            Paint::Normal => Ok(()),
            Paint::Dim => self.text.write_str("\x1b[2m"),
            Paint::Bold => self.text.write_str("\x1b[1m"),
            Paint::Bank { is_conflicting: true, .. } => write!(self.text, "\x1b[1;38;5;16;48;5;{CONFLICT}m"),
            Paint::Bank { bank, banks, is_marked, .. } => {
                let bold = if is_marked { "1;4;" } else { "" };
                write!(self.text, "\x1b[{bold}38;5;16;48;5;{}m", terminal_color(bank, banks))
            }
        };
    }

    /// Returns the text, without spaces at its end, in the appearance in which it began.
    pub(super) fn finished(mut self) -> String {
        self.turn_to(Paint::Normal);
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text
    }

    /// Appends `other` at column `at`.
    pub(super) fn place(&mut self, at: usize, mut other: TextLine) {
        self.turn_to(Paint::Normal);
        while self.width < at {
            self.text.push(' ');
            self.width += 1;
        }
        self.width += other.width;
        other.turn_to(Paint::Normal);
        self.text.push_str(&other.text);
    }
}
