//! A statement at a place between others, as text: on a line of its own, with braces where a body has none.

use std::ops::Range;

use smem_cuda::{CudaText, FunctionStatements, StatementBlock, StatementBlockKind, StatementPlace};

use crate::fix::change::edit::TextEdit;

/// A function of a text in which statements are added.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenFunction<'a> {
    pub(super) text: &'a CudaText,
    pub(super) function: &'a FunctionStatements,
}

impl OpenFunction<'_> {
    /// Returns the edits that add statements in front of a place; `None` where the block has no statement beside which they could go.
    pub(super) fn inserted(&self, place: StatementPlace, statements: &[String]) -> Option<Vec<TextEdit>> {
        let block = self.function.block(place)?;
        if !block.is_braced {
            return self.braced(block, place.index, statements);
        }
        match block.statements.get(place.index) {
            Some(next) => {
                let start = self.before_pragmas(block, place.index, next.place.start);
                Some(vec![self.in_front(start, statements)])
            }
            None => Some(vec![self.after(block.statements.last()?.place.clone(), statements)]),
        }
    }

    /// The statements of a block that are on the line of this one.
    pub(super) fn beside_on_line(&self, place: StatementPlace) -> Vec<StatementPlace> {
        let (Some(block), Some(own)) = (self.function.block(place), self.function.statement(place)) else {
            return Vec::new();
        };
        let all = block.statements.iter().enumerate().filter(|(_, one)| one.lines == own.lines);
        all.map(|(index, _)| StatementPlace { index, ..place }).collect()
    }

    /// The place in words: `between line 4 and line 5`.
    pub(super) fn words(&self, place: StatementPlace) -> Option<String> {
        let block = self.function.block(place)?;
        let before = place.index.checked_sub(1).and_then(|at| block.statements.get(at)).map(|one| *one.lines.end());
        let after = block.statements.get(place.index).map(|one| *one.lines.start());
        let is_loop = block.kind == StatementBlockKind::Loop;
        Some(match (before, after) {
            (Some(one), Some(other)) if one == other => format!("inside line {one}"),
            (Some(one), Some(other)) => format!("between line {one} and line {other}"),
            (None, Some(other)) => format!("in front of line {other}"),
            (Some(one), None) if is_loop => format!("after line {one}, at the end of the loop's body"),
            (Some(one), None) => format!("after line {one}"),
            (None, None) => return None,
        })
    }

    /// Whether a place is in a branch of its function, or after a `return` of it: some threads may not come there.
    pub(super) fn is_in_branch(&self, place: StatementPlace) -> bool {
        let mut blocks = std::iter::once(place).chain(self.function.around(place.block));
        let is_branch =
            |at: StatementPlace| self.function.block(at).is_some_and(|block| block.kind == StatementBlockKind::Branch);
        blocks.any(is_branch) || self.text.source()[self.function.place.clone()].contains("return")
    }

    fn braced(&self, block: &StatementBlock, index: usize, statements: &[String]) -> Option<Vec<TextEdit>> {
        let only = block.statements.first()?.place.clone();
        let added = statements.join(" ");
        let (open, close) = match index {
            0 => (format!("{{ {added} "), " }".to_owned()),
            _ => ("{ ".to_owned(), format!(" {added} }}")),
        };
        Some(vec![TextEdit::insert(only.start, open), TextEdit::insert(only.end, close)])
    }

    /// A pragma is of the statement that follows it.
    fn before_pragmas(&self, block: &StatementBlock, index: usize, start: usize) -> usize {
        let source = self.text.source();
        let from =
            index.checked_sub(1).and_then(|at| block.statements.get(at)).map_or(block.place.start, |one| one.place.end);
        let between = &source[from..start];
        let mut offset = from;
        for line in between.split_inclusive('\n') {
            let word = line.trim_start();
            if word.starts_with("#pragma") || word.starts_with("# pragma") {
                return offset + (line.len() - word.len());
            }
            offset += line.len();
        }
        start
    }

    fn in_front(&self, start: usize, statements: &[String]) -> TextEdit {
        let source = self.text.source();
        let added = match indent(source, start) {
            Some(indent) => statements.iter().map(|one| format!("{one}\n{indent}")).collect(),
            None => statements.iter().map(|one| format!("{one} ")).collect(),
        };
        TextEdit::insert(start, added)
    }

    fn after(&self, last: Range<usize>, statements: &[String]) -> TextEdit {
        let source = self.text.source();
        let line_end = source[last.end..].find('\n').map_or(source.len(), |newline| last.end + newline);
        let rest = source[last.end..line_end].trim();
        let is_alone = rest.is_empty() || rest.starts_with("//");
        match indent(source, last.start).filter(|_| is_alone) {
            Some(indent) => {
                let end = line_end - usize::from(source[..line_end].ends_with('\r'));
                TextEdit::insert(end, statements.iter().map(|one| format!("\n{indent}{one}")).collect())
            }
            None => TextEdit::insert(last.end, statements.iter().map(|one| format!(" {one}")).collect()),
        }
    }
}

/// The blanks in front of a place, where nothing else is on its line in front of it.
pub(super) fn indent(source: &str, at: usize) -> Option<&str> {
    let line = source[..at].rfind('\n').map_or(0, |newline| newline + 1);
    Some(&source[line..at]).filter(|before| before.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::change::edit::edited;

    fn added(source: &str, line: u32, is_after: bool) -> String {
        let text = CudaText::parse(source);
        let functions = text.function_statements();
        let place = *functions[0].path(line, is_after).last().unwrap();
        let place = StatementPlace { index: place.index + usize::from(is_after), ..place };
        let open = OpenFunction { text: &text, function: &functions[0] };
        edited(source, &open.inserted(place, &["f();".to_owned()]).unwrap())
    }

    #[test]
    fn statements_go_on_lines_of_their_own() {
        let source = "void k() {\n  a();   // first\n  b();\n}";
        assert_eq!(added(source, 3, false), "void k() {\n  a();   // first\n  f();\n  b();\n}");
        assert_eq!(added(source, 2, true), "void k() {\n  a();   // first\n  f();\n  b();\n}");
        assert_eq!(added(source, 3, true), "void k() {\n  a();   // first\n  b();\n  f();\n}");
        assert_eq!(added("void k() { a(); b(); }", 1, true), "void k() { a(); b(); f(); }");
    }

    #[test]
    fn a_body_without_braces_gets_them() {
        let source = "void k(int x) {\n  if (x)\n    a();\n  else b();\n}";
        assert_eq!(added(source, 3, false), "void k(int x) {\n  if (x)\n    { f(); a(); }\n  else b();\n}");
        assert_eq!(added(source, 3, true), "void k(int x) {\n  if (x)\n    { a(); f(); }\n  else b();\n}");
        assert_eq!(added(source, 4, true), "void k(int x) {\n  if (x)\n    a();\n  else { b(); f(); }\n}");
    }

    #[test]
    fn a_pragma_stays_with_its_loop() {
        let source = "void k(int x) {\n  a();\n  #pragma unroll\n  for (;;) a();\n}";
        let text = CudaText::parse(source);
        let functions = text.function_statements();
        let open = OpenFunction { text: &text, function: &functions[0] };
        let edits = open.inserted(StatementPlace { block: 0, index: 1 }, &["f();".to_owned()]).unwrap();
        assert_eq!(edited(source, &edits), "void k(int x) {\n  a();\n  f();\n  #pragma unroll\n  for (;;) a();\n}");
    }
}
