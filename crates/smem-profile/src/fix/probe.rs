//! Extents of arrays as the compiler computes them: pragmas in the PTX that it makes of a source with a line of assembly after
//! each declaration.

use smem_cuda::{CudaText, SharedDeclaration, SharedKind};
use smem_ptx::PtxDeclarations;

/// The beginning of a pragma.
const MARK: &str = "smem-tile array";

/// Returns the text with a pragma in assembly after each array that is declared in a function. Lines stay as they are.
pub(crate) fn probed(text: &CudaText) -> String {
    let declared = text.shared_declarations();
    let mut result = text.source().to_string();
    // From the end, so that places stay where they are.
    for declaration in declared.iter().rev() {
        if declaration.function.is_none() || declaration.kind != SharedKind::Array {
            continue;
        }
        let pragmas = match &declaration.dims[..] {
            [] => {
                let members = text.array_members(&declaration.element);
                members.iter().map(|member| member_pragma(declaration, member)).collect()
            }
            dims => pragma(&declaration.name, dims.len(), declaration.line, None),
        };
        result.insert_str(declaration.statement.end, &pragmas);
    }
    result
}

/// A pragma with the bytes of the array, of its rows, and so on to those of an element; of a member with its place in front.
fn pragma(name: &str, dims: usize, line: u32, place: Option<String>) -> String {
    let sizes = (0..=dims).map(|depth| format!("sizeof({name}{})", "[0]".repeat(depth)));
    let numbers: Vec<String> = place.iter().cloned().chain(sizes).collect();
    let operands: Vec<String> = numbers.iter().map(|number| format!("\"n\"((int){number})")).collect();
    let sign = if place.is_some() { "@" } else { "" };
    let places: Vec<String> = (0..numbers.len()).map(|number| format!("%{number}")).collect();
    format!(
        " asm volatile(\".pragma \\\"{MARK} {name} {line} {sign}{}\\\";\" :: {});",
        places.join(" "),
        operands.join(", ")
    )
}

/// A pragma for an array in a struct.
fn member_pragma(variable: &SharedDeclaration, member: &SharedDeclaration) -> String {
    // The front end's own operator: NVRTC has no `offsetof` without a header.
    let place = format!("__INTADDR__(&((decltype({})*)0)->{})", variable.name, member.name);
    let name = format!("{}.{}", variable.name, member.name);
    pragma(&name, member.dims.len(), variable.line, Some(place))
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

/// Reads the pragmas of PTX.
pub(crate) fn extents(ptx: &PtxDeclarations) -> Vec<ProbedArray> {
    let mut found: Vec<ProbedArray> = Vec::new();
    for (entry, text) in &ptx.pragmas {
        // A function that is expanded in several places says so several times.
        if let Some(array) = array(entry, text).filter(|array| !found.contains(array)) {
            found.push(array);
        }
    }
    found
}

/// Reads `smem-tile array memory.a 3 @16 4224 132 4`.
fn array(entry: &str, pragma: &str) -> Option<ProbedArray> {
    let mut words = pragma.strip_prefix(MARK)?.split_whitespace().peekable();
    let (name, line) = (words.next()?.to_string(), words.next()?.parse().ok()?);
    let offset = words.peek().and_then(|word| word.strip_prefix('@')).and_then(|word| word.parse().ok());
    if offset.is_some() {
        words.next();
    }
    let bytes = words.map(str::parse).collect::<Result<Vec<u32>, _>>().ok()?;
    let elem_bytes = bytes.last().copied().filter(|bytes| *bytes > 0)?;
    let dims: Vec<u32> = bytes.windows(2).map(|two| two[0] / two[1].max(1)).collect();
    Some(ProbedArray { entry: entry.to_string(), name, line, offset: offset.unwrap_or(0), dims, elem_bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_text(ptx: &str) -> Vec<ProbedArray> {
        extents(&PtxDeclarations::read(ptx))
    }

    #[test]
    fn a_pragma_follows_each_array_of_a_function() {
        let text = "__shared__ int whole[4];\n__global__ void k() {\n    __shared__ float tile[N][N + 1];\n}";
        let probed = probed(&CudaText::parse(text));
        assert_eq!(probed.lines().count(), 4);
        assert_eq!(
            probed.lines().nth(2).unwrap(),
            "    __shared__ float tile[N][N + 1]; asm volatile(\".pragma \\\"smem-tile array tile 3 %0 %1 %2\\\";\" :: \
             \"n\"((int)sizeof(tile)), \"n\"((int)sizeof(tile[0])), \"n\"((int)sizeof(tile[0][0])));"
        );
        assert_eq!(probed.matches("asm").count(), 1);
    }

    #[test]
    fn arrays_in_a_struct_have_their_places() {
        let text = "struct S { float a[4]; int n; };\n__global__ void k() { __shared__ S s; }";
        let probed = probed(&CudaText::parse(text));
        assert!(
            probed.contains("s.a 2 @%0 %1 %2\\\";\" :: \"n\"((int)__INTADDR__(&((decltype(s)*)0)->a)), "),
            "{probed}"
        );
        let found = of_text(".entry k() { .pragma \"smem-tile array s.a 2 @16 64 16 4\"; ret; }");
        assert_eq!((found[0].offset, &found[0].dims[..], found[0].elem_bytes), (16, &[4, 4][..], 4));
    }

    #[test]
    fn extents_are_read_from_ptx() {
        let tile = ".pragma \"smem-tile array tile 3 4224 132 4\";";
        let ptx = &format!(
            ".visible .entry _Z1kv()\n{{\n\t{tile}\n\t{tile}\n}}\n.func (.param .b32 x) _Z1fi() {{ .pragma \"smem-tile array a 9 24 8\"; \
             .pragma \"smem-tile array bad x y\"; }} // {tile}"
        );
        let found = of_text(ptx);
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
