//! Longer rows of an array of one dimension, whose indices name the length of a row: `s[y * N + x]` -> `s[y * (N + 1) + x]`.

use std::ops::Range;

use smem_cuda::{Arithmetic, ArithmeticForm, CudaText, SharedArrayUse, SharedDeclaration, SharedKind};

use super::edit::TextEdit;
use super::length::{is_factor, longer, longer_factor};
use super::values::InstanceValues;
use crate::fix::arrays::SharedArray;

/// An array of one dimension in all instances of its function, as the source indexes it.
#[derive(Debug)]
pub(crate) struct IndexedRows<'a> {
    text: &'a CudaText,
    declaration: &'a SharedDeclaration,
    /// Its extent.
    extent: Arithmetic,
    uses: Vec<SharedArrayUse>,
    /// The index of each use.
    indices: Vec<Arithmetic>,
    instances: Vec<Instance<'a>>,
}

/// An instance of the function.
#[derive(Debug)]
struct Instance<'a> {
    values: InstanceValues<'a>,
    elements: i64,
}

/// A length of rows that indices name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RowLength {
    /// As it is written: `N`, `(NDIM + 1)`.
    pub(crate) written: String,
    /// The elements of a row in each instance.
    pub(crate) cols: Vec<u32>,
}

impl<'a> IndexedRows<'a> {
    /// Reads the uses of an array, given in each instance with its values; `None` where one of them has no index, as where the array is passed
    /// to a function.
    pub(crate) fn of(text: &'a CudaText, instances: &'a [(&SharedArray, InstanceValues<'a>)]) -> Option<Self> {
        let declaration = instances.first()?.0.declaration.as_ref()?;
        let is_array = matches!(declaration.kind, SharedKind::Array | SharedKind::Member);
        if !is_array || declaration.dims.len() != 1 || declaration.dims_of_type > 0 {
            return None;
        }
        let read = |place: &Range<usize>| Arithmetic::parse(code(text, place), place.start);
        let uses = text.indexed_uses(declaration)?;
        // An element whose index is another element would be edited twice.
        let is_nested = uses.windows(2).any(|two| two[1].range.start < two[0].range.end);
        if uses.is_empty() || is_nested || uses.iter().any(|one| one.indices.len() != 1) {
            return None;
        }
        let instance = |(array, values): &(&SharedArray, InstanceValues<'a>)| {
            let elements = array.bytes.checked_div(array.elem_bytes?)?;
            Some(Instance { values: values.clone(), elements: elements.into() })
        };
        Some(IndexedRows {
            text,
            declaration,
            extent: read(declaration.dim_places.first()?)?,
            indices: uses.iter().flat_map(|one| &one.indices).map(read).collect::<Option<_>>()?,
            uses,
            instances: instances.iter().map(instance).collect::<Option<_>>()?,
        })
    }

    fn written(&self, expression: &Arithmetic) -> &'a str {
        code(self.text, &expression.place)
    }

    /// Returns the lengths of rows that the indices name, each once.
    pub(crate) fn lengths(&self) -> Vec<RowLength> {
        let mut found: Vec<RowLength> = Vec::new();
        for factor in self.indices.iter().flat_map(all_factors) {
            let written = self.written(factor);
            let Some(cols) = self.each(written) else { continue };
            let length = RowLength { written: written.to_string(), cols };
            if !found.contains(&length) {
                found.push(length);
            }
        }
        found
    }

    /// Returns lengths that no index names as the length of a row: of shifts, `y << 5`, and those that the distances of the lanes suggest.
    pub(crate) fn unnamed_lengths(&self, suggested: &[u32]) -> Vec<RowLength> {
        let shifts = self.indices.iter().flat_map(all_shifts).map(|bits| 1 << bits);
        let lengths = shifts.chain(suggested.iter().copied()).map(|cols: u32| cols.to_string());
        lengths.filter_map(|written| Some(RowLength { cols: self.each(&written)?, written })).collect()
    }

    /// The elements of a row in each instance, if an expression can be that.
    fn each(&self, written: &str) -> Option<Vec<u32>> {
        let value = |one: &Instance<'_>| one.values.value(written).filter(|cols| (2..=one.elements / 2).contains(cols));
        self.instances.iter().map(|one| u32::try_from(value(one)?).ok()).collect()
    }

    /// Returns what to replace where rows of `length` become longer by `more` elements; `None` where an index cannot be written otherwise.
    pub(crate) fn longer(&self, length: &RowLength, more: u32) -> Option<Vec<TextEdit>> {
        if let Some(edit) = self.named_length(length, more) {
            return Some(vec![edit]);
        }
        let mut edits = vec![self.declaration(length, more)];
        for index in &self.indices {
            edits.extend(self.index(index, length, more)?);
        }
        Some(edits)
    }

    /// Another value of the name that the declaration and all indices have for the length, where nothing else uses it.
    fn named_length(&self, length: &RowLength, more: u32) -> Option<TextEdit> {
        let name = &length.written;
        let defined = self.text.definition(name)?;
        let source = self.text.source();
        let line = source[..defined.start].rfind('\n').map_or(0, |newline| newline + 1);
        let is_here = |at: &usize| (line..defined.start).contains(at);
        let in_index = |at: &usize| self.uses.iter().any(|one| one.range.contains(at));
        let is_own = |at: &usize| self.declaration.statement.contains(at) || in_index(at);
        let mentions = self.text.mentions(name);
        // Each index has to name it: another way to write the same length would keep the old one.
        let names = |one: &SharedArrayUse| mentions.iter().any(|at| one.range.contains(at));
        // Of `N * N` one is the number of rows.
        let in_declaration = mentions.iter().filter(|at| self.declaration.declarator.contains(at)).count();
        let is_whole = in_declaration == 1 && self.uses.iter().all(names);
        let is_alone = mentions.iter().all(|at| is_own(at) || is_here(at));
        let longer = longer_definition(&source[defined.clone()], more.into());
        (is_alone && is_whole).then(|| TextEdit::replace(defined, longer))
    }

    /// The declaration with longer rows: `N * N` -> `N * (N + 1)`.
    fn declaration(&self, length: &RowLength, more: u32) -> TextEdit {
        let (place, written) = (self.extent.place.clone(), self.written(&self.extent));
        if let Some(factor) = self.last_factor(self.extent.unparenthesized(), length) {
            return TextEdit::replace(factor.place.clone(), longer_factor(self.written(factor), more.into()));
        }
        if let (ArithmeticForm::Literal(elements), [cols]) = (&self.extent.form, &distinct(&length.cols)[..]) {
            let rows = elements.unsigned_abs().div_ceil((*cols).into());
            return TextEdit::replace(place, (elements.unsigned_abs() + rows * u64::from(more)).to_string());
        }
        let is_whole = self.instances.iter().zip(&length.cols).all(|(one, cols)| one.elements % i64::from(*cols) == 0);
        let name = &length.written;
        let rows =
            if is_whole { format!("({written}) / {name}") } else { format!("({written} + {name} - 1) / {name}") };
        TextEdit::replace(place, format!("{written} + {rows}{}", times(more)))
    }

    /// Returns the edits of an index.
    fn index(&self, index: &Arithmetic, length: &RowLength, more: u32) -> Option<Vec<TextEdit>> {
        let mut edits = Vec::new();
        if self.sum(index, length, more, &mut edits).is_some() && !edits.is_empty() {
            return Some(edits);
        }
        // An index that names no row is written twice.
        if index.has_effect {
            return None;
        }
        let written = &self.text.source()[index.place.clone()];
        let one = if is_factor(written) { written.to_string() } else { format!("({written})") };
        let name = &length.written;
        Some(vec![TextEdit::replace(index.place.clone(), format!("{one} + {one} / {name}{}", times(more)))])
    }

    /// Adds what to replace in the summands of an index. `None` where a summand reaches beyond a row and does not name its length.
    fn sum(&self, index: &Arithmetic, length: &RowLength, more: u32, edits: &mut Vec<TextEdit>) -> Option<()> {
        for term in terms(index)? {
            if let Some(factor) = self.last_factor(term, length) {
                let new = longer_factor(self.written(factor), more.into());
                edits.push(TextEdit::replace(factor.place.clone(), new));
            } else if let ArithmeticForm::Parentheses(inside) = &term.form {
                self.sum(inside, length, more, edits)?;
            } else if let ArithmeticForm::Shift(rows, bits) = &term.form {
                edits.extend(self.shift(term, rows, *bits, length, more)?);
            } else {
                edits.extend(self.rest(term, length, more)?);
            }
        }
        Some(())
    }

    /// A shift that is a number of rows, `y << 5` -> `y * 33`, or a column.
    fn shift(
        &self,
        term: &Arithmetic,
        rows: &Arithmetic,
        bits: u32,
        length: &RowLength,
        more: u32,
    ) -> Option<Option<TextEdit>> {
        let ([cols], step) = (&distinct(&length.cols)[..], 1_u32 << bits) else { return None };
        if step < *cols {
            return Some(None);
        }
        let written = &self.text.source()[rows.place.clone()];
        let rows = if is_factor(written) { written.to_string() } else { format!("({written})") };
        let step = step.is_multiple_of(*cols).then(|| step / cols * (cols + more))?;
        Some(Some(TextEdit::replace(term.place.clone(), format!("{rows} * {step}"))))
    }

    /// A summand that does not name the length of a row: a column, or a number of whole rows.
    fn rest(&self, term: &Arithmetic, length: &RowLength, more: u32) -> Option<Option<TextEdit>> {
        for factor in std::iter::once(term).chain(factors(term)) {
            let written = self.written(factor);
            let values: Option<Vec<i64>> = self.instances.iter().map(|one| one.values.value(written)).collect();
            let Some(values) = values else { continue };
            let is_column = values.iter().zip(&length.cols).all(|(value, cols)| value.abs() < i64::from(*cols));
            if is_column {
                continue;
            }
            // Of several instances with several lengths one number cannot be the rows of all.
            let ([value], [cols]) = (&distinct(&values)[..], &distinct(&length.cols)[..]) else { return None };
            let cols = i64::from(*cols);
            let new = (value % cols == 0).then(|| value / cols * (cols + i64::from(more)))?;
            return Some(Some(TextEdit::replace(factor.place.clone(), new.to_string())));
        }
        Some(None)
    }

    /// The last factor of a product that is the length of a row.
    fn last_factor<'e>(&self, term: &'e Arithmetic, length: &RowLength) -> Option<&'e Arithmetic> {
        let ArithmeticForm::Product(factors) = &term.form else { return None };
        factors.iter().rfind(|factor| {
            let written = self.written(factor);
            let of_instance = |(one, cols): (&Instance<'_>, &u32)| one.values.value(written) == Some((*cols).into());
            written == length.written || self.instances.iter().zip(&length.cols).all(of_instance)
        })
    }
}

