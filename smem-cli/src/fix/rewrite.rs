//! What to change in the source: the declaration, and the accesses in the same function.

use std::ops::Range;

use super::arrays::SharedArray;
use super::declaration::{Declaration, closing, declarations, is_alone, is_word, without_comments};
use super::search::FoundLayout;
use super::shape::{ArrayShape, ShapeOrigin};
use crate::profile::constants;

/// A line as it is, and as it is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineChange {
    /// From 1.
    pub(crate) line: u32,
    pub(crate) before: String,
    /// The same where a person has to look.
    pub(crate) after: String,
    pub(crate) note: Option<&'static str>,
}

const REFERENCE: &str = "declare the tile in each kernel that uses it, at its start: `Tile& tile = Tile::from(bytes);`";
const PASSED: &str = "a pointer into the array: pass the tile instead, and index it where it is read";
const ROW: &str = "a part of the array: index it whole, a row is not where it was";
const POINTER: &str =
    "the address of an element: what is read through it has to be one vector that the tile keeps together";

/// Returns what to replace in the accesses to an array that becomes a tile.
pub(crate) fn accesses_of_tile(text: &str, array: &SharedArray, found: &FoundLayout) -> Vec<TextEdit> {
    let Some(declaration) = &array.declaration else { return Vec::new() };
    let code = without_comments(text);
    let scope = declaration.statement.end..end_of_scope(&code, declaration.statement.end);
    accesses(text, &code, scope, array, found)
}

/// Returns the statement of a declaration with tiles in place of some of its variables: `tiles` are their names and those of their tiles.
pub(crate) fn statement_of_tiles(text: &str, declaration: &Declaration, tiles: &[(&str, &str)]) -> TextEdit {
    let Declaration { statement, is_extern, .. } = declaration;
    let is_outside = *is_extern && declaration.function.is_none();
    let tile = |(variable, tile): &(&str, &str)| match is_extern {
        true if is_outside => format!("extern __shared__ __align__(16) unsigned char {variable}_bytes[];"),
        false => format!("__shared__ {tile} {variable};"),
        true => format!(
            "extern __shared__ __align__(16) unsigned char {variable}_bytes[]; {tile}& {variable} = {tile}::from({variable}_bytes);"
        ),
    };
    let new: Vec<String> = tiles.iter().map(tile).collect();
    let all: Vec<Declaration> = declarations(text).into_iter().filter(|other| other.statement == *statement).collect();
    let places: Vec<(usize, usize)> = all.iter().filter_map(|declared| variable(text, declared)).collect();
    let is_kept = |declared: &Declaration| !tiles.iter().any(|(name, _)| *name == declared.name);
    let kept: Vec<&str> = all
        .iter()
        .zip(&places)
        .filter(|(declared, _)| is_kept(declared))
        .map(|(_, (start, end))| &text[*start..*end])
        .collect();
    let rest = match (&kept[..], places.first()) {
        ([_, ..], Some((first, _))) => format!("{}{}; ", &text[statement.start..*first], kept.join(", ")),
        _ => String::new(),
    };
    let note = is_outside.then_some(REFERENCE);
    TextEdit { range: statement.clone(), new: format!("{rest}{}", new.join(" ")), note }
}

/// Returns what to replace in `text` for an array whose rows become longer or shorter; `None` where a declaration cannot say that.
pub(crate) fn as_declaration(text: &str, array: &SharedArray, padded: &FoundLayout) -> Option<TextEdit> {
    let declaration = array.declaration.as_ref().filter(|declaration| !declaration.is_extern)?;
    let FoundLayout { shape, layout, .. } = padded;
    if array.elem_bytes != Some(shape.elem_bytes) || declaration.dims.len() < 2 {
        return None;
    }
    let last = declaration.dims.last()?;
    let new = match layout.pitch().checked_sub(shape.cols_now) {
        Some(more) if more > 0 => format!("{last} + {more}"),
        _ => layout.pitch().to_string(),
    };
    let (start, end) = variable(text, declaration)?;
    let dim = start + text[start..end].rfind(last.as_str())?;
    Some(TextEdit { range: dim..dim + last.len(), new, note: None })
}

/// A piece of text to replace.
#[derive(Debug, Clone)]
pub(crate) struct TextEdit {
    range: Range<usize>,
    new: String,
    note: Option<&'static str>,
}

/// The place of a variable with its brackets.
fn variable(text: &str, declaration: &Declaration) -> Option<(usize, usize)> {
    let Declaration { name, statement, .. } = declaration;
    let old = &text[statement.clone()];
    let (start, _) = old.match_indices(name.as_str()).find(|(at, word)| {
        is_alone(old, *at, word.len())
            && matches!(old[at + word.len()..].trim_start().bytes().next(), Some(b'[' | b',' | b';'))
    })?;
    let mut end = start + name.len();
    while old[end..].trim_start().starts_with('[') {
        let open = end + old[end..].find('[')?;
        end = closing(old, open)? + 1;
    }
    Some((statement.start + start, statement.start + end))
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

fn accesses(text: &str, code: &str, scope: Range<usize>, array: &SharedArray, found: &FoundLayout) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    let mut at = scope.start;
    while let Some(next) = code[at..scope.end].find(array.name.as_str()) {
        let start = at + next;
        at = start + array.name.len();
        // A member or a name of another namespace is another variable.
        let before = code[..start].trim_end();
        if !is_alone(code, start, array.name.len()) || before.ends_with(['.', ':']) || before.ends_with("->") {
            continue;
        }
        let (indices, end) = indices(code, at);
        let is_size = before.ends_with('(') && before[..before.len() - 1].trim_end().ends_with("sizeof");
        if is_size {
            continue;
        }
        let written: Vec<&str> = indices.iter().map(|range| text[range.clone()].trim()).collect();
        let dims = array.declaration.as_ref().map_or(1, |declaration| declaration.dims.len().max(1));
        let (range, new, note) = match written.len() {
            0 => (start..at, array.name.clone(), Some(PASSED)),
            count if count < dims => (start..end, text[start..end].to_string(), Some(ROW)),
            _ => {
                let note = is_address(before).then_some(POINTER);
                (start..end, call(array, &written, found, text), note)
            }
        };
        edits.push(TextEdit { range, new, note });
        at = end.max(at);
    }
    edits
}

