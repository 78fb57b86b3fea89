//! Where a source uses an array by its name.

use std::ops::Range;

use crate::fix::declaration::{Declaration, DeclarationKind};
use crate::fix::functions::device_functions;
use crate::fix::scan::{closing, has_word, is_alone, is_word};

/// A use of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ArrayUse {
    /// The name with the indices behind it, at most as many as the array has dimensions.
    pub(crate) range: Range<usize>,
    pub(crate) name: Range<usize>,
    /// The texts between the brackets.
    pub(crate) indices: Vec<Range<usize>>,
    /// `&` is in front.
    pub(crate) is_address: bool,
}

/// Returns the uses of an array with `dims` indices in a text without comments; its sizes (`sizeof(tile)`) are not among them.
pub(crate) fn uses(code: &str, declaration: &Declaration, dims: usize) -> Vec<ArrayUse> {
    let (name, scope) = (&declaration.name, scope(code, declaration));
    let is_member = declaration.kind == DeclarationKind::Member;
    // Parameters of the same name are other variables.
    let functions = device_functions(code).into_iter();
    let hidden: Vec<Range<usize>> = functions
        .filter(|function| function.head.start >= scope.start && has_word(&code[function.head.clone()], name))
        .map(|function| function.head.start..function.body.end)
        .collect();
    let mut found = Vec::new();
    let mut at = scope.start;
    while let Some(next) = code[at..scope.end].find(name.as_str()) {
        let start = at + next;
        at = start + name.len();
        // A member or a name of another namespace is another variable.
        let before = code[..start].trim_end();
        let has_object = before.ends_with('.') || before.ends_with("->");
        let is_other = has_object != is_member || before.ends_with(':');
        if !is_alone(code, start, name.len()) || is_other || hidden.iter().any(|range| range.contains(&start)) {
            continue;
        }
        let is_size = before.ends_with('(') && before[..before.len() - 1].trim_end().ends_with("sizeof");
        if is_size {
            continue;
        }
        let (mut indices, mut end) = indices(code, at);
        if indices.len() > dims {
            // The others are those of an element.
            indices.truncate(dims);
            end = indices.last().map_or(at, |last| last.end + 1);
        }
        let end = if indices.is_empty() { at } else { end };
        found.push(ArrayUse { range: start..end, name: start..at, indices, is_address: is_address(before) });
        at = end;
    }
    found
}

/// Returns where a variable can be named.
pub(crate) fn scope(code: &str, declaration: &Declaration) -> Range<usize> {
    let start = declaration.statement.end;
    start..if declaration.kind == DeclarationKind::Member { code.len() } else { end_of_scope(code, start) }
}

/// The end of the block that a place is in.
fn end_of_scope(code: &str, from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in code.bytes().enumerate().skip(from) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return at,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

/// Returns the texts between the brackets behind a name, and the place behind the last.
fn indices(code: &str, from: usize) -> (Vec<Range<usize>>, usize) {
    let (mut found, mut at) = (Vec::new(), from);
    loop {
        let open = at + (code[at..].len() - code[at..].trim_start().len());
        if !code[open..].starts_with('[') {
            return (found, at);
        }
        let Some(close) = closing(code, open) else { return (found, at) };
        found.push(open + 1..close);
        at = close + 1;
    }
}

/// Whether `&` in front takes an address: not `a & b`, and not `a && b`.
fn is_address(before: &str) -> bool {
    let Some(rest) = before.strip_suffix('&') else { return false };
    let last = rest.trim_end().bytes().next_back();
    last.is_none_or(|byte| !is_word(byte) && byte != b')' && byte != b']' && byte != b'&')
}
