//! Extents of arrays as the compiler computes them: comments in the PTX that it makes of a source with a line of assembly behind
//! each declaration.

use smem_cuda::{CudaText, SharedDeclaration, SharedKind};

/// The beginning of a comment.
const MARK: &str = "smem-tile array";

/// Returns the text with a comment of assembly behind each array that is declared in a function. Lines stay as they are.
pub(crate) fn probed(text: &CudaText) -> String {
    let declared = text.shared_declarations();
    let mut result = text.source().to_string();
    // From the end, so that places stay where they are.
    for declaration in declared.iter().rev() {
        if declaration.function.is_none() || declaration.kind != SharedKind::Array {
            continue;
        }
        let comments = match &declaration.dims[..] {
            [] => {
                let members = text.array_members(&declaration.element);
                members.iter().map(|member| member_comment(declaration, member)).collect()
            }
            dims => comment(&declaration.name, dims.len(), declaration.line, None),
        };
        result.insert_str(declaration.statement.end, &comments);
    }
    result
}

/// A comment with the bytes of the array, of its rows, and so on to those of an element; of a member with its place in front.
fn comment(name: &str, dims: usize, line: u32, place: Option<String>) -> String {
    let sizes = (0..=dims).map(|depth| format!("sizeof({name}{})", "[0]".repeat(depth)));
    let numbers: Vec<String> = place.iter().cloned().chain(sizes).collect();
    let operands: Vec<String> = numbers.iter().map(|number| format!("\"n\"((int){number})")).collect();
    let sign = if place.is_some() { "@" } else { "" };
    let places: Vec<String> = (0..numbers.len()).map(|number| format!("%{number}")).collect();
    format!(" asm volatile(\"// {MARK} {name} {line} {sign}{}\" :: {});", places.join(" "), operands.join(", "))
}

/// A comment on an array in a struct.
fn member_comment(variable: &SharedDeclaration, member: &SharedDeclaration) -> String {
    // The front end's own operator: NVRTC has no `offsetof` without a header.
    let place = format!("__INTADDR__(&((decltype({})*)0)->{})", variable.name, member.name);
    let name = format!("{}.{}", variable.name, member.name);
    comment(&name, member.dims.len(), variable.line, Some(place))
}

/// The extents of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProbedArray {
    /// The kernel or the function in PTX whose code it is in.
    pub(crate) entry: String,
    /// `memory.a` of an array in a struct.
    pub(crate) name: String,
    /// The line of its declaration, of an array in a struct that of the variable.
    pub(crate) line: u32,
    /// Bytes from the start of the struct.
    pub(crate) offset: u32,
    /// Rows, columns, ..
    pub(crate) dims: Vec<u32>,
    pub(crate) elem_bytes: u32,
}

/// Reads the comments in PTX.
pub(crate) fn extents(ptx: &str) -> Vec<ProbedArray> {
    let (mut entry, mut found) = (String::new(), Vec::new());
    for line in ptx.lines() {
        if let Some(name) = function(line) {
            entry = name.to_string();
        }
        let Some((_, rest)) = line.split_once(MARK) else { continue };
        let mut words = rest.split_whitespace();
        let (Some(name), Some(line)) = (words.next(), words.next().and_then(|line| line.parse().ok())) else {
            continue;
        };
        let mut words = words.peekable();
        let offset = words.peek().and_then(|word| word.strip_prefix('@')).and_then(|word| word.parse().ok());
        if offset.is_some() {
            words.next();
        }
        let Ok(bytes) = words.map(str::parse).collect::<Result<Vec<u32>, _>>() else { continue };
        let Some(&elem_bytes) = bytes.last().filter(|bytes| **bytes > 0) else { continue };
        let dims: Vec<u32> = bytes.windows(2).map(|two| two[0] / two[1].max(1)).collect();
        let array = ProbedArray {
            entry: entry.clone(),
            name: name.to_string(),
            line,
            offset: offset.unwrap_or(0),
            dims,
            elem_bytes,
        };
        // A function that is expanded in several places says so several times.
        if !found.contains(&array) {
            found.push(array);
        }
    }
    found
}

/// The name in `.visible .entry _Z1aPi(` or `.func (.param .b32 result) _Z1bi(`.
fn function(line: &str) -> Option<&str> {
    let code = line.split("//").next()?;
    let (_, rest) = code.split_once(".entry ").or_else(|| code.split_once(".func "))?;
    let rest = rest.trim_start();
    let rest = if rest.starts_with('(') { &rest[rest.find(')')? + 1..] } else { rest };
    rest.trim_start().split(['(', ' ', '\t', ';', '{']).next().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_follows_each_array_of_a_function() {
        let text = "__shared__ int whole[4];\n__global__ void k() {\n    __shared__ float tile[N][N + 1];\n}";
        let probed = probed(&CudaText::parse(text));
        assert_eq!(probed.lines().count(), 4);
        assert_eq!(
            probed.lines().nth(2).unwrap(),
            "    __shared__ float tile[N][N + 1]; asm volatile(\"// smem-tile array tile 3 %0 %1 %2\" :: \
             \"n\"((int)sizeof(tile)), \"n\"((int)sizeof(tile[0])), \"n\"((int)sizeof(tile[0][0])));"
        );
        assert_eq!(probed.matches("asm").count(), 1);
    }

    #[test]
    fn arrays_in_a_struct_have_their_places() {
        let text = "struct S { float a[4]; int n; };\n__global__ void k() { __shared__ S s; }";
        let probed = probed(&CudaText::parse(text));
        assert!(probed.contains("s.a 2 @%0 %1 %2\" :: \"n\"((int)__INTADDR__(&((decltype(s)*)0)->a)), "), "{probed}");
        let found = extents(".entry k(\n// smem-tile array s.a 2 @16 64 16 4");
        assert_eq!((found[0].offset, &found[0].dims[..], found[0].elem_bytes), (16, &[4, 4][..], 4));
    }

    #[test]
    fn extents_are_read_from_ptx() {
        let ptx = ".visible .entry _Z1kv(\n)\n{\n\t// smem-tile array tile 3 4224 132 4\n\t// smem-tile array tile 3 4224 132 4\n}\n\
                   .func (.param .b32 x) _Z1fi(\n)\n// smem-tile array a 9 24 8\n// smem-tile array bad x y";
        let found = extents(ptx);
        let array = |entry: &str, name: &str, line, dims: &[u32], elem_bytes| ProbedArray {
            entry: entry.into(),
            name: name.into(),
            line,
            offset: 0,
            dims: dims.to_vec(),
            elem_bytes,
        };
        assert_eq!(found, [array("_Z1kv", "tile", 3, &[32, 33], 4), array("_Z1fi", "a", 9, &[3], 8)]);
    }
}
