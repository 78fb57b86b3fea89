//! The arrays that one block of shared memory holds: `float* a = memory; float* b = a + 32 * 32;`.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::declaration::{SharedDeclaration, SharedKind};
use super::pointers::{cast, unparenthesized};
use crate::Scalar;
use crate::cuda_text::CudaText;
use crate::grammar::{descendants, named_children};

/// A pointer into a block, with the place that it points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedPart<'a> {
    /// The pointer.
    pub pointer: &'a SharedDeclaration,
    /// Bytes from the start of the block.
    pub offset: u32,
}

/// The pointers through which a function accesses a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SharedParts<'a> {
    /// It is one array, whose own name is used.
    One,
    /// These, by their places.
    Known(Vec<SharedPart<'a>>),
    /// Several, of which some begin at a place that the text does not fix.
    Unknown(Vec<&'a SharedDeclaration>),
}

impl CudaText {
    /// Returns the parts of a block of `bytes` bytes whose name has elements of `elem_bytes`, as a function accesses them.
    ///
    /// ```
    /// use smem_cuda::SharedParts;
    ///
    /// let text = smem_cuda::CudaText::parse(
    ///     "__global__ void k() { extern __shared__ float memory[]; float* a = memory; float* b = &memory[64]; }",
    /// );
    /// let pointers = text.device_pointers();
    /// let SharedParts::Known(parts) = text.shared_parts(&text.shared_declarations()[0], 4, 512, "k", &pointers) else { panic!() };
    /// assert_eq!((&parts[1].pointer.name[..], parts[1].offset), ("b", 256));
    /// ```
    pub fn shared_parts<'a>(
        &self,
        block: &SharedDeclaration,
        elem_bytes: u32,
        bytes: u32,
        function: &str,
        pointers: &'a [SharedDeclaration],
    ) -> SharedParts<'a> {
        let own = pointers.iter().filter(|pointer| pointer.function.as_deref() == Some(function));
        let found = self.pointers_into(block, elem_bytes, own);
        let functions = self.device_functions();
        let bodies = || functions.iter().filter(|one| one.name == function).map(|one| &one.body);
        let uses = self.shared_uses(block, 0).into_iter().map(|one| one.range.start);
        let mut here = uses.filter(|at| bodies().any(|body| body.contains(at)));
        let is_in_value = |at: usize| found.iter().any(|(pointer, _)| pointer.statement.contains(&at));
        if found.is_empty() || !here.all(is_in_value) || self.is_in_macro(&block.name) {
            return SharedParts::One;
        }
        by_places(found, bytes)
    }

    /// The pointers whose values are places in a block, with the places where the text fixes them.
    fn pointers_into<'a>(
        &self,
        block: &SharedDeclaration,
        elem_bytes: u32,
        pointers: impl Iterator<Item = &'a SharedDeclaration>,
    ) -> Vec<(&'a SharedDeclaration, Option<i64>)> {
        let mut places = PointerPlaces { text: self, at: 0, known: BTreeMap::new() };
        places.known.insert(block.name.clone(), Some((0, elem_bytes.into())));
        let mut found = Vec::new();
        for pointer in pointers {
            let SharedKind::Pointer(value) = &pointer.kind else { continue };
            let Some(value) = self.node_at(value).filter(|value| places.are_named_in(*value)) else { continue };
            places.at = pointer.statement.start;
            let at = places.of(value).map(|(offset, _)| offset);
            let row: Option<i64> = pointer.dims.iter().map(|dim| self.integer_at(dim, places.at)).product();
            let element = Scalar::of_cuda(&pointer.element).map(|scalar| scalar.bytes() as i64);
            let unit = element.zip(row).map(|(bytes, row)| bytes * row);
            places.known.insert(pointer.name.clone(), at.zip(unit));
            found.push((pointer, at));
        }
        found
    }
}

