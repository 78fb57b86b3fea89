//! The kernels that a text declares, before anything is compiled.

use smem_launch::{Arch, GpuImage, GpuImageKind};

/// A kernel of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) name: String,
    /// A template, which has no kernel until it is named with arguments.
    pub(crate) is_template: bool,
}

/// Returns the kernels of CUDA C++ whose code is in the text, each name once. Those that a macro makes are not found.
pub(crate) fn in_cuda(text: &str) -> Vec<Declared> {
    let mut found: Vec<Declared> = Vec::new();
    for (at, word) in text.match_indices("__global__") {
        let rest = &text[at + word.len()..];
        let Some(name) = name_of(rest) else { continue };
        // The head that `template <..>` begins lies behind the last declaration.
        let head = text[..at].rfind([';', '}', '#']).map_or(&text[..at], |end| &text[end..at]);
        let is_template = head.contains("template");
        if !found.iter().any(|known| known.name == name) {
            found.push(Declared { name, is_template });
        }
    }
    found
}

/// Returns the name in `void __launch_bounds__(256) reduce(int* a) {`; nothing for a declaration without code.
fn name_of(rest: &str) -> Option<String> {
    let end = rest.find(['{', ';'])?;
    if !rest[end..].starts_with('{') {
        return None;
    }
    let mut head = &rest[..end];
    // What has parentheses of its own in front of the parameters.
    while let Some(at) = ["__launch_bounds__", "__cluster_dims__", "__attribute__", "__block_size__"]
        .iter()
        .find_map(|word| head.find(word))
    {
        let open = at + head[at..].find('(')?;
        head = &head[closing(head, open)? + 1..];
    }
    let name = head[..head.find('(')?].trim_end();
    let start = name.rfind(|character: char| !character.is_alphanumeric() && character != '_').map_or(0, |at| at + 1);
    let name = &name[start..];
    (!name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit())).then(|| name.to_string())
}

/// Returns the place of the parenthesis that closes the one at `open`.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns the kernels of PTX.
pub(crate) fn in_ptx(text: &str) -> Vec<Declared> {
    let entries = text.lines().filter_map(|line| {
        let code = line.split("//").next().unwrap_or_default();
        let (_, rest) = code.split_once(".entry")?;
        let name =
            rest.trim_start().split(|character: char| character.is_whitespace() || "({;".contains(character)).next()?;
        (!name.is_empty()).then(|| Declared { name: name.to_string(), is_template: false })
    });
    entries.collect()
}

/// Returns the kernels of machine code in a file, each name once.
pub(crate) fn in_binary(file: &[u8]) -> Result<Vec<Declared>, String> {
    let error = |error: smem_launch::ParseError| error.message().to_string();
    let mut found: Vec<Declared> = Vec::new();
    for image in GpuImage::all(file).map_err(error)? {
        for name in image.names().map_err(error)?.kernels {
            if !found.iter().any(|known| known.name == name) {
                found.push(Declared { name, is_template: false });
            }
        }
    }
    Ok(found)
}

/// Returns the architecture of the machine code in a file, if it is all for one.
pub(crate) fn only_arch(file: &[u8]) -> Option<Arch> {
    let images = GpuImage::all(file).ok()?;
    let mut numbers = images.iter().filter(|image| image.kind() == GpuImageKind::MachineCode).map(GpuImage::capability);
    let first = numbers.next()?;
    numbers.all(|number| number == first).then(|| Arch::from_compute_capability(first / 10, first % 10)).flatten()
}

/// Returns the names for a sentence: `` `add` and `scan<..>` ``.
pub(crate) fn list(kernels: &[Declared]) -> String {
    let names: Vec<String> = kernels
        .iter()
        .map(|kernel| if kernel.is_template { format!("`{}<..>`", kernel.name) } else { format!("`{}`", kernel.name) })
        .collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_found_with_whatever_is_in_front_of_their_names() {
        let text = "__global__ void a(int* x) { }
            template <int N>\n__global__ void __launch_bounds__(N * (2)) b(int x) {}
            extern \"C\" __global__ void c(void (*f)(int)) { f(1); }
            __global__ void d(int);
            __launch_bounds__(256) __global__ void\ne (\nint x)\n{}
            __global__ void a(float* x) { }";
        let found: Vec<(String, bool)> =
            in_cuda(text).into_iter().map(|kernel| (kernel.name, kernel.is_template)).collect();
        let expected = [("a", false), ("b", true), ("c", false), ("e", false)];
        assert_eq!(found, expected.map(|(name, is_template)| (name.to_string(), is_template)));
        assert_eq!(list(&in_cuda(text)), "`a`, `b<..>`, `c`, `e`");
    }

    #[test]
    fn kernels_of_ptx_are_its_entries() {
        let names: Vec<String> = in_ptx(".visible .entry _Z1aPi(\n.entry b{\n// .entry c(\n.func d()")
            .into_iter()
            .map(|kernel| kernel.name)
            .collect();
        assert_eq!(names, ["_Z1aPi", "b"]);
    }

    #[test]
    fn broken_texts_have_no_kernels() {
        for text in [
            "__global__",
            "__global__ {",
            "__global__ void __launch_bounds__( {",
            "__global__ ({",
            "__global__ void 3({",
        ] {
            assert_eq!(in_cuda(text), [], "{text}");
        }
    }
}
