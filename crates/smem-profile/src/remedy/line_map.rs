//! Which line of a file a line of a changed text is.

use crate::fix::change::edit::TextEdit;

/// The lines of a changed text, each with its line in the file.
#[derive(Debug, Clone, Default)]
pub(crate) struct LineMap {
    lines: Vec<u32>,
}

impl LineMap {
    /// The lines of a text with these edits. A line that is added counts as the one that it was added to.
    pub(crate) fn of(text: &str, edits: &[TextEdit]) -> LineMap {
        let mut edits: Vec<&TextEdit> = edits.iter().collect();
        edits.sort_by_key(|edit| edit.range.start);
        let (mut lines, mut at, mut line) = (vec![1], 0, 1);
        let mut keep = |part: &str, lines: &mut Vec<u32>| {
            for _ in part.matches('\n') {
                line += 1;
                lines.push(line);
            }
            line
        };
        for edit in edits.into_iter().filter(|edit| edit.range.end <= text.len()) {
            if edit.range.start < at {
                continue;
            }
            let own = keep(&text[at..edit.range.start], &mut lines);
            lines.extend(edit.new.matches('\n').map(|_| own));
            // The lines that are replaced are passed: a line that begins where they began is the one after them.
            let next = keep(&text[edit.range.clone()], &mut Vec::new());
            let begins = edit.range.start == 0 || text[..edit.range.start].ends_with('\n');
            if let Some(last) = lines.last_mut().filter(|_| begins && edit.new.is_empty()) {
                *last = next;
            }
            at = edit.range.end;
        }
        keep(&text[at..], &mut lines);
        LineMap { lines }
    }

    /// The line of the file.
    pub(crate) fn original(&self, line: u32) -> u32 {
        let at = (line as usize).checked_sub(1).and_then(|at| self.lines.get(at));
        at.copied().unwrap_or(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_and_replaced_lines_keep_the_numbers_of_the_others() {
        let text = "a\nb\nc\nd\n";
        let edits = [TextEdit::insert(2, "x\ny\n".into()), TextEdit::replace(4..6, String::new())];
        let changed = crate::fix::change::edit::edited(text, &edits);
        assert_eq!(changed, "a\nx\ny\nb\nd\n");
        let map = LineMap::of(text, &edits);
        let original: Vec<u32> = (1..=5).map(|line| map.original(line)).collect();
        assert_eq!(original, [1, 2, 2, 2, 4]);
    }
}
