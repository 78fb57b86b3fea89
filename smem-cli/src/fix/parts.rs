//! The arrays that one block of shared memory holds: `float* a = memory; float* b = a + 32 * 32;`.

use std::collections::BTreeMap;

use smem_cuda::{CudaText, Scalar};

use super::declaration::{Declaration, DeclarationKind};
use super::functions::device_functions;
use super::scan::{closing, is_word, words};

/// A pointer into a block, with the place that it points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ArrayPart<'a> {
    pub(crate) pointer: &'a Declaration,
    /// Bytes from the start of the block.
    pub(crate) offset: u32,
}

/// The pointers through which a function accesses a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ArrayParts<'a> {
    /// It is one array, whose own name is used.
    One,
    /// These, by their places.
    Known(Vec<ArrayPart<'a>>),
    /// Several, of which some begin at a place that the text does not fix.
    Unknown(Vec<&'a Declaration>),
}

/// Returns the parts of a block of `bytes` bytes whose name has elements of `elem_bytes`, in a function of a text without comments.
pub(crate) fn parts<'a>(
    block: &Declaration,
    elem_bytes: u32,
    bytes: u32,
    function: &str,
    pointers: &'a [Declaration],
    code: &str,
) -> ArrayParts<'a> {
    let bodies = device_functions(code).into_iter().filter(|one| one.name == function).map(|one| one.body);
    let uses: Vec<usize> = bodies
        .flat_map(|body| words(&code[body.clone()], &block.name).map(|at| body.start + at).collect::<Vec<_>>())
        .collect();
    let mut places = PointerPlaces { text: CudaText::parse(code), at: 0, known: BTreeMap::new() };
    places.known.insert(block.name.clone(), Some((0, elem_bytes.into())));
    let mut found: Vec<(&Declaration, Option<i64>)> = Vec::new();
    for pointer in pointers.iter().filter(|pointer| pointer.function.as_deref() == Some(function)) {
        let DeclarationKind::Pointer(value) = &pointer.kind else { continue };
        let value = &code[value.clone()];
        if !places.known.keys().any(|known| words(value, known).next().is_some()) {
            continue;
        }
        places.at = pointer.statement.start;
        let place = places.of(value);
        let row: Option<i64> = pointer.dims.iter().map(|dim| places.text.integer_at(dim, places.at)).product();
        let unit = Scalar::of_cuda(&pointer.element)
            .map(|scalar| scalar.bytes() as i64)
            .zip(row)
            .map(|(bytes, row)| bytes * row);
        let at = place.map(|(offset, _)| offset);
        places.known.insert(pointer.name.clone(), at.zip(unit));
        found.push((pointer, at));
    }
    let is_in_value = |at: &usize| found.iter().any(|(pointer, _)| pointer.statement.contains(at));
    if found.is_empty() || !uses.iter().filter(|at| !block.statement.contains(at)).all(is_in_value) {
        return ArrayParts::One;
    }
    let mut known: Vec<ArrayPart<'a>> = Vec::new();
    for (pointer, place) in &found {
        let offset = place.and_then(|offset| u32::try_from(offset).ok()).filter(|offset| *offset < bytes);
        let Some(offset) = offset else {
            return ArrayParts::Unknown(found.into_iter().map(|(pointer, _)| pointer).collect());
        };
        known.push(ArrayPart { pointer, offset });
    }
    known.sort_by_key(|part| part.offset);
    let is_twice = known.windows(2).any(|two| two[0].offset == two[1].offset);
    // Of two names for one place either may be meant.
    if is_twice {
        ArrayParts::Unknown(known.into_iter().map(|part| part.pointer).collect())
    } else {
        ArrayParts::Known(known)
    }
}

/// Where pointers point to.
struct PointerPlaces {
    text: CudaText,
    /// The byte of the text whose names expressions have.
    at: usize,
    /// Bytes from the start of the block, and those of what a pointer points to; `None` of one whose place is not fixed.
    known: BTreeMap<String, Option<(i64, i64)>>,
}