/// The text of a place without comments; a macro's is as it is written.
fn code<'a>(text: &'a CudaText, place: &Range<usize>) -> &'a str {
    let code = text.code(place.clone());
    if code.trim().is_empty() { &text.source()[place.clone()] } else { code }
}

/// ` * 4`, or nothing for one.
fn times(more: u32) -> String {
    if more == 1 { String::new() } else { format!(" * {more}") }
}

/// Another value of a macro or a constant.
fn longer_definition(value: &str, more: i64) -> String {
    let longer = longer(value, more);
    // The expansion of a macro is put into products as it is.
    if is_factor(value) && !is_factor(&longer) { format!("({longer})") } else { longer }
}

fn distinct<T: Copy + PartialEq>(all: &[T]) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(one) {
            found.push(*one);
        }
    }
    found
}

/// The factors of all products in an expression, those in parentheses around summands too.
fn all_factors(expression: &Arithmetic) -> Vec<&Arithmetic> {
    fn of_term(term: &Arithmetic) -> Vec<&Arithmetic> {
        match &term.form {
            ArithmeticForm::Parentheses(inside) => all_factors(inside),
            ArithmeticForm::Product(factors) => factors.iter().collect(),
            _ => Vec::new(),
        }
    }
    terms(expression).unwrap_or_default().into_iter().flat_map(of_term).collect()
}

