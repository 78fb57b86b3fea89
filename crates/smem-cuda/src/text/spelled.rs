//! Texts that a compiler may take for a directive or a question about a header, in any spelling: after comments, with lines that a backslash joins, as
//! digraphs.
//!
//! Where a comment or a string begins is a question on which two readers of hostile text may differ, so neither counts here: what is found holds
//! everything that a compiler finds, and more.

use super::directive::Directive;
use super::included::quoted_name;
use super::pieces::{PieceKind, TextPiece, is_word};

/// How a directive may begin.
const BEGINNINGS: [&str; 3] = ["#", "%:", "??="];

/// The words that ask a compiler whether there is a file.
const QUESTIONS: [&str; 3] = ["__has_include_next", "__has_include", "__has_embed"];

/// A text that may be a directive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SpelledDirective {
    /// The first byte.
    pub(crate) start: usize,
    /// The byte after the mark that begins it.
    pub(crate) end_of_mark: usize,
    /// The text after its keyword on one line, without the joins of lines and without comments in front.
    pub(crate) rest: String,
}

impl SpelledDirective {
    /// As a reader of plain text takes it.
    pub(crate) fn named(&self) -> Option<(String, bool)> {
        let is_quoted = self.rest.starts_with('"');
        quoted_name(&self.rest).map(|name| (name.to_owned(), is_quoted))
    }
}

/// Returns everything in a text that may be a directive with one of these keywords, or one that begins with it.
pub(crate) fn spelled<'t>(text: &'t str, words: &'t [&'t str]) -> impl Iterator<Item = SpelledDirective> + 't {
    text.match_indices(['#', '%', '?']).filter_map(move |(start, _)| {
        let beginning = BEGINNINGS.iter().find(|beginning| text[start..].starts_with(**beginning))?;
        let end_of_mark = start + beginning.len();
        let line = behind_comments(&text[end_of_mark..])?;
        let behind = words.iter().find_map(|word| behind_word(line, word))?;
        let behind = behind_comments(behind).unwrap_or_default();
        Some(SpelledDirective { start, end_of_mark, rest: on_one_line(behind) })
    })
}

/// A question whether there is a header, or what may be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SpelledQuestion {
    /// The first byte of its word.
    pub(crate) start: usize,
    /// The byte after the word.
    pub(crate) end: usize,
    /// The name that is asked for and whether it is in quotes; `None` where no name follows.
    pub(crate) name: Option<(String, bool)>,
    /// Whether it asks only if the compiler knows the word.
    pub(crate) is_of_word: bool,
}

/// Returns everything that may ask for a header.
pub(crate) fn questions(text: &str) -> Vec<SpelledQuestion> {
    let mut found = Vec::new();
    for (start, _) in text.match_indices('_') {
        let is_inside = text[..start].ends_with(is_word);
        let Some(behind) = QUESTIONS.iter().find_map(|word| behind_word(&text[start..], word)) else { continue };
        if is_inside || joined(behind).starts_with(is_word) {
            continue;
        }
        let open = behind_comments(behind).and_then(|rest| rest.strip_prefix('(')).and_then(behind_comments);
        let name = open.and_then(|inside| {
            let inside = on_one_line(inside);
            quoted_name(&inside).map(|name| (name.to_owned(), inside.starts_with('"')))
        });
        let before = text[..start].trim_end_matches([' ', '\t', '(']);
        let is_of_word =
            ["ifdef", "ifndef", "defined", "elifdef", "elifndef"].iter().any(|word| before.ends_with(word));
        let end = text.len() - behind.len();
        found.push(SpelledQuestion { start, end, name, is_of_word: is_of_word && name_is_none(open) });
    }
    found
}

/// `defined(__has_include)`, in which no name follows.
fn name_is_none(open: Option<&str>) -> bool {
    open.is_none()
}

/// Returns true if words of the text's directives can be pasted into a word that asks for a header.
pub(crate) fn may_paste_question(text: &str, more: &[&str]) -> bool {
    let joined_text = text.replace("\\\r\n", "").replace("\\\n", "");
    let lines = || {
        joined_text.lines().filter(|line| BEGINNINGS.iter().any(|mark| line.contains(mark))).chain(more.iter().copied())
    };
    if !lines().any(|line| ["##", "%:%:", "??=??="].iter().any(|paste| line.contains(paste))) {
        return false;
    }
    let is_part = |word: &&str| QUESTIONS.iter().any(|question| question.contains(*word) && question != word);
    // The keyword of a directive isn't part of a word.
    let behind_keyword = |line: &str| match line.trim_start().strip_prefix('#') {
        Some(rest) => {
            rest.trim_start().find(|mark| !is_word(mark)).map_or(0, |end| line.len() - rest.trim_start().len() + end)
        }
        None => 0,
    };
    let mut words: Vec<&str> =
        lines().flat_map(|line| line[behind_keyword(line)..].split(|mark| !is_word(mark))).collect();
    words.retain(|word| !word.is_empty());
    words.sort_unstable();
    words.dedup();
    words.retain(is_part);
    QUESTIONS.iter().any(|question| {
        let mut reached = vec![false; question.len() + 1];
        reached[0] = true;
        for at in 0..question.len() {
            if reached[at] {
                for word in words.iter().filter(|word| question[at..].starts_with(**word)) {
                    reached[at + word.len()] = true;
                }
            }
        }
        reached[question.len()]
    })
}

