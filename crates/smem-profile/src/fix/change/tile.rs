//! An array as a tile: the accesses that index it, and the statement that declares it.

use std::ops::Range;

use smem_cuda::{Arithmetic, ArithmeticForm, CudaText, SharedArrayUse, SharedDeclaration, SharedKind};

use super::edit::{TextEdit, edited};
use crate::fix::arrays::SharedArray;
use crate::fix::search::FoundLayout;

const PASSED: &str = "a pointer into the array: pass the tile instead, and index it where it is read";
const ROW: &str = "a part of the array: index it whole, a row is not where it was";
const POINTER: &str =
    "the address of an element: what is read through it has to be one vector that the tile keeps together";
const VOLATILE: &str =
    "the tile is not `volatile`: `__syncwarp()` has to be wherever lanes read what others of their warp wrote";

/// Returns what to replace in the accesses to an array that becomes a tile; `None` where its declaration or its elements are not known.
pub(crate) fn accesses_of_tile(text: &CudaText, array: &SharedArray, found: &FoundLayout) -> Option<Vec<TextEdit>> {
    let declaration = array.declaration.as_ref()?;
    // Indices of the source count its own elements.
    if array.elem_bytes != Some(found.shape.elem_bytes) {
        return None;
    }
    let others = if declaration.is_pointer() { text.device_pointers() } else { Vec::new() };
    let others = others.into_iter().filter(|other| other.statement != declaration.statement).collect();
    let uses = text.shared_uses(declaration, array.source_dims());
    let accesses = TileAccesses { text, array, declaration, found, others, uses };
    Some(accesses.edits_in(0..text.source().len()))
}

/// The accesses to an array that becomes a tile.
struct TileAccesses<'a> {
    text: &'a CudaText,
    array: &'a SharedArray,
    declaration: &'a SharedDeclaration,
    found: &'a FoundLayout,
    /// Where the array is a pointer, the other ones.
    others: Vec<SharedDeclaration>,
    uses: Vec<SharedArrayUse>,
}

impl TileAccesses<'_> {
    /// The edits of the accesses at a place, those in indices within the edit around them.
    fn edits_in(&self, place: Range<usize>) -> Vec<TextEdit> {
        let (mut edits, mut end) = (Vec::new(), place.start);
        for one in self.uses.iter().filter(|one| place.contains(&one.range.start)) {
            if one.range.start >= end {
                edits.push(self.edit(one));
                end = one.range.end;
            }
        }
        edits
    }

    fn edit(&self, one: &SharedArrayUse) -> TextEdit {
        let source = self.text.source();
        let inside: Vec<Vec<TextEdit>> = one.indices.iter().map(|index| self.edits_in(index.clone())).collect();
        let written: Vec<String> =
            one.indices.iter().zip(&inside).map(|(index, edits)| edited_part(source, index, edits)).collect();
        let name = &source[one.name.clone()];
        let (new, note) = match written.len() {
            // Memory after the tile, which is as long as the array was.
            0 if self.is_behind(one) => (format!("reinterpret_cast<{}*>(&{name})", self.declaration.element), None),
            0 => (name.to_string(), Some(PASSED)),
            count if count < self.array.source_dims() => (source[one.range.clone()].to_string(), Some(ROW)),
            _ => (format!("{name}{}", self.call(one, &written)), one.is_address.then_some(POINTER)),
        };
        let is_enough = !matches!(note, Some(PASSED | ROW)) && inside.iter().flatten().all(|edit| edit.is_enough);
        TextEdit { range: one.range.clone(), new, is_enough, note }
    }

    fn is_behind(&self, one: &SharedArrayUse) -> bool {
        let is_value = |other: &SharedDeclaration| matches!(&other.kind, SharedKind::Pointer(value) if value.contains(&one.range.start));
        self.others.iter().any(is_value)
    }

    /// `(y, x)`, after the comments that are between the brackets.
    fn call(&self, one: &SharedArrayUse, indices: &[String]) -> String {
        let is_in_index = |place: &Range<usize>| one.indices.iter().any(|index| index.contains(&place.start));
        let comments = self.text.comments(one.range.clone()).into_iter().filter(|place| !is_in_index(place));
        let comments: String = comments
            .map(|place| &self.text.source()[place])
            .map(|comment| if comment.starts_with("//") { format!(" {comment}\n") } else { format!(" {comment} ") })
            .collect();
        format!("{comments}{}", self.indexed(one, indices))
    }

    fn indexed(&self, one: &SharedArrayUse, indices: &[String]) -> String {
        let cols = self.found.shape.cols_now;
        match indices {
            [index] if self.found.layout.rows() > 1 => {
                let value = |factor: &str| self.text.integer_at(factor, one.range.start);
                let (row, col) = row_and_column(index, cols, value);
                format!("({row}, {col})")
            }
            [index] => format!("[{index}]"),
            [row, col] => format!("({row}, {col})"),
            [plane, row, col] => format!("({plane}, {row}, {col})"),
            [outer @ .., row, col] => {
                // The planes of all outer dimensions are one after the other.
                let plane =
                    outer.iter().zip(&self.array.dims).fold(String::new(), |plane, (index, dim)| match &plane[..] {
                        "" => format!("({index})"),
                        before => format!("({before} * {dim} + ({index}))"),
                    });
                format!("({plane}, {row}, {col})")
            }
            [] => String::new(),
        }
    }
}

/// A part of a text with the edits that are made in it.
fn edited_part(source: &str, place: &Range<usize>, edits: &[TextEdit]) -> String {
    let inside: Vec<TextEdit> = edits.iter().map(|edit| edit.behind(place.start)).collect();
    edited(&source[place.clone()], &inside).trim().to_string()
}

