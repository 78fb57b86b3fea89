//! Lines of text with ANSI colours, whose width is that of what is seen.

use alloc::string::String;
use core::fmt::Write;

use crate::map::{palette::terminal_color, text::Style};

/// The colour of lanes in conflict, orange, among the 256 of terminals.
const CONFLICT: u8 = 208;

/// A line: its text, and the columns that it takes.
#[derive(Clone, Default)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) width: usize,
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

impl Line {
    pub(super) fn new() -> Line {
        Line::default()
    }

    pub(super) fn push(&mut self, text: &str, paint: Paint, style: Style) {
        self.width += text.chars().count();
        if style == Style::Plain {
            return self.text.push_str(text);
        }
        let code = |f: &mut String| match paint {
            Paint::Normal => Ok(()),
            Paint::Dim => f.write_str("\x1b[2m"),
            Paint::Bold => f.write_str("\x1b[1m"),
            Paint::Bank { is_conflicting: true, .. } => write!(f, "\x1b[1;38;5;16;48;5;{CONFLICT}m"),
            Paint::Bank { bank, banks, is_marked, .. } => {
                let bold = if is_marked { "1;4;" } else { "" };
                write!(f, "\x1b[{bold}38;5;16;48;5;{}m", terminal_color(bank, banks))
            }
        };
        // Writing into a string does not fail.
        let _ = code(&mut self.text);
        self.text.push_str(text);
        if paint != Paint::Normal {
            self.text.push_str("\x1b[0m");
        }
    }

    /// Appends `other` at column `at`.
    pub(super) fn place(&mut self, at: usize, other: &Line) {
        if other.width == 0 {
            return;
        }
        while self.width < at {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(&other.text);
        self.width += other.width;
    }
}