/// Returns a directive as the plain reader has it.
pub(crate) fn as_directive<'t>(keyword: &'t str, spelled: &SpelledDirective) -> Directive<'t> {
    Directive { keyword, rest: spelled.rest.clone(), span: spelled.start..spelled.start }
}

/// The text after blanks and comments, with lines joined; `None` where a comment does not end.
fn behind_comments(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = joined(rest).trim_start_matches([' ', '\t', '\r', '\u{b}', '\u{c}']);
        let next = joined(rest);
        if next.len() != rest.len() {
            rest = next;
            continue;
        }
        let Some(comment) = rest.strip_prefix("/*") else { return Some(rest) };
        rest = comment.split_once("*/")?.1;
    }
}

/// The text after a word, whose lines may be joined.
fn behind_word<'t>(mut rest: &'t str, word: &str) -> Option<&'t str> {
    for letter in word.chars() {
        rest = joined(rest).strip_prefix(letter)?;
    }
    Some(rest)
}

/// The text after the ends of lines that a backslash joins to the next.
fn joined(mut rest: &str) -> &str {
    while let Some(behind) = rest.strip_prefix('\\').or_else(|| rest.strip_prefix("??/")) {
        // Compilers take blanks between the backslash and the end of the line.
        let line = behind.trim_start_matches([' ', '\t', '\r']);
        let Some(next) = line.strip_prefix('\n') else { break };
        rest = next;
    }
    rest
}

/// The text up to the end of its line, with joined lines.
fn on_one_line(text: &str) -> String {
    let (mut line, mut rest) = (String::new(), text);
    loop {
        rest = joined(rest);
        let Some(first) = rest.chars().next().filter(|first| *first != '\n') else { return line };
        line.push(first);
        rest = &rest[first.len_utf8()..];
    }
}

/// Returns the reason why a definition of a macro, `N=4` or `F(a)=a`, is more than one macro; `None` for one that is one.
pub(crate) fn more_than_a_macro(definition: &str, pieces: &[TextPiece]) -> Option<&'static str> {
    let (name, body) = definition.split_once('=').unwrap_or((definition, ""));
    let own = name.find(|mark| !is_word(mark)).unwrap_or(name.len());
    let (word, parameters) = name.split_at(own);
    let is_name = !word.is_empty() && word.is_ascii() && !word.starts_with(|first: char| first.is_ascii_digit());
    let is_list = parameters.is_empty() || parameters.starts_with('(') && parameters.ends_with(')');
    let is_parameter = |mark: char| is_word(mark) || matches!(mark, '(' | ')' | ',' | '.' | ' ');
    if !is_name || !is_list || !parameters.chars().all(is_parameter) {
        return Some("its name is not a word of C++");
    }
    if definition.contains(|mark: char| mark.is_control() || matches!(mark, '\u{2028}' | '\u{2029}')) {
        return Some("it has a control character or the end of a line");
    }
    if body.trim_end().ends_with('\\') || body.trim_end().ends_with("??/") {
        return Some("it goes on in the next line");
    }
    let offset = definition.len() - body.len();
    let is_open = |piece: &TextPiece| {
        let text = &definition[piece.span.clone()];
        match piece.kind {
            PieceKind::Comment => !text.ends_with("*/") || text.len() < 4,
            PieceKind::Literal => !is_closed(text),
            _ => false,
        }
    };
    let is_open = pieces.iter().filter(|piece| piece.span.start >= offset).any(is_open);
    is_open.then_some("a string or a comment in it does not end")
}

/// Whether a literal has its end.
fn is_closed(literal: &str) -> bool {
    let Some(quote) = literal.chars().find(|mark| matches!(mark, '"' | '\'')) else { return true };
    let inside = literal.split_once(quote).map_or("", |(_, inside)| inside);
    inside
        .strip_suffix(quote)
        .is_some_and(|inside| inside.chars().rev().take_while(|mark| *mark == '\\').count() % 2 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_found_in_any_spelling() {
        for text in [
            "#if __has_include(\"/a\")",
            "#if __has_inc\\\nlude(\"/a\")",
            "#if __has_include /* \" */ ( \\\n \"/a\")",
            "#if __has_include_next(\"/a\")",
            "%:if __has_embed(\"/a\")",
            "// __has_include(\"/a\")",
        ] {
            let found = questions(text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert_eq!(found[0].name, Some(("/a".to_owned(), true)), "{text}");
        }
        assert!(questions("#ifdef __has_include")[0].is_of_word);
        assert!(questions("#if defined(__has_include) && X")[0].is_of_word);
        assert!(!questions("#define ASK __has_include")[0].is_of_word);
        assert!(questions("int my__has_include; __has_included").is_empty());
    }

    #[test]
    fn words_that_paste_to_a_question_are_noticed() {
        let pasted = "#define CAT(a, b) a##b\n#if CAT(__has_, include)(\"/a\")\n";
        assert!(may_paste_question(pasted, &[]));
        assert!(may_paste_question("#define C(a, b, c) a##b##c\n#define X C(_, _has_incl, ude)", &[]));
        assert!(may_paste_question("#define C(a, b) a##b\n#if C(__has_, I)(<a>)", &["I=include"]));
        assert!(!may_paste_question("#define CAT(a, b) a##b\n#define N CAT(x, 4)\n#include <a.h>", &[]));
        assert!(!may_paste_question("#if __has_include(<a>)", &[]));
    }
}
