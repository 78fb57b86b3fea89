//! Text of strangers on a terminal.

use std::borrow::Cow;

/// Returns a text whose control characters, and those that change the direction of writing, are spelled as `\u{1b}`. Ends of lines and tabs
/// stay. A terminal obeys such characters: they move the cursor, hide text, or set the title of its window.
///
/// ```
/// use smem_report::printable;
///
/// assert_eq!(printable("\u{1b}[2Jsum"), "\\u{1b}[2Jsum");
/// assert_eq!(printable("two\n\tlines"), "two\n\tlines");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match is_obeyed(character) {
            true => out.extend(character.escape_unicode()),
            false => out.push(character),
        }
    }
    Cow::Owned(out)
}

/// Returns a JSON document with the characters that a terminal obeys as JSON escapes; those that have to be are already.
///
/// ```
/// use smem_report::printable_json;
///
/// assert_eq!(printable_json("[\"\u{9b}2J\"]"), "[\"\\u009b2J\"]");
/// assert_eq!(printable_json("[\n  1\n]"), "[\n  1\n]");
/// ```
pub fn printable_json(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        // Such a character can only be in a string, and is none of those that take two escapes.
        match is_obeyed(character) {
            true => out += &format!("\\u{:04x}", u32::from(character)),
            false => out.push(character),
        }
    }
    Cow::Owned(out)
}

fn is_obeyed(character: char) -> bool {
    let turns_writing = matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
    turns_writing || character.is_control() && !matches!(character, '\n' | '\t')
}