fn by_places<'a>(found: Vec<(&'a SharedDeclaration, Option<i64>)>, bytes: u32) -> SharedParts<'a> {
    let mut known: Vec<SharedPart<'a>> = Vec::new();
    for (pointer, place) in &found {
        let offset = place.and_then(|offset| u32::try_from(offset).ok()).filter(|offset| *offset < bytes);
        let Some(offset) = offset else {
            return SharedParts::Unknown(found.into_iter().map(|(pointer, _)| pointer).collect());
        };
        known.push(SharedPart { pointer, offset });
    }
    known.sort_by_key(|part| part.offset);
    let is_twice = known.windows(2).any(|two| two[0].offset == two[1].offset);
    // Of two names for one place either may be meant.
    if is_twice {
        SharedParts::Unknown(known.into_iter().map(|part| part.pointer).collect())
    } else {
        SharedParts::Known(known)
    }
}

/// Where pointers point to.
struct PointerPlaces<'t> {
    text: &'t CudaText,
    /// The byte of the file whose names expressions have.
    at: usize,
    /// Bytes from the start of the block, and those of what a pointer points to; `None` of one whose place is not fixed.
    known: BTreeMap<String, Option<(i64, i64)>>,
}

impl PointerPlaces<'_> {
    fn are_named_in(&self, value: Node<'_>) -> bool {
        let names = descendants(value).filter(|node| node.kind() == "identifier");
        names.map(|name| self.text.text_of(name)).any(|name| self.known.contains_key(name))
    }

    fn number(&self, node: Node<'_>) -> Option<i64> {
        self.text.integer_at(self.text.text_of(node), self.at)
    }

    /// The place of an expression, and the bytes that one more element is away.
    fn of(&self, value: Node<'_>) -> Option<(i64, i64)> {
        let field = |name: &str| value.child_by_field_name(name);
        match value.kind() {
            "identifier" => *self.known.get(self.text.text_of(value))?,
            "parenthesized_expression" => self.of(unparenthesized(value)),
            "binary_expression" => {
                let (left, right) = (field("left")?, field("right")?);
                match self.text.text_of(field("operator")?) {
                    "+" => self.moved(left, right, 1).or_else(|| self.moved(right, left, 1)),
                    "-" => self.moved(left, right, -1),
                    _ => None,
                }
            }
            "pointer_expression" if self.text.text_of(value).starts_with('&') => {
                let element = unparenthesized(field("argument")?);
                let [index] = named_children(element.child_by_field_name("indices")?)[..] else { return None };
                self.moved(element.child_by_field_name("argument")?, index, 1)
            }
            _ => {
                let (to, value) = cast(value)?;
                let (offset, _) = self.of(value)?;
                let stars = descendants(to).filter(|node| node.kind() == "abstract_pointer_declarator").count();
                let is_rows = descendants(to).any(|node| node.kind() == "abstract_array_declarator");
                // A pointer to rows has no parts.
                let element = Scalar::of_cuda(&self.text.pointee(to)).filter(|_| stars == 1 && !is_rows);
                (stars > 0).then(|| (offset, element.map_or(0, |scalar| scalar.bytes() as i64)))
            }
        }
    }

    fn moved(&self, pointer: Node<'_>, number: Node<'_>, sign: i64) -> Option<(i64, i64)> {
        let (offset, unit) = self.of(pointer)?;
        Some((offset + sign * unit * self.number(number)?, unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(body: &str) -> Result<Vec<(String, u32)>, usize> {
        let text = CudaText::parse(&format!(
            "#define N 32\nextern __shared__ float memory[];\n__global__ void k(int n) {{ {body} }}"
        ));
        let pointers = text.device_pointers();
        match text.shared_parts(&text.shared_declarations()[0], 4, 8192, "k", &pointers) {
            SharedParts::Known(parts) => {
                Ok(parts.iter().map(|part| (part.pointer.name.clone(), part.offset)).collect())
            }
            SharedParts::Unknown(all) => Err(all.len()),
            SharedParts::One => Err(0),
        }
    }

    #[test]
    fn pointers_into_a_block_have_their_places() {
        let two = |offset| Ok(vec![("a".to_owned(), 0), ("b".to_owned(), offset)]);
        for (body, expected) in [
            ("float* a = memory; float* b = memory + N * N; a[0] = b[0];", two(4096)),
            ("float* a = memory; float* b = a + 1024;", two(4096)),
            ("float* a = memory; float* b = a + 1024 - N;", two(3968)),
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
