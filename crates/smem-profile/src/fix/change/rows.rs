//! Longer rows of an array of several dimensions: another length in its declaration, and in the calls of `load_matrix_sync` that name it.

use std::ops::Range;

use smem_cuda::{CudaText, SharedDeclaration, SharedKind};

use super::edit::TextEdit;
use super::length::longer;
use super::values::InstanceValues;
use crate::fix::arrays::SharedArray;

/// Returns what to replace where the rows of an array become longer by `more` elements, or shorter. `None` where its declaration has no rows
/// that can be written otherwise.
pub(crate) fn longer_rows(
    text: &CudaText,
    array: &SharedArray,
    values: &InstanceValues<'_>,
    more: i64,
) -> Option<Vec<TextEdit>> {
    let declaration = array.declaration.as_ref().filter(|declared| has_rows(declared))?;
    let (last, place) = (declaration.dims.last()?, declaration.dim_places.last()?);
    let mut edits = vec![TextEdit::replace(place.clone(), longer(last, more))];
    let cols = array.dims.last()?;
    for length in named_lengths(text, declaration) {
        let written = text.code(length.clone());
        if written == last || values.value(written) == Some((*cols).into()) {
            edits.push(TextEdit::replace(length.clone(), longer(written, more)));
        }
    }
    for length in text.passed_row_lengths(declaration) {
        let written = text.code(length.clone());
        edits.push(TextEdit::replace(length.clone(), longer(written, more)));
    }
    Some(edits)
}

/// Whether a declaration has rows whose length is in it.
pub(crate) fn has_rows(declaration: &SharedDeclaration) -> bool {
    let is_array = matches!(declaration.kind, SharedKind::Array | SharedKind::Member);
    is_array && declaration.dims.len() >= 2 && declaration.dims_of_type == 0
}

/// The places of the lengths of rows, the last but one or last argument of `load_matrix_sync(fragment, &tile[0][0], 16)`.
fn named_lengths(text: &CudaText, declaration: &SharedDeclaration) -> Vec<Range<usize>> {
    let uses = text.shared_uses(declaration, declaration.dims.len());
    let names = |argument: &Range<usize>| uses.iter().any(|one| argument.contains(&one.range.start));
    let calls = ["load_matrix_sync", "store_matrix_sync"].into_iter();
    let calls = calls.flat_map(|function| text.calls(function, declaration.scope.clone()));
    calls
        .filter_map(|arguments| {
            let [one, two, length, ..] = &arguments[..] else { return None };
            (names(one) || names(two)).then(|| length.clone())
        })
        .collect()
}
