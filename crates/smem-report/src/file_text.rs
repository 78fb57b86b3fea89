//! The text of a file, whose lines are at hand: a report may quote a hundred thousand of them.

use std::sync::{Arc, OnceLock};

/// The text of a file.
#[derive(Debug)]
pub struct FileText {
    pub(crate) whole: Arc<str>,
    /// The byte after each line, its end of line included; found when a line is asked for.
    ends: OnceLock<Vec<usize>>,
}

impl FileText {
    /// Takes a text.
    pub fn new(text: String) -> FileText {
        FileText { whole: Arc::from(text), ends: OnceLock::new() }
    }

    /// Returns a line, counted from 1, without its end of line.
    pub fn line(&self, number: u32) -> Option<&str> {
        let ends = self.ends.get_or_init(|| self.ends());
        let at = (number as usize).checked_sub(1)?;
        let start = at.checked_sub(1).map_or(Some(0), |before| ends.get(before).copied())?;
        self.whole[start..*ends.get(at)?].lines().next()
    }

    fn ends(&self) -> Vec<usize> {
        let lines = self.whole.split_inclusive('\n');
        lines
            .scan(0, |end, line| {
                *end += line.len();
                Some(*end)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::FileText;

    #[test]
    fn lines_are_those_of_the_standard_library() {
        for text in ["", "a", "a\n", "\n", "a\r\nb\n\nc", "größe\n\r\n x"] {
            let file = FileText::new(text.to_string());
            let expected: Vec<&str> = text.lines().collect();
            let found: Vec<&str> = (1..).map_while(|number| file.line(number)).collect();
            assert_eq!(found, expected, "{text:?}");
            assert_eq!(file.line(0), None);
        }
    }
}