/// Whether `&` in front takes an address: not `a & b`, and not `a && b`.
fn is_address(before: &str) -> bool {
    let Some(rest) = before.strip_suffix('&') else { return false };
    let last = rest.trim_end().bytes().next_back();
    last.is_none_or(|byte| !is_word(byte) && byte != b')' && byte != b']' && byte != b'&')
}

/// What is between the brackets behind a name, and the place behind the last.
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

/// `tile(y, x)`.
fn call(array: &SharedArray, indices: &[&str], found: &FoundLayout, text: &str) -> String {
    let ArrayShape { origin, cols, .. } = found.shape;
    let name = &array.name;
    match (indices, origin) {
        ([index], ShapeOrigin::Inferred) => {
            let (row, col) = row_and_column(index, cols, text);
            format!("{name}({row}, {col})")
        }
        ([index], _) => format!("{name}[{index}]"),
        ([row, col], _) => format!("{name}({row}, {col})"),
        ([plane, row, col], _) => format!("{name}({plane}, {row}, {col})"),
        ([outer @ .., row, col], _) => {
            // The planes of all outer dimensions are one after the other.
            let plane = outer.iter().zip(&array.dims).fold(String::new(), |plane, (index, dim)| match &plane[..] {
                "" => format!("({index})"),
                before => format!("({before} * {dim} + ({index}))"),
            });
            format!("{name}({plane}, {row}, {col})")
        }
        ([], _) => name.clone(),
    }
}

/// Row and column of an index of one dimension: `y` and `x` of `y * 32 + x`, where that is how it is written.
fn row_and_column(index: &str, cols: u32, text: &str) -> (String, String) {
    let is_cols = |factor: &str| constants::value(factor.trim(), text) == Some(cols.into());
    for (at, _) in index.match_indices('+').filter(|(at, _)| is_outside(index, *at)) {
        let sides = [(&index[..at], &index[at + 1..]), (&index[at + 1..], &index[..at])];
        for (product, col) in sides {
            let star = product.match_indices('*').find(|(at, _)| is_outside(product, *at));
            let Some((star, _)) = star else { continue };
            let (one, two) = (product[..star].trim(), product[star + 1..].trim());
            if product.contains('+') || one.is_empty() || two.is_empty() {
                continue;
            }
            for (row, factor) in [(one, two), (two, one)] {
                if is_cols(factor) {
                    return (row.to_string(), col.trim().to_string());
                }
            }
        }
    }
    (format!("({index}) / {cols}"), format!("({index}) % {cols}"))
}

/// Whether a place is outside all brackets.
fn is_outside(text: &str, at: usize) -> bool {
    let depth: i32 =
        text[..at].bytes().map(|byte| i32::from(b"([".contains(&byte)) - i32::from(b")]".contains(&byte))).sum();
    depth == 0
}

/// Returns the text with the edits made. Of edits that overlap the first is made.
pub(crate) fn edited(text: &str, edits: &[TextEdit]) -> String {
    let mut edits: Vec<&TextEdit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    let (mut result, mut at) = (String::new(), 0);
    for edit in edits {
        if edit.range.start >= at {
            result += &text[at..edit.range.start];
            result += &edit.new;
            at = edit.range.end;
        }
    }
    result + &text[at..]
}

/// Returns the lines with edits.
pub(crate) fn changed_lines(text: &str, mut edits: Vec<TextEdit>) -> Vec<LineChange> {
    edits.sort_by_key(|edit| edit.range.start);
    let mut changes: Vec<LineChange> = Vec::new();
    let mut start = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let end = start + line.len();
        let here: Vec<&TextEdit> =
            edits.iter().filter(|edit| edit.range.start >= start && edit.range.start < end).collect();
        if !here.is_empty() {
            let (mut after, mut at) = (String::new(), start);
            let last = here.iter().map(|edit| edit.range.end).max().unwrap_or(end);
            // What goes on in the next line is shown with it.
            let from = last.max(end - usize::from(line.ends_with('\n')));
            let until = text[from..].find('\n').map_or(text.len(), |newline| from + newline);
            for edit in &here {
                if edit.range.start >= at {
                    after += &text[at..edit.range.start];
                    after += &edit.new;
                    at = edit.range.end;
                }
            }
            after += &text[at.min(until)..until];
            let before = text[start..until].to_string();
            let note = here.iter().find_map(|edit| edit.note);
            if before != after || note.is_some() {
                changes.push(LineChange { line: number, before, after, note });
            }
        }
        start = end;
    }
    changes
}
