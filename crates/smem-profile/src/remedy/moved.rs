//! Statements elsewhere: an arrival after the store that it announces, a commit in front of its wait, a barrier outside of the branch that some
//! threads skip.

use smem_cuda::{StatementBlockKind, StatementPlace};

use super::insertion::{OpenFunction, indent};
use super::rewriting::Rewriting;
use crate::fix::change::edit::TextEdit;

/// Signs of a statement that lets others go on.
const RELEASES: [&str; 4] = ["mbarrier.arrive", ".arrive(", "commit_group", "__pipeline_commit("];
/// Signs of a statement that waits.
const WAITS: [&str; 5] = ["mbarrier.try_wait", "mbarrier.test_wait", "wait_group", "__pipeline_wait_prior(", ".wait("];

impl OpenFunction<'_> {
    fn written(&self, place: StatementPlace) -> Option<&str> {
        Some(&self.text.source()[self.function.statement(place)?.place.clone()])
    }

    /// Whether a statement, or a function of the file that it calls, has one of these words.
    fn has_word(&self, place: StatementPlace, words: &[&str]) -> bool {
        let Some(written) = self.written(place) else { return false };
        let has = |text: &str| words.iter().any(|word| text.contains(word));
        let source = self.text.source();
        let functions = self.text.function_statements();
        let called = functions.iter().filter(|other| written.contains(&format!("{}(", other.name)));
        has(written) || called.into_iter().any(|other| has(&source[other.place.clone()]))
    }

    /// Whether the statement after this one ends a group of copies.
    pub(super) fn is_committed(&self, place: StatementPlace) -> bool {
        self.has_word(StatementPlace { index: place.index + 1, ..place }, &["commit_group", "__pipeline_commit("])
    }

    /// Moves a statement to another place of its function.
    fn moved(&self, from: StatementPlace, to: StatementPlace) -> Option<Rewriting> {
        let statement = self.function.statement(from)?;
        let written = self.written(from)?.to_owned();
        let mut edits = vec![self.removed(from)?];
        edits.extend(self.inserted(to, &[written])?);
        let words = self.words(to)?;
        Some(Rewriting {
            edits,
            words: format!("the statement of line {} {words}", statement.lines.start()),
            check: None,
        })
    }

    /// Removes a statement, with its line where it has one of its own.
    fn removed(&self, place: StatementPlace) -> Option<TextEdit> {
        let block = self.function.block(place)?;
        let range = self.function.statement(place)?.place.clone();
        if !block.is_braced {
            return Some(TextEdit::replace(range, ";".to_owned()));
        }
        let source = self.text.source();
        let line_end = source[range.end..].find('\n').map(|newline| range.end + newline + 1);
        match (indent(source, range.start), line_end) {
            (Some(indent), Some(end)) if source[range.end..end].trim().is_empty() => {
                Some(TextEdit::replace(range.start - indent.len()..end, String::new()))
            }
            _ => Some(TextEdit::replace(range, String::new())),
        }
    }

    /// Moves what lets others go on to the other side of the first access, and what waits to the other side of the second.
    pub(super) fn released_later(&self, lines: [u32; 2]) -> Vec<Rewriting> {
        let mut all = Vec::new();
        for first in self.function.path(lines[0], true) {
            for index in 0..first.index {
                let from = StatementPlace { index, ..first };
                if self.has_word(from, &RELEASES) && !self.has_word(from, &["__syncthreads"]) {
                    all.extend(self.moved(from, StatementPlace { index: first.index + 1, ..first }));
                }
            }
        }
        for second in self.function.path(lines[1], false) {
            let count = self.function.block(second).map_or(0, |block| block.statements.len());
            for index in second.index + 1..count {
                let from = StatementPlace { index, ..second };
                if self.has_word(from, &WAITS) {
                    all.extend(self.moved(from, second));
                }
            }
        }
        // A commit that comes after its wait.
        for (number, block) in self.function.blocks.iter().enumerate() {
            let place = |index| StatementPlace { block: number, index };
            let waits =
                (0..block.statements.len()).filter(|index| self.has_word(place(*index), &["wait_group", "wait_prior"]));
            for wait in waits {
                let behind = wait + 1..block.statements.len();
                let commits =
                    behind.filter(|index| self.has_word(place(*index), &["commit_group", "__pipeline_commit("]));
                all.extend(commits.take(1).filter_map(|commit| self.moved(place(commit), place(wait))));
            }
        }
        all
    }

    /// The lines of the barriers of the block that are in branches, but for one of them.
    pub(super) fn barriers_in_branches(&self, but: u32) -> Vec<u32> {
        let mut lines = Vec::new();
        for (block, of) in
            self.function.blocks.iter().enumerate().filter(|(_, of)| of.kind == StatementBlockKind::Branch)
        {
            let places = (0..of.statements.len()).map(|index| StatementPlace { block, index });
            let barriers =
                places.filter(|place| self.written(*place).is_some_and(|text| text.starts_with("__syncthreads(")));
            lines.extend(barriers.filter_map(|place| Some(*self.function.statement(place)?.lines.start())));
        }
        lines.retain(|line| *line != but);
        lines
    }

    /// Takes a barrier out of the innermost branch around it.
    pub(super) fn barrier_outside(&self, line: u32) -> Option<Rewriting> {
        let path = self.function.path(line, false);
        let own = *path.last()?;
        let block = self.function.block(own).filter(|block| block.kind == StatementBlockKind::Branch)?;
        let around = block.parent?;
        let branch = self.function.statement(around)?;
        let condition = branch.condition.clone()?;
        let (is_first, is_last) = (own.index == 0, own.index + 1 == block.statements.len());
        if is_last || is_first && !branch.has_alternative {
            let index = if is_last { around.index + 1 } else { around.index };
            let moved = self.moved(own, StatementPlace { index, ..around })?;
            let words = format!("{}, outside the branch of line {}", moved.words, branch.lines.start());
            return Some(Rewriting { words, ..moved });
        }
        if branch.has_alternative || !block.is_braced {
            return None;
        }
        let source = self.text.source();
        let statement = self.function.statement(own)?;
        let outer = indent(source, branch.place.start).unwrap_or_default();
        let written = self.written(own)?;
        let new = match indent(source, statement.place.start) {
            Some(inner) => {
                let start = statement.place.start - inner.len();
                let text = format!("{outer}}}\n{outer}{written}\n{outer}if {} {{", &source[condition]);
                TextEdit::replace(start..statement.place.end, text)
            }
            None => TextEdit::replace(statement.place.clone(), format!("}} {written} if {} {{", &source[condition])),
        };
        let words = format!("the statement of line {line} outside the branch of line {}", branch.lines.start());
        Some(Rewriting { edits: vec![new], words, check: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::change::edit::edited;
    use smem_cuda::CudaText;

    fn outside(source: &str, line: u32) -> Option<String> {
        let text = CudaText::parse(source);
        let functions = text.function_statements();
        let open = OpenFunction { text: &text, function: &functions[0] };
        Some(edited(source, &open.barrier_outside(line)?.edits))
    }

    #[test]
    fn a_barrier_leaves_its_branch() {
        let last = "void k(int x) {\n  if (x) {\n    a();\n    sync();\n  }\n  b();\n}";
        assert_eq!(outside(last, 4).unwrap(), "void k(int x) {\n  if (x) {\n    a();\n  }\n  sync();\n  b();\n}");
        let inner = "void k(int x) {\n  if (x) {\n    a();\n    sync();\n    b();\n  }\n}";
        assert_eq!(
            outside(inner, 4).unwrap(),
            "void k(int x) {\n  if (x) {\n    a();\n  }\n  sync();\n  if (x) {\n    b();\n  }\n}"
        );
        assert_eq!(outside("void k(int x) {\n  sync();\n}", 2), None);
    }

    #[test]
    fn an_arrival_comes_after_the_store() {
        let source = "void k(int x) {\n  asm(\"mbarrier.arrive x\");\n  s[0] = x;\n  b();\n}";
        let text = CudaText::parse(source);
        let functions = text.function_statements();
        let open = OpenFunction { text: &text, function: &functions[0] };
        let moved = open.released_later([3, 4]).remove(0);
        assert_eq!(
            edited(source, &moved.edits),
            "void k(int x) {\n  s[0] = x;\n  asm(\"mbarrier.arrive x\");\n  b();\n}"
        );
    }
}
