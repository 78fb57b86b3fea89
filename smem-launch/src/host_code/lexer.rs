//! The tokens of C++: words, literals, punctuation, and whole lines of the preprocessor.

/// A piece of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct CudaToken<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a str,
    /// Its first byte.
    pub(super) start: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An identifier, a keyword or a number.
    Word,
    /// A string or a character.
    Literal,
    /// One character, or `::`.
    Punctuation,
    /// A line of the preprocessor, with those that a backslash continues.
    Directive,
}

impl<'a> CudaToken<'a> {
    /// The byte behind its last.
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// The header of an `#include`; empty where it names none.
    pub(super) fn include(&self) -> Option<&'a str> {
        let rest = self.directive()?.strip_prefix("include")?.trim();
        Some(rest.get(1..).and_then(|rest| rest.split(['"', '>']).next()).unwrap_or_default())
    }

    /// The name and the text behind it of a `#define`.
    pub(super) fn define(&self) -> Option<(&'a str, &'a str)> {
        let rest = self.directive()?.strip_prefix("define")?.trim_start();
        let end = rest.find(|character: char| !is_word(character)).unwrap_or(rest.len());
        Some(rest.split_at(end))
    }

    fn directive(&self) -> Option<&'a str> {
        (self.kind == TokenKind::Directive).then(|| self.text.trim_start_matches('#').trim_start())
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The tokens of a text, without comments and blanks.
pub(super) fn tokens(text: &str) -> Vec<CudaToken<'_>> {
    let mut tokens = Vec::new();
    let (mut at, mut line_starts) = (0, true);
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, len) = match character {
            '\n' => {
                line_starts = true;
                at += 1;
                continue;
            }
            _ if character.is_whitespace() => {
                at += character.len_utf8();
                continue;
            }
            '/' if rest.starts_with("//") => {
                at += line_end(rest);
                continue;
            }
            '/' if rest.starts_with("/*") => {
                // `/*/` opens a comment and does not close it.
                at += rest[2..].find("*/").map_or(rest.len(), |end| end + 4);
                continue;
            }
            '#' if line_starts => (TokenKind::Directive, directive_end(rest)),
            '"' | '\'' => (TokenKind::Literal, quoted_end(rest, character)),
            _ if is_word(character) => match raw_string_end(rest) {
                Some(end) => (TokenKind::Literal, end),
                None => (TokenKind::Word, word_end(rest)),
            },
            ':' if rest.starts_with("::") => (TokenKind::Punctuation, 2),
            _ => (TokenKind::Punctuation, character.len_utf8()),
        };
        tokens.push(CudaToken { kind, text: &rest[..len], start: at });
        line_starts = false;
        at += len;
    }
    tokens
}

/// Words, and numbers with `'` between their digits.
fn word_end(rest: &str) -> usize {
    let number = rest.starts_with(|first: char| first.is_ascii_digit());
    rest.find(|character: char| !(is_word(character) || number && matches!(character, '\'' | '.')))
        .unwrap_or(rest.len())
}

/// The end of a line, with the lines that a backslash continues.
fn line_end(rest: &str) -> usize {
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        if !content.ends_with('\\') {
            return end + content.len();
        }
        end += line.len();
    }
    end
}

/// The end of a directive. A comment that begins in it may go on in the lines below.
fn directive_end(rest: &str) -> usize {
    let end = line_end(rest);
    let line = &rest[..end];
    match (line.find("//"), line.rfind("/*")) {
        (Some(comment), Some(open)) if comment < open => comment,
        (_, Some(open)) if !line[open..].contains("*/") => open,
        (Some(comment), _) => comment,
        _ => end,
    }
}

fn quoted_end(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            // A literal that is not closed, such as an apostrophe in the text of an `#error`.
            '\n' if !escaped => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The end of `R"delimiter( .. )delimiter"`.
fn raw_string_end(rest: &str) -> Option<usize> {
    let (delimiter, _) = rest.strip_prefix("R\"")?.split_once('(')?;
    if delimiter.len() > 16 || delimiter.contains(char::is_whitespace) {
        return None;
    }
    let close = format!("){delimiter}\"");
    Some(rest.find(&close).map_or(rest.len(), |at| at + close.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_are_no_tokens_and_literals_are_one() {
        assert_eq!(
            texts("a/* { */b // {\n'{' \"}\\\"\" R\"x(\")x\" 1'000.5f"),
            ["a", "b", "'{'", "\"}\\\"\"", "R\"x(\")x\"", "1'000.5f"]
        );
    }

    #[test]
    fn a_directive_is_a_token_with_the_lines_that_continue_it() {
        let found = tokens("# define F(x) \\\n  x\n#include <a/b.h> // why\n#include \"c.h\"\na # b");
        assert_eq!(found[0].define(), Some(("F", "(x) \\\n  x")));
        assert_eq!((found[1].include(), found[2].include()), (Some("a/b.h"), Some("c.h")));
        assert_eq!(found[4].kind, TokenKind::Punctuation);
    }
}