impl PointerPlaces {
    /// The place of an expression, and the bytes that one more element is away.
    fn of(&self, value: &str) -> Option<(i64, i64)> {
        let value = value.trim();
        if value.bytes().all(is_word) {
            return *self.known.get(value)?;
        }
        if let Some(at) = last_plus(value) {
            let (left, right) = (&value[..at], &value[at + 1..]);
            let moved = |pointer: &str, number: &str| {
                let (offset, unit) = self.of(pointer)?;
                Some((offset + unit * self.text.integer_at(number, self.at)?, unit))
            };
            return moved(left, right).or_else(|| moved(right, left));
        }
        if let Some(rest) = value.strip_prefix('&') {
            let open = rest.rfind('[').filter(|_| rest.ends_with(']'))?;
            let (offset, unit) = self.of(&rest[..open])?;
            let index = self.text.integer_at(&rest[open + 1..rest.len() - 1], self.at)?;
            return Some((offset + unit * index, unit));
        }
        if let Some(at) = value.find("_cast<").filter(|at| value[..*at].bytes().all(is_word)) {
            let open = at + "_cast<".len();
            let close = open + value[open..].find(">(")?;
            return self.cast(&value[open..close], &value[close + 1..]);
        }
        let close = value.starts_with('(').then(|| closing(value, 0)).flatten()?;
        let (inside, rest) = (&value[1..close], value[close + 1..].trim());
        if rest.is_empty() { self.of(inside) } else { self.cast(inside, rest) }
    }

    /// `float*` of what is cast.
    fn cast(&self, to: &str, value: &str) -> Option<(i64, i64)> {
        let (offset, _) = self.of(value)?;
        // A pointer to rows has no parts.
        let element = to.trim().strip_suffix('*').and_then(|element| Scalar::of_cuda(element.trim()));
        let unit = element.map(|scalar| scalar.bytes() as i64);
        to.contains('*').then(|| (offset, unit.unwrap_or(0)))
    }
}

/// The last `+` that is in no brackets.
fn last_plus(value: &str) -> Option<usize> {
    let mut depth = 0_i32;
    value.bytes().enumerate().rev().find_map(|(at, byte)| {
        depth += i32::from(b")]".contains(&byte)) - i32::from(b"([".contains(&byte));
        (byte == b'+' && depth == 0 && at > 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::super::declaration::declarations;
    use super::super::pointers::pointers;
    use super::*;

    fn shown(body: &str) -> Result<Vec<(String, u32)>, usize> {
        let text = format!("#define N 32\nextern __shared__ float memory[];\n__global__ void k(int n) {{ {body} }}");
        let (block, pointers) = (&declarations(&text)[0], pointers(&text));
        match parts(block, 4, 8192, "k", &pointers, &text) {
            ArrayParts::Known(parts) => Ok(parts.iter().map(|part| (part.pointer.name.clone(), part.offset)).collect()),
            ArrayParts::Unknown(all) => Err(all.len()),
            ArrayParts::One => Err(0),
        }
    }

    #[test]
    fn pointers_into_a_block_have_their_places() {
        let two = |offset| Ok(vec![("a".to_string(), 0), ("b".to_string(), offset)]);
        for (body, expected) in [
            ("float* a = memory; float* b = memory + N * N; a[0] = b[0];", two(4096)),
            ("float* a = memory; float* b = a + 1024;", two(4096)),
            ("float* b = &memory[N]; float* a = memory;", two(128)),
            ("float* a = (float*)memory; double* b = (double*)(a + 2 * N);", two(256)),
            ("char* a = (char*)memory; float* b = reinterpret_cast<float*>(a + 64);", two(64)),
            ("half* a = reinterpret_cast<half*>(memory); float* b = (float*)(a + 64);", two(128)),
            ("float (*a)[N] = (float (*)[N])memory; float* b = (float*)(a + N);", two(4096)),
            ("float* a = memory; float* b = memory + n;", Err(2)),
            ("float* a = memory; float* b = memory;", Err(2)),
            ("float* a = memory; memory[0] = 1;", Err(0)),
            ("memory[0] = 1;", Err(0)),
        ] {
            assert_eq!(shown(body), expected, "{body}");
        }
    }
}
