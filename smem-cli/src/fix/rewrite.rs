//! What to change in the source: the declaration, and the accesses in the same function.

use std::ops::Range;

use super::arrays::SharedArray;
use super::declaration::{Declaration, DeclarationKind};
use super::functions::device_functions;
use super::scan::{closing, has_word, is_alone, is_word, split_places, without_comments};
use super::search::FoundLayout;
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

const PASSED: &str = "a pointer into the array: pass the tile instead, and index it where it is read";
const ROW: &str = "a part of the array: index it whole, a row is not where it was";
const POINTER: &str =
    "the address of an element: what is read through it has to be one vector that the tile keeps together";
const VOLATILE: &str =
    "the tile is not `volatile`: `__syncwarp()` has to be wherever lanes read what others of their warp wrote";

/// Returns what to replace in the accesses to an array that becomes a tile; `None` where its declaration or its elements are not known.
pub(crate) fn accesses_of_tile(text: &str, array: &SharedArray, found: &FoundLayout) -> Option<Vec<TextEdit>> {
    let declaration = array.declaration.as_ref()?;
    // Indices of the source count its own elements.
    if array.elem_bytes != Some(found.shape.elem_bytes) {
        return None;
    }
    let code = without_comments(text);
    Some(accesses(text, &code, array, declaration, found))
}

/// Returns the statement of a declaration with tiles in place of some of its variables, and the other places that declare them: `tiles` are
/// variables with the names of their tiles.
pub(crate) fn statement_of_tiles(text: &str, tiles: &[(&Declaration, &str)]) -> Vec<TextEdit> {
    let Some((declaration, _)) = tiles.first() else { return Vec::new() };
    let Declaration { statement, alignment, .. } = declaration;
    let is_outside = declaration.is_dynamic() && declaration.function.is_none();
    let of_bytes = |variable: &str| {
        let alignment = if alignment.is_empty() { "__align__(16) " } else { alignment };
        format!("extern __shared__ {alignment}unsigned char {variable}_bytes[];")
    };
    let tile = |(declared, tile): &(&Declaration, &str)| {
        let variable = &declared.name;
        match &declared.kind {
            DeclarationKind::Array => format!("__shared__ {alignment}{tile} {variable};"),
            DeclarationKind::Dynamic if is_outside => of_bytes(variable),
            DeclarationKind::Dynamic => {
                format!("{} {}", of_bytes(variable), reference(variable, tile, &format!("{variable}_bytes")))
            }
            DeclarationKind::Pointer(value) => reference(variable, tile, text[value.clone()].trim()),
            DeclarationKind::Member => format!("{alignment}{tile} {variable};"),
        }
    };
    let new: Vec<String> = tiles.iter().map(tile).collect();
    let is_kept = |place: &&Range<usize>| !tiles.iter().any(|(declared, _)| place.start == declared.declarator.start);
    let kept: Vec<&str> = match declaration.kind {
        DeclarationKind::Pointer(_) => Vec::new(),
        _ => declaration.siblings.iter().filter(is_kept).map(|place| &text[place.clone()]).collect(),
    };
    let rest = match (&kept[..], declaration.siblings.first()) {
        ([_, ..], Some(first)) => format!("{}{}; ", &text[statement.start..first.start], kept.join(", ")),
        _ => String::new(),
    };
    let note = declaration.is_volatile.then_some(VOLATILE);
    let mut edits = vec![TextEdit { range: statement.clone(), new: format!("{rest}{}", new.join(" ")), note }];
    if is_outside {
        edits.extend(tiles.iter().flat_map(|(declared, tile)| references(text, declared, tile)));
    }
    edits
}

/// `Tile& tile = Tile::from(memory);`
fn reference(variable: &str, tile: &str, memory: &str) -> String {
    format!("{tile}& {variable} = {tile}::from({memory});")
}

/// A reference to the tile at the start of each function that uses a variable of the whole file.
fn references(text: &str, declaration: &Declaration, tile: &str) -> Vec<TextEdit> {
    let code = without_comments(text);
    let name = &declaration.name;
    let uses = device_functions(&code).into_iter().filter(|function| {
        // A parameter of its name is another variable.
        function.head.start >= declaration.statement.end
            && has_word(&code[function.body.clone()], name)
            && !has_word(&code[function.head.clone()], name)
    });
    let new = format!(" {}", reference(name, tile, &format!("{name}_bytes")));
    let edit = |place: usize| TextEdit { range: place..place, new: new.clone(), note: None };
    uses.map(|function| edit(function.body.start + 1)).collect()
}

