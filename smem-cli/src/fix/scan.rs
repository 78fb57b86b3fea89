//! Reading CUDA C++ as text: words, brackets, statements. Places are bytes.

use std::ops::Range;

/// Returns the text with blanks in place of comments and of what is in quotes, byte for byte.
pub(crate) fn without_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    let blank = |bytes: &mut Vec<u8>, range: Range<usize>| {
        bytes[range].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    };
    while at < bytes.len() {
        let rest = &text.as_bytes()[at..];
        let length = if rest.starts_with(b"//") {
            rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
        } else if rest.starts_with(b"/*") {
            rest.windows(2).skip(2).position(|end| end == b"*/").map_or(rest.len(), |end| end + 4)
        } else if rest[0] == b'"' || rest[0] == b'\'' && !(at > 0 && text.as_bytes()[at - 1].is_ascii_alphanumeric()) {
            quoted(rest)
        } else {
            at += 1;
            continue;
        };
        blank(&mut bytes, at..at + length);
        at += length;
    }
    // Only whole characters were blanked.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_string())
}

/// The bytes of a literal that ends on its line.
fn quoted(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != rest[0] && rest[at] != b'\n' {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

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
