//! Pieces of text to replace, and the lines that they change.

use std::ops::Range;

use serde::Serialize;

/// A line as it is, and as it is to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LineChange {
    /// From 1.
    pub line: u32,
    /// As it is.
    pub before: String,
    /// As it is to be; the same where a person has to look.
    pub after: String,
    /// A remark on it.
    pub note: Option<&'static str>,
}

/// A piece of text to replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextEdit {
    pub(crate) range: Range<usize>,
    pub(crate) new: String,
    pub(crate) note: Option<&'static str>,
    /// Whether it is all that has to be changed there.
    pub(crate) is_enough: bool,
}

impl TextEdit {
    /// Replaces a range of bytes.
    pub(crate) fn replace(range: Range<usize>, new: String) -> TextEdit {
        TextEdit { range, new, note: None, is_enough: true }
    }

    /// Inserts text at a place, in front of what is there.
    pub(crate) fn insert(place: usize, new: String) -> TextEdit {
        TextEdit::replace(place..place, new)
    }

    /// Returns the line that it begins in, from 1.
    pub(crate) fn line(&self, text: &str) -> u32 {
        1 + text[..self.range.start].bytes().filter(|byte| *byte == b'\n').count() as u32
    }

    /// The same edit in a text that begins at `start` of this one.
    pub(crate) fn behind(&self, start: usize) -> TextEdit {
        TextEdit { range: self.range.start - start..self.range.end - start, ..self.clone() }
    }
}

/// Returns the text with the edits made. Of edits that overlap the first is made.
pub(crate) fn edited(text: &str, edits: &[TextEdit]) -> String {
    let mut edits: Vec<&TextEdit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    let (mut result, mut at) = (String::new(), 0);
    for edit in edits {
        if edit.range.start >= at {
            result += &text[at..edit.range.start];
            result += &edit.new;
            at = edit.range.end;
        }
    }
    result + &text[at..]
}

/// Returns the lines with edits.
pub(crate) fn changed_lines(text: &str, mut edits: Vec<TextEdit>) -> Vec<LineChange> {
    edits.sort_by_key(|edit| edit.range.start);
    let mut changes: Vec<LineChange> = Vec::new();
    let mut start = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let end = start + line.len();
        let here: Vec<&TextEdit> =
            edits.iter().filter(|edit| edit.range.start >= start && edit.range.start < end).collect();
        if !here.is_empty() {
            let (mut after, mut at) = (String::new(), start);
            let last = here.iter().map(|edit| edit.range.end).max().unwrap_or(end);
            // An edit that goes on in the next line is shown with it.
            let from = last.max(end - usize::from(line.ends_with('\n')));
            let until = text[from..].find('\n').map_or(text.len(), |newline| from + newline);
            for edit in &here {
                if edit.range.start >= at {
                    after += &text[at..edit.range.start];
                    after += &edit.new;
                    at = edit.range.end;
                }
            }
            after += &text[at.min(until)..until];
            let before = text[start..until].to_string();
            let note = here.iter().find_map(|edit| edit.note);
            if before != after || note.is_some() {
                changes.push(LineChange { line: number, before, after, note });
            }
        }
        start = end;
    }
    changes
}
