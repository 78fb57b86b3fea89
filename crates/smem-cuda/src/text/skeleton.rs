//! The declarations of a text without the bodies of functions and without macros that the grammar would stumble over.

use std::ops::Range;

use super::macro_words::{MacroWords, is_upper_case};
use super::pieces::{PieceKind, TextPiece, pieces};
use super::readable::blanked;

/// A text of the same length as its source, of which the grammar reads the declarations.
#[derive(Debug)]
pub(crate) struct Skeleton {
    pub(crate) text: String,
    /// Calls of macros in place of declarations: `MAKE_KERNEL(float)`.
    pub(crate) invocations: Vec<Range<usize>>,
}

/// Words that may stand after the parentheses of a function.
const BEHIND_PARAMETERS: [&str; 8] = ["const", "noexcept", "override", "final", "throw", "requires", "volatile", "try"];

/// Returns the skeleton of a text without comments and directives.
pub(crate) fn skeleton(text: &str, macros: &MacroWords) -> Skeleton {
    let found = pieces(text);
    let mut walk = SkeletonWalk { text, found: &found, macros, blank: Vec::new(), invocations: Vec::new() };
    walk.declarations();
    Skeleton { text: blanked(text, &walk.blank), invocations: walk.invocations }
}

struct SkeletonWalk<'a> {
    text: &'a str,
    found: &'a [TextPiece],
    macros: &'a MacroWords,
    blank: Vec<Range<usize>>,
    invocations: Vec<Range<usize>>,
}