/// A variable that becomes a tile of this type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TileVariable<'a> {
    pub(crate) declaration: &'a SharedDeclaration,
    pub(crate) tile: String,
}

/// Returns the statement of a declaration with tiles in place of some of its variables, and the other places that declare them. The other
/// variables of the statement keep the edits that are made in them, of `others`.
pub(crate) fn statement_of_tiles(text: &CudaText, tiles: &[TileVariable<'_>], others: &[TextEdit]) -> Vec<TextEdit> {
    let Some(TileVariable { declaration, .. }) = tiles.first() else { return Vec::new() };
    let SharedDeclaration { statement, alignment, .. } = declaration;
    let is_outside = declaration.is_dynamic() && declaration.function.is_none();
    let of_bytes = |variable: &str| {
        let alignment = if alignment.is_empty() { "__align__(16) " } else { alignment };
        format!("extern __shared__ {alignment}unsigned char {variable}_bytes[];")
    };
    let kept_text = |place: &Range<usize>| {
        let inside = others.iter().filter(|edit| place.start <= edit.range.start && edit.range.end <= place.end);
        edited_part(text.source(), place, &inside.cloned().collect::<Vec<_>>())
    };
    let tile = |TileVariable { declaration: declared, tile }: &TileVariable<'_>| {
        let variable = &declared.name;
        match &declared.kind {
            SharedKind::Array => format!("__shared__ {alignment}{tile} {variable};"),
            SharedKind::Dynamic if is_outside => of_bytes(variable),
            SharedKind::Dynamic => {
                format!("{} {}", of_bytes(variable), reference(variable, tile, &format!("{variable}_bytes")))
            }
            SharedKind::Pointer(value) => reference(variable, tile, &kept_text(value)),
            SharedKind::Member => format!("{alignment}{tile} {variable};"),
        }
    };
    let new: Vec<String> = tiles.iter().map(tile).collect();
    let is_kept = |place: &&Range<usize>| !tiles.iter().any(|one| place.start == one.declaration.declarator.start);
    let kept: Vec<String> = match declaration.kind {
        SharedKind::Pointer(_) => Vec::new(),
        _ => declaration.siblings.iter().filter(is_kept).map(kept_text).collect(),
    };
    let rest = match (&kept[..], declaration.siblings.first()) {
        ([_, ..], Some(first)) => format!("{}{}; ", &text.source()[statement.start..first.start], kept.join(", ")),
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
fn references(text: &CudaText, TileVariable { declaration, tile }: &TileVariable<'_>) -> Vec<TextEdit> {
    let name = &declaration.name;
    let used = text.shared_uses(declaration, 0);
    let functions = text.device_functions().into_iter();
    let using = functions.filter(|function| used.iter().any(|one| function.body.contains(&one.range.start)));
    let new = format!(" {}", reference(name, tile, &format!("{name}_bytes")));
    using.map(|function| TextEdit::insert(function.body.start + 1, new.clone())).collect()
}

/// Row and column of an index of one dimension: `y` and `x` of `y * 32 + x`, where that is how it is written.
fn row_and_column(index: &str, cols: u32, value: impl Fn(&str) -> Option<i64>) -> (String, String) {
    let parsed = Arithmetic::parse(index, 0);
    let written = parsed.as_ref().and_then(|parsed| {
        let parsed = parsed.unparenthesized();
        let ArithmeticForm::Sum(summands) = &parsed.form else { return None };
        summands.iter().enumerate().find_map(|(at, (is_less, product))| {
            let row = row_of(index, product, cols, &value).filter(|_| !is_less)?;
            // The first summand has no sign.
            let has_sign = at == 0 && summands.get(1).is_some_and(|(is_less, _)| *is_less);
            (!has_sign).then(|| (row, without(index, summands, at)))
        })
    });
    written.unwrap_or_else(|| (format!("({index}) / {cols}"), format!("({index}) % {cols}")))
}

/// `y` of `y * 32`.
fn row_of(index: &str, product: &Arithmetic, cols: u32, value: &dyn Fn(&str) -> Option<i64>) -> Option<String> {
    let ArithmeticForm::Product(factors) = &product.form else { return None };
    let written: Vec<&str> = factors.iter().map(|factor| &index[factor.place.clone()]).collect();
    let length = written.iter().rposition(|factor| value(factor) == Some(cols.into()))?;
    let rest: Vec<&str> = written.iter().enumerate().filter(|(at, _)| *at != length).map(|(_, one)| *one).collect();
    Some(rest.join(" * "))
}

/// A sum without one of its summands.
fn without(index: &str, summands: &[(bool, Arithmetic)], gone: usize) -> String {
    let mut written = String::new();
    for (_, (is_less, summand)) in summands.iter().enumerate().filter(|(at, _)| *at != gone) {
        let sign = if *is_less { " - " } else { " + " };
        written += if written.is_empty() { "" } else { sign };
        written += &index[summand.place.clone()];
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_as_they_are_written() {
        let value = |factor: &str| if factor == "N" { Some(32) } else { factor.parse().ok() };
        for (index, row, col) in [
            ("y * 32 + x", "y", "x"),
            ("(x + N * (y + 1))", "(y + 1)", "x"),
            ("x - 1 + 2 * y * N + f(a, b)", "2 * y", "x - 1 + f(a, b)"),
            ("y * 32 - x", "(y * 32 - x) / 32", "(y * 32 - x) % 32"),
            ("y << 5 | x", "(y << 5 | x) / 32", "(y << 5 | x) % 32"),
            ("i", "(i) / 32", "(i) % 32"),
        ] {
            assert_eq!(row_and_column(index, 32, value), (row.to_string(), col.to_string()), "{index}");
        }
    }
}
