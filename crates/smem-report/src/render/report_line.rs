//! The lines of a report's text, in parts with roles: whoever prints them may paint each role.

use std::borrow::Cow;
use std::fmt;

use crate::printable::printable;

/// The role of a part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineRole {
    /// All else.
    Plain,
    /// The line that names a launch.
    Heading,
    /// The titles of a table, or of a part of a patch.
    Titles,
    /// The title of a race, an overrun or a barrier that some threads pass by.
    Finding,
    /// The first word of a warning.
    Warning,
    /// The first word of a note, or of what would help.
    Hint,
    /// N of an N-way conflict.
    Conflict,
    /// A line that a patch adds.
    Added,
    /// A line that a patch removes.
    Removed,
}

/// A line of a report without its end. Its [`Display`](fmt::Display) is the text alone. No part has a character that a terminal obeys.
///
/// ```
/// use smem_report::render::{LineRole, ReportLine};
///
/// let line = ReportLine::led(LineRole::Warning, "warning:", "a thread reads uninitialized shared memory").indented(2);
/// assert_eq!(line.to_string(), "  warning: a thread reads uninitialized shared memory");
/// assert!(line.parts().any(|part| part == (LineRole::Warning, "warning:")));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReportLine {
    parts: Vec<(LineRole, String)>,
}

impl ReportLine {
    /// Returns the parts, whose texts one after another are the line.
    pub fn parts(&self) -> impl Iterator<Item = (LineRole, &str)> {
        self.parts.iter().map(|(role, text)| (*role, &text[..]))
    }

    /// A line of one role.
    pub fn of(role: LineRole, text: impl Into<String>) -> ReportLine {
        ReportLine::default().with(role, text)
    }

    /// A line that begins with a word of a role, as `warning:` does.
    pub fn led(role: LineRole, lead: &str, rest: &str) -> ReportLine {
        ReportLine::of(role, lead).with(LineRole::Plain, format!(" {rest}"))
    }

    /// Returns the line with another part after it.
    pub fn with(mut self, role: LineRole, text: impl Into<String>) -> ReportLine {
        self.parts.push((role, text.into()));
        self
    }

    /// Returns the line after so many blanks; an empty line stays empty.
    pub fn indented(mut self, blanks: usize) -> ReportLine {
        if self.parts.iter().any(|(_, text)| !text.is_empty()) {
            self.parts.insert(0, (LineRole::Plain, " ".repeat(blanks)));
        }
        self
    }

    /// Returns the line without blanks at its end.
    pub fn trimmed(mut self) -> ReportLine {
        while let Some((_, text)) = self.parts.last_mut() {
            text.truncate(text.trim_end().len());
            if !text.is_empty() {
                break;
            }
            self.parts.pop();
        }
        self
    }

    /// Returns the line without characters that a terminal obeys.
    pub fn printable(self) -> ReportLine {
        let clean = |(role, text): (LineRole, String)| match printable(&text) {
            Cow::Borrowed(_) => (role, text),
            Cow::Owned(clean) => (role, clean),
        };
        ReportLine { parts: self.parts.into_iter().map(clean).collect() }
    }
}

impl From<String> for ReportLine {
    fn from(text: String) -> ReportLine {
        ReportLine::of(LineRole::Plain, text)
    }
}

impl fmt::Display for ReportLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|(_, text)| f.write_str(text))
    }
}

/// Returns lines after so many blanks.
pub fn indented<L: Into<ReportLine>>(
    lines: impl IntoIterator<Item = L>,
    blanks: usize,
) -> impl Iterator<Item = ReportLine> {
    lines.into_iter().map(move |line| line.into().indented(blanks))
}