/// The bits of the shifts in the summands of an expression.
fn all_shifts(expression: &Arithmetic) -> Vec<u32> {
    let of_term = |term: &Arithmetic| match &term.form {
        ArithmeticForm::Parentheses(inside) => all_shifts(inside),
        ArithmeticForm::Shift(_, bits) => vec![*bits],
        _ => Vec::new(),
    };
    terms(expression).unwrap_or_default().into_iter().flat_map(of_term).collect()
}

/// The summands of an expression; `None` where its last operation is another one. The sign of a number that is taken away does not matter for
/// where a row begins.
fn terms(expression: &Arithmetic) -> Option<Vec<&Arithmetic>> {
    let expression = expression.unparenthesized();
    match &expression.form {
        ArithmeticForm::Sum(summands) => Some(summands.iter().map(|(_, summand)| summand).collect()),
        ArithmeticForm::Other => None,
        _ => Some(vec![expression]),
    }
}

/// The factors of a product.
fn factors(term: &Arithmetic) -> Vec<&Arithmetic> {
    match &term.form {
        ArithmeticForm::Product(factors) => factors.iter().collect(),
        _ => vec![term],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::change::edit::edited;

    /// The source with rows that are one or more elements longer, if that can be written.
    fn made_longer(text: &str, arguments: &[&[&str]], bytes: &[u32], more: u32) -> Option<String> {
        let read = CudaText::parse(text);
        let declaration = read.shared_declarations().remove(0);
        let array = |(arguments, bytes): (&&[&str], &u32)| SharedArray {
            name: "s".to_string(),
            offset: 0,
            bytes: *bytes,
            is_dynamic: false,
            is_named: false,
            declaration: Some(declaration.clone()),
            element: None,
            dims: vec![bytes / 4],
            elem_bytes: Some(4),
            arguments: arguments.iter().map(|argument| argument.to_string()).collect(),
            holds: Vec::new(),
        };
        let arrays: Vec<SharedArray> = arguments.iter().zip(bytes).map(array).collect();
        let instances: Vec<(&SharedArray, InstanceValues<'_>)> =
            arrays.iter().map(|array| (array, InstanceValues::of(&read, array, [32, 1, 1]))).collect();
        let rows = IndexedRows::of(&read, &instances)?;
        let length = rows.lengths().into_iter().next()?;
        Some(edited(text, &rows.longer(&length, more)?))
    }

    #[test]
    fn rows_of_one_dimension_become_longer() {
        let kernel = |outside: &str, declared: &str, index: &str| {
            format!("{outside}\n__global__ void k(int y, int x) {{ __shared__ float s[{declared}]; s[{index}] = 1; }}")
        };
        for (outside, declared, index, more, new_outside, new_declared, new_index) in [
            ("", "1024", "y * 32 + x", 1, "", "1056", "y * 33 + x"),
            ("", "32 * 32", "x + (y + 1) * 32", 1, "", "32 * 33", "x + (y + 1) * 33"),
            ("", "2 * 1024", "1024 + y * 32 + x", 4, "", "2 * 1024 + (2 * 1024) / 32 * 4", "1152 + y * 36 + x"),
            ("#define N 32", "N * N", "(y * N + x)", 1, "#define N 32", "N * (N + 1)", "(y * (N + 1) + x)"),
            ("#define P (32 + 1)", "32 * P", "y * P + x", 1, "#define P (32 + 2)", "32 * P", "y * P + x"),
            ("const int P = 33;", "32 * P", "y * P + x", 3, "const int P = 36;", "32 * P", "y * P + x"),
            ("", "32 * (32 + 1)", "y * (32 + 1) + x", 1, "", "32 * (32 + 2)", "y * (32 + 2) + x"),
            ("", "1024", "y * blockDim.x + x", 1, "", "1056", "y * (blockDim.x + 1) + x"),
        ] {
            let made = made_longer(&kernel(outside, declared, index), &[&[]], &[4096], more);
            assert_eq!(made, Some(kernel(new_outside, new_declared, new_index)), "{outside} {declared} {index}");
        }
        for index in ["y << 5 | x", "y", "x++"] {
            assert_eq!(made_longer(&kernel("", "1024", index), &[&[]], &[4096], 1), None, "{index}");
        }
    }

    #[test]
    fn rows_of_each_instance_of_a_template_become_longer() {
        let kernel = |declared: &str, fill: &str, load: &str| {
            format!(
                "template <class T, int N> __global__ void k(int y, int x) {{ __shared__ T s[{declared}]; s[{fill}] = 1; f(s[{load}]); }}"
            )
        };
        let two: &[&[&str]] = &[&["float", "16"], &["float", "32"]];
        let made = made_longer(&kernel("N * N", "i", "x * N + y"), two, &[1024, 4096], 1);
        assert_eq!(made, Some(kernel("N * (N + 1)", "i + i / N", "x * (N + 1) + y")));
        // Passed to a function.
        assert_eq!(made_longer(&kernel("N * N", "x * N", "0] + g(s)[0"), two, &[1024, 4096], 1), None);
    }
}
