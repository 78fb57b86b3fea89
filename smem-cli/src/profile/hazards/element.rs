//! The element of a shared array that a byte is in, by the array's extents in the source.

use serde::Serialize;
use smem_launch::readable_name;
use smem_sim::SharedVariable;

use crate::profile::constants::{size_of, value};
use crate::profile::files::Files;

/// An element of an array.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Element {
    /// As the compiler names it: `k(float*)::tile`.
    pub(crate) array: String,
    /// `tile[3][7]`, or `tile + 220 bytes` where the source does not fix the extents.
    pub(crate) element: String,
}

/// Returns the element of an array that holds the byte at `address` of shared memory.
pub(super) fn element(array: &SharedVariable, address: u32, files: &Files) -> Element {
    let name = readable_name(&array.name);
    let short = name.rsplit("::").next().unwrap_or(&name).to_string();
    let offset = address.saturating_sub(array.offset);
    let text = files.whole(files.profiled());
    let indices = text.and_then(|text| Declared::find(&text, &short)?.indices(array.bytes, offset, &text));
    let element = match (indices, offset) {
        (Some(indices), _) => short + &indices,
        (None, 0) => short,
        (None, offset) => format!("{short} + {offset} bytes"),
    };
    Element { array: name, element }
}

/// A declaration of an array in shared memory.
#[derive(Debug, PartialEq, Eq)]
struct Declared {
    /// The statement in front of the name: `__shared__ float`.
    head: String,
    /// What is between the brackets.
    extents: Vec<String>,
}

impl Declared {
    /// Returns the declaration of a name, if there is one alone: without brackets for a variable that is not an array.
    fn find(text: &str, name: &str) -> Option<Declared> {
        let mut found = None;
        for statement in text.split_inclusive(['{', '}', ';']).filter(|statement| statement.ends_with(';')) {
            let Some(shared) = statement.find("__shared__") else { continue };
            let is_word = |character: char| character.is_alphanumeric() || character == '_';
            for (at, _) in statement.match_indices(name).filter(|(at, _)| *at > shared) {
                let rest = &statement[at + name.len()..];
                if statement[..at].ends_with(is_word) || rest.starts_with(is_word) {
                    continue;
                }
                let head = statement[shared..at].split(',').next().unwrap_or_default();
                let head = head.split('[').next().unwrap_or_default().to_string();
                let declared = Declared { head, extents: brackets(rest) };
                if found.as_ref().is_some_and(|other: &Declared| other.extents != declared.extents) {
                    return None;
                }
                found = Some(declared);
            }
        }
        found
    }

    /// `[3][7]` of the byte at `offset`, of an array of so many bytes.
    fn indices(&self, bytes: Option<u32>, offset: u32, text: &str) -> Option<String> {
        if self.extents.is_empty() {
            return (offset == 0).then(String::new);
        }
        let known: Vec<Option<u32>> =
            self.extents.iter().map(|extent| u32::try_from(value(extent, text)?).ok().filter(|n| *n > 0)).collect();
        // The first extent does not matter for the place of an element.
        let inner: Vec<u32> = known.iter().skip(1).copied().collect::<Option<_>>()?;
        let size = match (known[0], bytes) {
            (Some(first), Some(bytes)) => {
                let count = inner.iter().try_fold(first, |count, extent| count.checked_mul(*extent))?;
                bytes.checked_div(count).filter(|size| size * count == bytes && *size > 0)?
            }
            _ => self.element_size()?,
        };
        let mut at = offset / size;
        let mut indices: Vec<String> = Vec::new();
        for extent in inner.iter().rev() {
            indices.push(format!("[{}]", at % extent));
            at /= extent;
        }
        indices.push(format!("[{at}]"));
        indices.reverse();
        Some(indices.concat())
    }

    /// The bytes of an element, by its type.
    fn element_size(&self) -> Option<u32> {
        let words = self.head.split_whitespace().filter(|word| {
            !matches!(*word, "__shared__" | "extern" | "volatile" | "static") && !word.contains("align")
        });
        u32::try_from(size_of(&words.collect::<Vec<_>>().join(" "))?).ok()
    }
}

/// What is between the brackets that a text begins with.
fn brackets(text: &str) -> Vec<String> {
    let (mut extents, mut rest) = (Vec::new(), text.trim_start());
    while let Some(inside) = rest.strip_prefix('[') {
        let Some((extent, behind)) = inside.split_once(']') else { break };
        extents.push(extent.trim().to_string());
        rest = behind.trim_start();
    }
    extents
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#define N 4
        __global__ void k(int* out) {
            __shared__ float a[16][N * 4], b[N][3][2];
            extern __shared__ double all[];
            __shared__ volatile int flag;
            if (out) { __shared__ T rows[M][32]; __shared__ int used[T]; }
        }";

    fn named(name: &str, bytes: Option<u32>, offset: u32) -> Option<String> {
        Declared::find(TEXT, name)?.indices(bytes, offset, TEXT)
    }

    #[test]
    fn bytes_are_elements_by_the_extents_of_the_declaration() {
        assert_eq!(named("a", Some(1024), 3 * 64 + 7 * 4 + 2).unwrap(), "[3][7]");
        assert_eq!(named("b", Some(96), 4 * (6 + 2 + 1)).unwrap(), "[1][1][1]");
        assert_eq!(named("all", None, 40).unwrap(), "[5]");
        assert_eq!(named("flag", Some(4), 0).unwrap(), "");
    }

    #[test]
    fn what_the_source_does_not_fix_has_no_element() {
        for (name, bytes) in [("rows", Some(4096)), ("used", Some(64)), ("nobody", Some(4)), ("a", Some(1000))] {
            assert_eq!(named(name, bytes, 4), None, "{name}");
        }
    }
}
