//! Reading CUDA C++ as text: words, brackets, statements. Places are bytes.

use std::ops::Range;

pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether the word at a place is not part of a longer one.
pub(crate) fn is_alone(code: &str, at: usize, length: usize) -> bool {
    let bytes = code.as_bytes();
    (at == 0 || !is_word(bytes[at - 1])) && bytes.get(at + length).is_none_or(|byte| !is_word(*byte))
}

/// Whether a place is in a line such as `#define TILE __shared__ float tile[32][32]`, whose variables are where it is used.
pub(crate) fn is_directive(code: &str, at: usize) -> bool {
    let line = code[..at].rfind('\n').map_or(0, |newline| newline + 1);
    code[line..].trim_start().starts_with('#')
}

/// The place of the semicolon.
pub(crate) fn end_of_statement(code: &str, at: usize) -> Option<usize> {
    let end = at + code[at..].find([';', '{', '}'])?;
    code[end..].starts_with(';').then_some(end)
}

/// The place of the first word.
pub(crate) fn start_of_statement(code: &str, at: usize) -> usize {
    let mut start = code[..at].rfind([';', '{', '}']).map_or(0, |before| before + 1);
    // A directive ends with its line.
    while let Some(directive) = code[start..at].find('#') {
        match code[start + directive..at].find('\n') {
            Some(newline) => start += directive + newline + 1,
            None => break,
        }
    }
    at - code[start..at].trim_start().len()
}

/// The place of the bracket that closes the one at `open`.
pub(crate) fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 1 => return Some(at),
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Returns the place of the `>` that closes the `<` at `open`; one in parentheses is a comparison.
pub(crate) fn closing_angle(text: &str, open: usize) -> Option<usize> {
    let (mut depth, mut brackets) = (0_usize, 0_i32);
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => brackets += 1,
            b')' | b']' | b'}' => brackets -= 1,
            b'<' if brackets == 0 => depth += 1,
            b'>' if brackets == 0 && depth == 1 => return Some(at),
            b'>' if brackets == 0 => depth -= 1,
            b';' => return None,
            _ => {}
        }
    }
    None
}

/// Splits at the commas between declarators.
pub(crate) fn split(text: &str) -> Vec<String> {
    split_places(text, 0..text.len()).into_iter().map(|part| text[part].to_string()).collect()
}

/// Returns the places of the parts between commas that are in no brackets.
pub(crate) fn split_places(text: &str, whole: Range<usize>) -> Vec<Range<usize>> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, whole.start);
    for (at, byte) in text.bytes().enumerate().take(whole.end).skip(whole.start) {
        match byte {
            b'(' | b'[' | b'<' | b'{' => depth += 1,
            b')' | b']' | b'>' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..whole.end);
    parts
}

/// Whether a text has a name as a word of its own.
pub(crate) fn has_word(code: &str, name: &str) -> bool {
    words(code, name).next().is_some()
}

/// Returns the places where a text has a name as a word of its own.
pub(crate) fn words<'a>(code: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(name).map(|(at, _)| at).filter(move |at| !name.is_empty() && is_alone(code, *at, name.len()))
}
