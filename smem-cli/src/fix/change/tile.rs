//! An array as a tile: the accesses that index it, and the statement that declares it.

use std::ops::Range;

use smem_cuda::CudaText;

use super::edit::{TextEdit, edited};
use super::uses::uses;
use crate::fix::arrays::SharedArray;
use crate::fix::declaration::{Declaration, DeclarationKind};
use crate::fix::functions::device_functions;
use crate::fix::pointers::pointers;
use crate::fix::scan::has_word;
use crate::fix::search::FoundLayout;
use smem_cuda::without_comments;

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
    let dims = array.source_dims();
    let values = CudaText::parse(&without_comments(text));
    let pointers = if declaration.is_pointer() { pointers(text) } else { Vec::new() };
    let is_behind = |place: &Range<usize>| {
        let mut others = pointers.iter().filter(|other| other.statement != declaration.statement);
        others.any(|other| matches!(&other.kind, DeclarationKind::Pointer(value) if value.contains(&place.start)))
    };
    let edit = |one: super::uses::ArrayUse| {
        let written: Vec<&str> = one.indices.iter().map(|range| text[range.clone()].trim()).collect();
        let name = &declaration.name;
        let (new, note) = match written.len() {
            // Memory behind the tile, which is as long as the array was.
            0 if is_behind(&one.range) => (format!("reinterpret_cast<{}*>(&{name})", declaration.element), None),
            0 => (name.clone(), Some(PASSED)),
            count if count < dims => (text[one.range.clone()].to_string(), Some(ROW)),
            _ => (call(name, array, &written, found, &values), one.is_address.then_some(POINTER)),
        };
        TextEdit { range: one.range, new, is_enough: !matches!(note, Some(PASSED | ROW)), note }
    };
    Some(uses(&without_comments(text), declaration, dims).into_iter().map(edit).collect())
}

/// A variable that becomes a tile of this type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TileVariable<'a> {
    pub(crate) declaration: &'a Declaration,
    pub(crate) tile: String,
}

/// Returns the statement of a declaration with tiles in place of some of its variables, and the other places that declare them. The other
/// variables of the statement keep the edits that are made in them, of `others`.
pub(crate) fn statement_of_tiles(text: &str, tiles: &[TileVariable<'_>], others: &[TextEdit]) -> Vec<TextEdit> {
    let Some(TileVariable { declaration, .. }) = tiles.first() else { return Vec::new() };
    let Declaration { statement, alignment, .. } = declaration;
    let is_outside = declaration.is_dynamic() && declaration.function.is_none();
    let of_bytes = |variable: &str| {
        let alignment = if alignment.is_empty() { "__align__(16) " } else { alignment };
        format!("extern __shared__ {alignment}unsigned char {variable}_bytes[];")
    };
    let kept_text = |place: &Range<usize>| {
        let inside = others.iter().filter(|edit| place.start <= edit.range.start && edit.range.end <= place.end);
        let inside: Vec<TextEdit> = inside.map(|edit| edit.behind(place.start)).collect();
        edited(&text[place.clone()], &inside)
    };
    let tile = |TileVariable { declaration: declared, tile }: &TileVariable<'_>| {
        let variable = &declared.name;
        match &declared.kind {
            DeclarationKind::Array => format!("__shared__ {alignment}{tile} {variable};"),
            DeclarationKind::Dynamic if is_outside => of_bytes(variable),
            DeclarationKind::Dynamic => {
                format!("{} {}", of_bytes(variable), reference(variable, tile, &format!("{variable}_bytes")))
            }
            DeclarationKind::Pointer(value) => reference(variable, tile, kept_text(value).trim()),
            DeclarationKind::Member => format!("{alignment}{tile} {variable};"),
        }
    };
    let new: Vec<String> = tiles.iter().map(tile).collect();
    let is_kept = |place: &&Range<usize>| !tiles.iter().any(|one| place.start == one.declaration.declarator.start);
    let kept: Vec<String> = match declaration.kind {
        DeclarationKind::Pointer(_) => Vec::new(),
        _ => declaration.siblings.iter().filter(is_kept).map(kept_text).collect(),
    };
    let rest = match (&kept[..], declaration.siblings.first()) {
        ([_, ..], Some(first)) => format!("{}{}; ", &text[statement.start..first.start], kept.join(", ")),
        _ => String::new(),
    };
    let note = declaration.is_volatile.then_some(VOLATILE);
    let new = format!("{rest}{}", new.join(" "));
    let mut edits = vec![TextEdit { range: statement.clone(), new, note, is_enough: true }];
    if is_outside {
        edits.extend(tiles.iter().flat_map(|one| references(text, one)));
    }
    edits
}

/// `Tile& tile = Tile::from(memory);`
fn reference(variable: &str, tile: &str, memory: &str) -> String {
    format!("{tile}& {variable} = {tile}::from({memory});")
}

/// A reference to the tile at the start of each function that uses a variable of the whole file.
fn references(text: &str, TileVariable { declaration, tile }: &TileVariable<'_>) -> Vec<TextEdit> {
    let code = without_comments(text);
    let name = &declaration.name;
    let uses = device_functions(&code).into_iter().filter(|function| {
        // A parameter of its name is another variable.
        function.head.start >= declaration.statement.end
            && has_word(&code[function.body.clone()], name)
            && !has_word(&code[function.head.clone()], name)
    });
    let new = format!(" {}", reference(name, tile, &format!("{name}_bytes")));
    uses.map(|function| TextEdit::insert(function.body.start + 1, new.clone())).collect()
}

/// `tile(y, x)`.
fn call(name: &str, array: &SharedArray, indices: &[&str], found: &FoundLayout, values: &CudaText) -> String {
    let cols = found.shape.cols_now;
    match indices {
        [index] if found.layout.rows() > 1 => {
            let at = array.declaration.as_ref().map_or(0, |declared| declared.statement.end);
            let (row, col) = row_and_column(index, cols, |factor| values.integer_at(factor, at));
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
fn row_and_column(index: &str, cols: u32, value: impl Fn(&str) -> Option<i64>) -> (String, String) {
    let is_cols = |factor: &str| value(factor.trim()) == Some(cols.into());
    for (at, _) in index.match_indices('+').filter(|(at, _)| is_outside(index, *at)) {
        let sides = [(&index[..at], &index[at + 1..]), (&index[at + 1..], &index[..at])];
        for (product, col) in sides {
            let star = product.match_indices('*').find(|(at, _)| is_outside(product, *at));
            let Some((star, _)) = star else { continue };
            let (one, two) = (product[..star].trim(), product[star + 1..].trim());
            let is_sum = product.match_indices('+').any(|(at, _)| is_outside(product, at));
            if is_sum || one.is_empty() || two.is_empty() {
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