/// Returns what to replace in `text` for an array whose rows become longer or shorter: the declaration, and the lengths of rows that calls of
/// `load_matrix_sync` name. `None` where a declaration cannot say that.
pub(crate) fn as_declaration(text: &str, array: &SharedArray, padded: &FoundLayout) -> Option<Vec<TextEdit>> {
    let is_array = |declared: &&Declaration| matches!(declared.kind, DeclarationKind::Array | DeclarationKind::Member);
    let declaration = array.declaration.as_ref().filter(is_array)?;
    let FoundLayout { shape, layout, .. } = padded;
    let has_dims = declaration.dims.len() >= 2 && declaration.dims_of_type == 0;
    if array.elem_bytes != Some(shape.elem_bytes) || !has_dims {
        return None;
    }
    let last = declaration.dims.last()?;
    let longer = |length: &str| match layout.pitch().checked_sub(shape.cols_now) {
        Some(more) if more > 0 => format!("{length} + {more}"),
        _ => layout.pitch().to_string(),
    };
    let place = declaration.declarator.clone();
    let dim = place.start + text[place].rfind(last.as_str())?;
    let mut edits = vec![TextEdit { range: dim..dim + last.len(), new: longer(last), note: None }];
    let code = without_comments(text);
    for length in row_lengths(&code, declaration, array) {
        let written = &text[length.clone()];
        let is_length = written == last || constants::value(written, &code) == Some(shape.cols_now.into());
        if is_length {
            edits.push(TextEdit { new: longer(written), range: length, note: None });
        }
    }
    Some(edits)
}

/// The places of the lengths of rows, the last but one or last argument of `load_matrix_sync(fragment, &tile[0][0], 16)`.
fn row_lengths(code: &str, declaration: &Declaration, array: &SharedArray) -> Vec<Range<usize>> {
    let scope = scope(code, declaration);
    let calls = ["load_matrix_sync", "store_matrix_sync"].into_iter().flat_map(|call| {
        let here = code[scope.clone()].match_indices(call).map(|(at, _)| scope.start + at + call.len());
        here.collect::<Vec<_>>()
    });
    let length = |behind: usize| {
        let open = behind + (code[behind..].len() - code[behind..].trim_start().len());
        let close = closing(code, open).filter(|_| code[open..].starts_with('('))?;
        let arguments = split_places(code, open + 1..close);
        let [one, two, length, ..] = &arguments[..] else { return None };
        let names = |argument: &Range<usize>| has_word(&code[argument.clone()], &array.name);
        let written = &code[length.clone()];
        let start = length.start + (written.len() - written.trim_start().len());
        (names(one) || names(two)).then(|| start..start + written.trim().len())
    };
    calls.filter_map(length).collect()
}

/// A piece of text to replace.
#[derive(Debug, Clone)]
pub(crate) struct TextEdit {
    range: Range<usize>,
    new: String,
    note: Option<&'static str>,
}

impl TextEdit {
    /// Whether it is all that has to be changed there.
    pub(crate) fn is_enough(&self) -> bool {
        !matches!(self.note, Some(PASSED | ROW))
    }

    /// The line that it begins in, from 1.
    pub(crate) fn line(&self, text: &str) -> u32 {
        1 + text[..self.range.start].bytes().filter(|byte| *byte == b'\n').count() as u32
    }

    /// Text at a place, in front of what is there.
    pub(crate) fn insert(place: usize, new: String) -> TextEdit {
        TextEdit { range: place..place, new, note: None }
    }
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

/// Where a variable can be named.
fn scope(code: &str, declaration: &Declaration) -> Range<usize> {
    let start = declaration.statement.end;
    start..if declaration.kind == DeclarationKind::Member { code.len() } else { end_of_scope(code, start) }
}

fn accesses(
    text: &str,
    code: &str,
    array: &SharedArray,
    declaration: &Declaration,
    found: &FoundLayout,
) -> Vec<TextEdit> {
    let (name, scope) = (&declaration.name, scope(code, declaration));
    let is_member = declaration.kind == DeclarationKind::Member;
    // Parameters of the same name are other variables.
    let functions = device_functions(code).into_iter();
    let hidden: Vec<Range<usize>> = functions
        .filter(|function| function.head.start >= scope.start && has_word(&code[function.head.clone()], name))
        .map(|function| function.head.start..function.body.end)
        .collect();
    let mut edits = Vec::new();
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
        let (mut indices, mut end) = indices(code, at);
        let is_size = before.ends_with('(') && before[..before.len() - 1].trim_end().ends_with("sizeof");
        if is_size {
            continue;
        }
        let dims = array.source_dims();
        if indices.len() > dims {
            // The others are those of an element.
            indices.truncate(dims);
            end = indices.last().map_or(at, |last| last.end + 1);
        }
        let written: Vec<&str> = indices.iter().map(|range| text[range.clone()].trim()).collect();
        let (range, new, note) = match written.len() {
            0 => (start..at, name.clone(), Some(PASSED)),
            count if count < dims => (start..end, text[start..end].to_string(), Some(ROW)),
            _ => {
                let note = is_address(before).then_some(POINTER);
                (start..end, call(name, array, &written, found, text), note)
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
fn call(name: &str, array: &SharedArray, indices: &[&str], found: &FoundLayout, text: &str) -> String {
    let cols = found.shape.cols;
    match indices {
        [index] if found.layout.rows() > 1 => {
            let (row, col) = row_and_column(index, cols, text);
            format!("{name}({row}, {col})")
        }
        [index] => format!("{name}[{index}]"),
        [row, col] => format!("{name}({row}, {col})"),
        [plane, row, col] => format!("{name}({plane}, {row}, {col})"),
        [outer @ .., row, col] => {
            // The planes of all outer dimensions are one after the other.
            let plane = outer.iter().zip(&array.dims).fold(String::new(), |plane, (index, dim)| match &plane[..] {
                "" => format!("({index})"),
                before => format!("({before} * {dim} + ({index}))"),
            });
            format!("{name}({plane}, {row}, {col})")
        }
        [] => name.to_string(),
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
