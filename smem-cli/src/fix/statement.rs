//! A statement that declares variables: its type, and their names.

use std::ops::Range;

use super::scan::{closing, is_alone, is_word, split_places};

/// A declaration of one or several variables.
#[derive(Debug)]
pub(crate) struct DeclaringStatement {
    /// Without the words that do not belong to the type.
    pub(crate) element: String,
    pub(crate) is_extern: bool,
    pub(crate) is_volatile: bool,
    pub(crate) alignment: String,
    /// From the first byte of a name, or of the sign in front of it, to behind its brackets or its value.
    pub(crate) declarators: Vec<Range<usize>>,
}

impl DeclaringStatement {
    /// Reads what is in front of a semicolon.
    pub(crate) fn read(code: &str, place: Range<usize>) -> Option<DeclaringStatement> {
        let mut parts = split_places(code, place.clone());
        let first = parts.first_mut()?;
        let name = first.start + name_of_first(&code[first.clone()])?;
        first.start = name;
        let head = &code[place.start..name];
        let (element, words) = type_and_words(head);
        let trimmed = |part: &Range<usize>| {
            let text = &code[part.clone()];
            let start = part.start + (text.len() - text.trim_start().len());
            start..start + text.trim().len()
        };
        (!element.is_empty()).then(|| DeclaringStatement {
            element,
            is_extern: words.contains(&"extern"),
            is_volatile: words.contains(&"volatile"),
            alignment: alignment(head),
            declarators: parts.iter().map(trimmed).collect(),
        })
    }

    /// The variables that are not pointers: names, what is in their brackets, places.
    pub(crate) fn variables(&self, code: &str) -> Vec<(String, Vec<String>, Range<usize>)> {
        let variable = |place: &Range<usize>| {
            let (name, dims, end) = name_and_dims(&code[place.clone()])?;
            Some((name, dims, place.start..place.start + end))
        };
        self.declarators.iter().filter_map(variable).collect()
    }
}

/// The words with parentheses behind them that say how a variable is aligned.
const ALIGNMENTS: [&str; 3] = ["__align__", "alignas", "__attribute__"];

/// `__align__(128) `, as it is written.
fn alignment(head: &str) -> String {
    let written = |word: &&str| {
        let at = head.find(*word)?;
        let close = closing(head, at + head[at..].find('(')?)?;
        Some(format!("{} ", &head[at..=close]))
    };
    ALIGNMENTS.iter().filter_map(written).collect()
}

/// Returns a type without the words that do not belong to it, and these.
pub(crate) fn type_and_words(head: &str) -> (String, Vec<&'static str>) {
    let mut text = head.to_string();
    for word in ALIGNMENTS {
        while let Some(at) = text.find(word) {
            let open = at + text[at..].find('(').unwrap_or(0);
            let close = closing(&text, open).unwrap_or(at + word.len() - 1);
            text.replace_range(at..=close, " ");
        }
    }
    let mut words = Vec::new();
    for word in ["__shared__", "extern", "static", "volatile", "const", "typename"] {
        while let Some((at, _)) = text.match_indices(word).find(|(at, _)| is_alone(&text, *at, word.len())) {
            words.push(word);
            text.replace_range(at..at + word.len(), " ");
        }
    }
    (text.split_whitespace().collect::<Vec<_>>().join(" "), words)
}

/// The place of the name in `float tile[32][32]`, or of the sign in `float *p`.
fn name_of_first(declarator: &str) -> Option<usize> {
    let mut depth = 0_i32;
    let mut dims = declarator.len();
    for (at, byte) in declarator.bytes().enumerate() {
        if depth == 0 && (byte == b'[' || byte == b'=') {
            dims = at;
            break;
        }
        depth += i32::from(b"<(".contains(&byte)) - i32::from(b">)".contains(&byte));
    }
    let head = declarator[..dims].trim_end();
    let name = head.bytes().rposition(|byte| !is_word(byte))? + 1;
    let before = head[..name].trim_end_matches(|sign: char| sign == '*' || sign == '&' || sign.is_whitespace());
    let sign = head[before.len()..name].find(['*', '&']).map_or(name, |sign| before.len() + sign);
    (name < head.len()).then_some(sign)
}

/// `tile`, `32` and `32`, and the end, of `tile[32][32]`.
fn name_and_dims(declarator: &str) -> Option<(String, Vec<String>, usize)> {
    let name = declarator.bytes().position(|byte| !is_word(byte)).unwrap_or(declarator.len());
    if name == 0 || declarator.as_bytes()[0].is_ascii_digit() {
        return None;
    }
    let (mut dims, mut end) = (Vec::new(), name);
    loop {
        let open = end + (declarator[end..].len() - declarator[end..].trim_start().len());
        if !declarator[open..].starts_with('[') {
            break;
        }
        let close = closing(declarator, open)?;
        dims.push(declarator[open + 1..close].trim().to_string());
        end = close + 1;
    }
    Some((declarator[..name].to_string(), dims, end))
}
