//! Longer rows of an array of several dimensions: another length in its declaration, and in the calls of `load_matrix_sync` that name it.

use std::ops::Range;

use super::edit::TextEdit;
use super::length::longer;
use super::uses::scope;
use super::values::InstanceValues;
use crate::fix::arrays::SharedArray;
use crate::fix::declaration::{Declaration, DeclarationKind};
use crate::fix::scan::{closing, has_word, split_places};

/// Returns what to replace where the rows of an array become longer by `more` elements, or shorter. `None` where its declaration has no rows
/// that can be written otherwise.
pub(crate) fn longer_rows(
    text: &str,
    code: &str,
    array: &SharedArray,
    values: &InstanceValues,
    more: i64,
) -> Option<Vec<TextEdit>> {
    let declaration = array.declaration.as_ref().filter(|declared| has_rows(declared))?;
    let last = declaration.dims.last()?;
    let place = declaration.declarator.clone();
    let dim = place.start + text[place].rfind(last.as_str())?;
    let mut edits = vec![TextEdit::replace(dim..dim + last.len(), longer(last, more))];
    let cols = array.dims.last()?;
    for length in named_lengths(code, declaration, array) {
        let written = &text[length.clone()];
        if written == last || values.value(written) == Some((*cols).into()) {
            edits.push(TextEdit::replace(length.clone(), longer(written, more)));
        }
    }
    Some(edits)
}

/// Whether a declaration has rows whose length is in it.
pub(crate) fn has_rows(declaration: &Declaration) -> bool {
    let is_array = matches!(declaration.kind, DeclarationKind::Array | DeclarationKind::Member);
    is_array && declaration.dims.len() >= 2 && declaration.dims_of_type == 0
}

/// The places of the lengths of rows, the last but one or last argument of `load_matrix_sync(fragment, &tile[0][0], 16)`.
fn named_lengths(code: &str, declaration: &Declaration, array: &SharedArray) -> Vec<Range<usize>> {
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
