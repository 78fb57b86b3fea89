//! Longer rows of an array of one dimension, whose indices name the length of a row: `s[y * N + x]` -> `s[y * (N + 1) + x]`.

use std::ops::Range;

use super::edit::TextEdit;
use super::length::{longer, longer_factor, whole_parenthesis};
use super::uses::{ArrayUse, uses};
use super::values::InstanceValues;
use crate::fix::arrays::SharedArray;
use crate::fix::declaration::{Declaration, DeclarationKind};
use crate::fix::scan::{is_word, words};

/// An array of one dimension in all instances of its function, as the source indexes it.
#[derive(Debug)]
pub(crate) struct IndexedRows<'a> {
    text: &'a str,
    code: &'a str,
    declaration: &'a Declaration,
    uses: Vec<ArrayUse>,
    instances: Vec<Instance>,
}

/// An instance of the function.
#[derive(Debug)]
struct Instance {
    values: InstanceValues,
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
    pub(crate) fn of(text: &'a str, code: &'a str, instances: &'a [(&SharedArray, InstanceValues)]) -> Option<Self> {
        let declaration = instances.first()?.0.declaration.as_ref()?;
        let is_array = matches!(declaration.kind, DeclarationKind::Array | DeclarationKind::Member);
        if !is_array || declaration.dims.len() != 1 || declaration.dims_of_type > 0 {
            return None;
        }
        let uses = uses(code, declaration, 1);
        let has_all = !uses.is_empty() && uses.iter().all(|one| one.indices.len() == 1);
        let instance = |(array, values): &(&SharedArray, InstanceValues)| {
            let elements = array.bytes.checked_div(array.elem_bytes?)?;
            Some(Instance { values: values.clone(), elements: elements.into() })
        };
        let instances = instances.iter().map(instance).collect::<Option<Vec<_>>>()?;
        has_all.then_some(IndexedRows { text, code, declaration, uses, instances })
    }

    /// Returns the lengths of rows that the indices name, each once.
    pub(crate) fn lengths(&self) -> Vec<RowLength> {
        let mut found: Vec<RowLength> = Vec::new();
        for index in self.uses.iter().flat_map(|one| &one.indices) {
            let mut factors = Vec::new();
            all_factors(self.code, index.clone(), &mut factors);
            for factor in factors {
                let written = self.code[factor].trim().to_string();
                let cols: Option<Vec<u32>> =
                    self.each(&written).map(|all| all.iter().map(|cols| *cols as u32).collect());
                let Some(cols) = cols else { continue };
                let length = RowLength { written, cols };
                if !found.contains(&length) {
                    found.push(length);
                }
            }
        }
        found
    }

    /// The elements of a row in each instance, if an expression can be that.
    fn each(&self, written: &str) -> Option<Vec<i64>> {
        let value = |one: &Instance| one.values.value(written).filter(|cols| (2..=one.elements / 2).contains(cols));
        self.instances.iter().map(value).collect()
    }

    /// Returns what to replace where rows of `length` become longer by `more` elements; `None` where an index cannot be written otherwise.
    pub(crate) fn longer(&self, length: &RowLength, more: u32) -> Option<Vec<TextEdit>> {
        if let Some(edit) = self.named_length(length, more) {
            return Some(vec![edit]);
        }
        let mut edits = vec![self.declaration(length, more)?];
        for index in self.uses.iter().flat_map(|one| &one.indices) {
            edits.extend(self.index(index.clone(), length, more)?);
        }
        Some(edits)
    }