impl<'a> SkeletonWalk<'a> {
    fn word(&self, at: usize) -> &'a str {
        self.found.get(at).map_or("", |piece| &self.text[piece.span.clone()])
    }

    fn is_word(&self, at: usize) -> bool {
        self.found.get(at).is_some_and(|piece| piece.kind == PieceKind::Word)
    }

    fn span(&self, first: usize, last: usize) -> Range<usize> {
        self.found[first].span.start..self.found[last].span.end
    }

    /// Walks all pieces, a statement at a time.
    fn declarations(&mut self) {
        let (mut at, mut first, mut parentheses) = (0, 0, 0_usize);
        while at < self.found.len() {
            let is_first = at == first;
            match self.word(at) {
                "template" if self.word(at + 1) == "<" => {
                    let behind = self.behind_angles(at + 1);
                    first = if is_first { behind } else { first };
                    at = behind;
                    continue;
                }
                "(" | "[" => parentheses += 1,
                ")" | "]" => parentheses = parentheses.saturating_sub(1),
                ";" | "}" => (first, parentheses) = (at + 1, 0),
                ":" if at > 0 && matches!(self.word(at - 1), "public" | "private" | "protected") => first = at + 1,
                "{" if parentheses == 0 => {
                    if self.is_body(first, at) {
                        at = self.body(at);
                    }
                    first = at + 1;
                }
                word if self.is_word(at) && !word.is_empty() => {
                    if let Some(behind) = self.macro_at(at, is_first && parentheses == 0) {
                        first = if is_first { behind } else { first };
                        at = behind;
                        continue;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Blanks the macro at a place, if it is one that the grammar does not take there. Returns the place after it.
    fn macro_at(&mut self, at: usize, begins_statement: bool) -> Option<usize> {
        let word = self.word(at);
        if begins_statement && self.macros.opens_list(word) {
            let last = self.list_end(at)?;
            self.blank.push(self.span(at, last));
            self.invocations.push(self.span(at, last));
            return Some(last + 1);
        }
        if self.word(at + 1) == "(" && (self.macros.has_parameters(word) || begins_statement && is_upper_case(word)) {
            let close = self.closing(at + 1)?;
            if self.macros.has_parameters(word) && self.macros.is_specifier(word) {
                self.blank.push(self.span(at, close));
                return Some(close + 1);
            }
            if begins_statement && self.is_invocation(word, close + 1) {
                let last = close + usize::from(self.word(close + 1) == ";");
                self.blank.push(self.span(at, last));
                self.invocations.push(self.span(at, last));
                return Some(last + 1);
            }
            return None;
        }
        let is_specifier = !self.macros.has_parameters(word) && self.macros.is_specifier(word);
        if is_specifier || begins_statement && self.is_unknown_specifier(at) {
            self.blank.push(self.span(at, at));
            return Some(at + 1);
        }
        None
    }

    /// Returns the last place of the list that a macro begins: `TABLE_BEGIN(int, primes) 2, 3, 5 TABLE_END()`.
    fn list_end(&self, open: usize) -> Option<usize> {
        let end = (open + 1..self.found.len()).find(|at| self.macros.closes(self.word(*at)))?;
        if self.word(end + 1) == "(" { self.closing(end + 1) } else { Some(end) }
    }

    /// Returns true for `MAKE(float)` where another declaration begins after it, or where it has a semicolon and is a macro for sure.
    fn is_invocation(&self, word: &str, behind: usize) -> bool {
        let is_another = self.is_word(behind) && !BEHIND_PARAMETERS.contains(&self.word(behind));
        let is_end = matches!(self.word(behind), "" | "}" | ";");
        is_another || is_end && self.macros.is_defined(word)
    }

    /// Returns true for `API` of `API float* f();`: a name in front of a type and a name.
    fn is_unknown_specifier(&self, at: usize) -> bool {
        const QUALIFIERS: [&str; 2] = ["const", "volatile"];
        const KEYWORDS: [&str; 22] = [
            "void",
            "int",
            "float",
            "double",
            "char",
            "bool",
            "unsigned",
            "signed",
            "long",
            "short",
            "auto",
            "static",
            "inline",
            "extern",
            "template",
            "struct",
            "class",
            "union",
            "enum",
            "typedef",
            "namespace",
            "__global__",
        ];
        let (word, next) = (self.word(at), self.word(at + 1));
        if !is_upper_case(word) || !self.is_word(at + 1) || QUALIFIERS.contains(&next) {
            return false;
        }
        KEYWORDS.contains(&next) || self.is_word(at + 2) || matches!(self.word(at + 2), "*" | "&" | "<")
    }

    /// Returns true if the brace at `open` opens the body of the function whose statement begins at `first`.
    fn is_body(&self, first: usize, open: usize) -> bool {
        const TYPES: [&str; 5] = ["struct", "class", "union", "enum", "namespace"];
        let mut depth = 0_usize;
        let mut has_parameters = false;
        for at in first..open {
            match self.word(at) {
                "(" => depth += 1,
                ")" => {
                    depth = depth.saturating_sub(1);
                    has_parameters = true;
                }
                word if depth == 0 && TYPES.contains(&word) => return false,
                _ => {}
            }
        }
        has_parameters && !(open > 0 && self.word(open - 1).starts_with('"'))
    }

    /// Blanks what is between the braces of a body. Returns the place of the closing one.
    fn body(&mut self, open: usize) -> usize {
        let mut depth = 0_usize;
        for at in open..self.found.len() {
            match self.word(at) {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => continue,
            }
            if depth == 0 {
                self.blank.push(self.found[open].span.end..self.found[at].span.start);
                return at;
            }
        }
        self.blank.push(self.found[open].span.end..self.text.len());
        self.found.len()
    }

    /// Returns the place of the parenthesis that closes the one at `open`.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in open..self.found.len() {
            match self.word(at) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => continue,
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Returns the place after the `>` that closes the `<` at `open`; one in parentheses is a comparison.
    fn behind_angles(&self, open: usize) -> usize {
        let (mut depth, mut parentheses) = (0_usize, 0_usize);
        for at in open..self.found.len() {
            match self.word(at) {
                "(" => parentheses += 1,
                ")" => parentheses = parentheses.saturating_sub(1),
                "<" if parentheses == 0 => depth += 1,
                ">" if parentheses == 0 => depth = depth.saturating_sub(1),
                ";" | "{" => return at,
                _ => continue,
            }
            if depth == 0 && parentheses == 0 {
                return at + 1;
            }
        }
        self.found.len()
    }
}
