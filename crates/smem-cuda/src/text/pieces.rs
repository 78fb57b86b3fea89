//! Splits C++ text into code, comments, literals and lines of the preprocessor, as the language's first phases of translation do.

use std::ops::Range;

/// A part of a text that is of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextPiece {
    pub(crate) kind: PieceKind,
    /// Bytes of the text.
    pub(crate) span: Range<usize>,
}

impl TextPiece {
    /// The piece of a text that has so many bytes in front of this one's.
    pub(crate) fn shifted_by(self, bytes: usize) -> TextPiece {
        TextPiece { span: self.span.start + bytes..self.span.end + bytes, ..self }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// An identifier, a keyword or a number.
    Word,
    /// One character that is neither a word nor a blank.
    Mark,
    Comment,
    /// A string or a character.
    Literal,
    /// A line of the preprocessor, with those that a backslash continues, up to its comment.
    Directive,
}

/// Returns the pieces of a text in order; blanks are between them.
pub(crate) fn pieces(text: &str) -> Vec<TextPiece> {
    let (mut found, mut at, mut begins_line) = (Vec::new(), 0, true);
    while let Some(first) = text[at..].chars().next() {
        // Or the mark of an encoding, in front of the first line.
        if first.is_whitespace() || at == 0 && first == '\u{feff}' {
            begins_line |= first == '\n';
            at += first.len_utf8();
            continue;
        }
        let (kind, len) = piece(&text[at..], first, begins_line);
        found.push(TextPiece { kind, span: at..at + len });
        // A directive may follow a comment.
        begins_line &= kind == PieceKind::Comment;
        at += len;
    }
    found
}

fn piece(rest: &str, first: char, begins_line: bool) -> (PieceKind, usize) {
    match first {
        '/' if rest.starts_with("//") => (PieceKind::Comment, line_end(rest)),
        '/' if rest.starts_with("/*") => {
            // `/*/` opens a comment and does not close it.
            (PieceKind::Comment, rest[2..].find("*/").map_or(rest.len(), |end| end + 4))
        }
        '#' if begins_line => (PieceKind::Directive, directive_end(rest)),
        '"' | '\'' => (PieceKind::Literal, quoted_end(rest, first)),
        _ if is_word(first) => match raw_string_end(rest) {
            Some(end) => (PieceKind::Literal, end),
            None => (PieceKind::Word, word_end(rest)),
        },
        _ => (PieceKind::Mark, first.len_utf8()),
    }
}

/// Returns true for the characters of identifiers and numbers.
pub(crate) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The end of an identifier, or of a number with its `'` and `.`.
fn word_end(rest: &str) -> usize {
    let is_number = rest.starts_with(|first: char| first.is_ascii_digit());
    let mut before = ' ';
    for (at, character) in rest.char_indices() {
        let is_inside = is_word(character)
            || is_number && matches!(character, '\'' | '.')
            || is_number && matches!(character, '+' | '-') && is_exponent(&rest[..at], before);
        if !is_inside {
            return at;
        }
        before = character;
    }
    rest.len()
}

/// Returns true where a sign continues a number: `1e+5`, `0x1p-3`, but not `0xe+5`.
fn is_exponent(number: &str, last: char) -> bool {
    let is_hexadecimal = number.starts_with("0x") || number.starts_with("0X");
    matches!(last, 'p' | 'P') || matches!(last, 'e' | 'E') && !is_hexadecimal
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

/// The end of a directive: before a comment that ends the line, or that goes on in the lines below.
fn directive_end(rest: &str) -> usize {
    let end = line_end(rest);
    let mut at = 0;
    while let Some(first) = rest[at..end].chars().next() {
        let tail = &rest[at..];
        at += match first {
            '/' if tail.starts_with("//") => return at,
            '/' if tail.starts_with("/*") => match tail[2..end - at].find("*/") {
                Some(close) => close + 4,
                None => return at,
            },
            '"' => quoted_end(&tail[..end - at], first),
            _ => first.len_utf8(),
        };
    }
    end
}

fn quoted_end(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            // A literal that is not closed, such as an apostrophe in the text of an `#error`.
            '\n' if !is_escaped => return at,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The end of `R"delimiter( .. )delimiter"`, with any prefix of an encoding.
fn raw_string_end(rest: &str) -> Option<usize> {
    let prefix = ["R\"", "u8R\"", "uR\"", "UR\"", "LR\""].iter().find(|prefix| rest.starts_with(**prefix))?;
    let (delimiter, _) = rest[prefix.len()..].split_once('(')?;
    if delimiter.len() > 16 || delimiter.contains(|mark: char| mark.is_whitespace() || matches!(mark, ')' | '\\')) {
        return None;
    }
    let close = format!("){delimiter}\"");
    Some(rest.find(&close).map_or(rest.len(), |at| at + close.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(PieceKind, &str)> {
        pieces(text).into_iter().map(|piece| (piece.kind, &text[piece.span])).collect()
    }

    #[test]
    fn comments_of_slashes_end_at_their_own_end() {
        use PieceKind::{Comment, Word};
        assert_eq!(
            shown("/*////*/ a /*/ b */ c"),
            [(Comment, "/*////*/"), (Word, "a"), (Comment, "/*/ b */"), (Word, "c")]
        );
        assert_eq!(shown("// a \\\n b\nc"), [(Comment, "// a \\\n b"), (Word, "c")]);
    }

    #[test]
    fn quotes_in_literals_and_digit_separators_open_nothing() {
        use PieceKind::{Literal, Mark, Word};
        assert_eq!(
            shown("'\"' \"\\\" /*\" 1'000'0 u8R\"x()\" )x\" 1e+5+2"),
            [
                (Literal, "'\"'"),
                (Literal, "\"\\\" /*\""),
                (Word, "1'000'0"),
                (Literal, "u8R\"x()\" )x\""),
                (Word, "1e+5"),
                (Mark, "+"),
                (Word, "2")
            ]
        );
    }

    #[test]
    fn directives_go_on_behind_a_backslash_and_end_before_comments() {
        use PieceKind::{Comment, Directive, Mark, Word};
        let text = "#define A \\\n 1 // one\n /* */ # if A /* a */ > 0 /* goes\n on */ b # c\n#include \"a//b.h\"";
        assert_eq!(
            shown(text),
            [
                (Directive, "#define A \\\n 1 "),
                (Comment, "// one"),
                (Comment, "/* */"),
                (Directive, "# if A /* a */ > 0 "),
                (Comment, "/* goes\n on */"),
                (Word, "b"),
                (Mark, "#"),
                (Word, "c"),
                (Directive, "#include \"a//b.h\""),
            ]
        );
    }

    #[test]
    fn every_text_is_covered_without_a_panic() {
        for text in ["", "\"", "'", "/*", "//", "R\"(", "R\"", "#", "#\\\n", "é{ü}", "\\", "/*/", "#/*", "#define \"a"]
        {
            assert!(pieces(text).iter().all(|piece| !piece.span.is_empty()), "{text}");
        }
    }
}