    /// Another value of the name that the declaration and all indices have for the length, where nothing else uses it.
    fn named_length(&self, length: &RowLength, more: u32) -> Option<TextEdit> {
        let name = &length.written;
        let defined = definition(name, self.code)?;
        let start = defined.start;
        let own = |at: usize| {
            let in_index = || self.uses.iter().any(|one| one.range.contains(&at));
            self.declaration.statement.contains(&at) || in_index()
        };
        let line = self.code[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let is_own = words(self.code, name).all(|at| own(at) || (line..start).contains(&at));
        // Each index has to name it: another way to write the same length would keep the old one.
        let names = |one: &ArrayUse| words(&self.code[one.range.clone()], name).next().is_some();
        // Of `N * N` one is the number of rows.
        let in_declaration = words(&self.code[self.declaration.declarator.clone()], name).count();
        let is_whole = in_declaration == 1 && self.uses.iter().all(names);
        let value = &self.code[defined.clone()];
        (is_own && is_whole).then(|| TextEdit::replace(defined.clone(), longer_definition(value, more.into())))
    }

    /// The declaration with longer rows: `N * N` -> `N * (N + 1)`.
    fn declaration(&self, length: &RowLength, more: u32) -> Option<TextEdit> {
        let written = self.declaration.dims.first()?;
        let place = self.declaration.declarator.clone();
        let start = place.start + self.code[place].rfind(written.as_str())?;
        let range = start..start + written.len();
        let terms = terms(self.code, range.clone())?;
        if let [term] = &terms[..]
            && let Some(factor) = self.last_factor(term.clone(), length)
        {
            let new = longer_factor(&self.code[factor.clone()], more.into());
            return Some(TextEdit::replace(factor, new));
        }
        let is_whole = self.instances.iter().zip(&length.cols).all(|(one, cols)| one.elements % i64::from(*cols) == 0);
        let name = &length.written;
        if written.bytes().all(|byte| byte.is_ascii_digit())
            && let (Ok(elements), [cols]) = (written.parse::<u32>(), &distinct(&length.cols)[..])
        {
            return Some(TextEdit::replace(range, (elements + elements.div_ceil(*cols) * more).to_string()));
        }
        let rows =
            if is_whole { format!("({written}) / {name}") } else { format!("({written} + {name} - 1) / {name}") };
        let times = if more == 1 { String::new() } else { format!(" * {more}") };
        Some(TextEdit::replace(range, format!("{written} + {rows}{times}")))
    }

    /// Returns the edits of an index.
    fn index(&self, index: Range<usize>, length: &RowLength, more: u32) -> Option<Vec<TextEdit>> {
        let mut edits = Vec::new();
        if self.sum(index.clone(), length, more, &mut edits).is_some() && !edits.is_empty() {
            return Some(edits);
        }
        // An index that names no row.
        let written = self.text[index.clone()].trim();
        let times = if more == 1 { String::new() } else { format!(" * {more}") };
        let is_simple = written.bytes().all(|byte| is_word(byte) || byte == b'.');
        let has_effect = ["++", "--", "="].iter().any(|sign| written.contains(sign));
        if has_effect {
            return None;
        }
        let one = if is_simple { written.to_string() } else { format!("({written})") };
        let name = &length.written;
        Some(vec![TextEdit::replace(index, format!("{one} + {one} / {name}{times}"))])
    }

    /// Adds what to replace in the summands of an index. `None` where a summand reaches beyond a row and does not name its length.
    fn sum(&self, range: Range<usize>, length: &RowLength, more: u32, edits: &mut Vec<TextEdit>) -> Option<()> {
        for term in terms(self.code, range)? {
            if let Some(factor) = self.last_factor(term.clone(), length) {
                let new = longer_factor(&self.code[factor.clone()], more.into());
                edits.push(TextEdit::replace(factor, new));
            } else if let Some(inside) = inside(self.code, term.clone()) {
                self.sum(inside, length, more, edits)?;
            } else {
                edits.extend(self.rest(term, length, more)?);
            }
        }
        Some(())
    }

    /// A summand that does not name the length of a row: a column, or a number of whole rows.
    fn rest(&self, term: Range<usize>, length: &RowLength, more: u32) -> Option<Option<TextEdit>> {
        let factors = factors(self.code, term.clone())?;
        for factor in std::iter::once(trimmed(self.code, term)).chain(factors) {
            let written = &self.code[factor.clone()];
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
            return Some(Some(TextEdit::replace(factor, new.to_string())));
        }
        Some(None)
    }

    /// The last factor of a product that is the length of a row, with nothing behind it that divides.
    fn last_factor(&self, term: Range<usize>, length: &RowLength) -> Option<Range<usize>> {
        let factors = factors(self.code, term)?;
        let is_length = |factor: &Range<usize>| {
            let written = &self.code[factor.clone()];
            let of_instance = |(one, cols): (&Instance, &u32)| one.values.value(written) == Some(i64::from(*cols));
            written == length.written || self.instances.iter().zip(&length.cols).all(of_instance)
        };
        let at = (factors.len() > 1).then(|| factors.iter().rposition(is_length)).flatten()?;
        let divides = |factor: &Range<usize>| self.code[factor.clone()].contains(['/', '%']);
        (!factors[at + 1..].iter().any(divides)).then(|| factors[at].clone())
    }
}

/// The place of the value that a macro or a constant has: `33` of `#define PITCH 33`, if the name is defined once.
fn definition(name: &str, code: &str) -> Option<Range<usize>> {
    let value = |at: usize| {
        let (line, rest) = (code[..at].rfind('\n').map_or(0, |newline| newline + 1), &code[at + name.len()..]);
        let end = |ends: &[char]| at + name.len() + rest.find(ends).unwrap_or(rest.len());
        if code[line..at].trim_start().strip_prefix('#').is_some_and(|directive| directive.trim() == "define") {
            return rest.starts_with([' ', '\t']).then(|| trimmed(code, at + name.len()..end(&['\n'])));
        }
        let is_constant = words(&code[line..at], "constexpr").chain(words(&code[line..at], "const")).next().is_some();
        let sign = rest.trim_start().strip_prefix('=').filter(|_| is_constant)?;
        Some(trimmed(code, code[..at].len() + name.len() + (rest.len() - sign.len())..end(&[';', ','])))
    };
    let mut all = words(code, name).filter_map(value);
    let first = all.next()?;
    (all.next().is_none() && !first.is_empty()).then_some(first)
}

/// Another value of a macro or a constant.
fn longer_definition(value: &str, more: i64) -> String {
    let is_one = value.bytes().all(is_word) || whole_parenthesis(value).is_some();
    let longer = longer(value, more);
    // The expansion of a macro is put into products as it is.
    if is_one && !longer.bytes().all(is_word) && whole_parenthesis(&longer).is_none() {
        format!("({longer})")
    } else {
        longer
    }
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

/// The place of an expression without the blanks around it.
fn trimmed(code: &str, range: Range<usize>) -> Range<usize> {
    let written = &code[range.clone()];
    let start = range.start + (written.len() - written.trim_start().len());
    start..start + written.trim().len()
}

/// Returns the text in the parenthesis around all of an expression.
fn inside(code: &str, range: Range<usize>) -> Option<Range<usize>> {
    let range = trimmed(code, range);
    whole_parenthesis(&code[range.clone()]).map(|inside| range.start + 1..range.start + 1 + inside.len())
}

/// The factors of all products in an expression, those in parentheses around summands too.
fn all_factors(code: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    for term in terms(code, range).unwrap_or_default() {
        match factors(code, term.clone()) {
            Some(factors) if factors.len() > 1 => found.extend(factors),
            _ => {
                if let Some(inside) = inside(code, term) {
                    all_factors(code, inside, found);
                }
            }
        }
    }
}

/// The summands of an expression; `None` where its last operation is another one.
fn terms(code: &str, range: Range<usize>) -> Option<Vec<Range<usize>>> {
    let range = trimmed(code, range);
    if let Some(inside) = inside(code, range.clone()) {
        return terms(code, inside);
    }
    let bytes = code.as_bytes();
    let (mut found, mut depth, mut start) = (Vec::new(), 0_i32, range.start);
    for at in range.clone() {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'<' | b'>' | b'&' | b'|' | b'^' | b'?' | b'=' | b',' if depth == 0 => return None,
            b'+' | b'-' if depth == 0 => {
                let is_sum = !code[start..at].trim().is_empty();
                if !is_sum || bytes.get(at + 1) == Some(&bytes[at]) {
                    return None;
                }
                // The sign of a number that is taken away does not matter for where a row begins.
                found.push(trimmed(code, start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(trimmed(code, start..range.end));
    found.iter().all(|term| !term.is_empty()).then_some(found)
}

/// The factors of a product.
fn factors(code: &str, range: Range<usize>) -> Option<Vec<Range<usize>>> {
    let bytes = code.as_bytes();
    let (mut found, mut depth, mut start) = (Vec::new(), 0_i32, range.start);
    for at in range.clone() {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'*' if depth == 0 => {
                found.push(trimmed(code, start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(trimmed(code, start..range.end));
    found.iter().all(|factor| !factor.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::change::edit::edited;
    use crate::fix::declaration::declarations;
    use smem_cuda::without_comments;

    /// The source with rows that are one or more elements longer, if that can be written.
    fn made_longer(text: &str, arguments: &[&[&str]], bytes: &[u32], more: u32) -> Option<String> {
        let code = without_comments(text);
        let declaration = declarations(text).remove(0);
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
        let instances: Vec<(&SharedArray, InstanceValues)> =
            arrays.iter().map(|array| (array, InstanceValues::of(&code, array, [32, 1, 1]))).collect();
        let rows = IndexedRows::of(text, &code, &instances)?;
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
