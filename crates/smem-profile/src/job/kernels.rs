//! The kernels that a text declares, before anything is compiled.

use std::collections::BTreeSet;

use smem_cuda::{CudaKernel, CudaText};
use smem_launch::{Arch, GpuImage, GpuImageKind};
use smem_ptx::PtxText;

/// A kernel of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declared {
    pub(super) name: String,
    /// A template, which has no kernel until it is named with arguments.
    pub(super) is_template: bool,
}

/// Returns the kernels of CUDA C++ whose code is in the text, each name once. Those that a macro makes are not found.
pub(super) fn in_cuda(text: &CudaText) -> Vec<Declared> {
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    for kernel in text.kernels() {
        if known.insert(kernel.path().to_owned()) {
            found.push(Declared { name: kernel.path().to_owned(), is_template: kernel.is_template() });
        }
    }
    found
}

/// Returns the name that a compiler knows a kernel by: `ns::k<4>` for `k<4>`, where only one namespace has a `k`.
///
/// # Errors
/// A sentence that lists the kernels, where the name may mean several.
pub(super) fn full_name(name: &str, text: &CudaText) -> Result<String, String> {
    let name = name.trim();
    // With parameters, as `k(float*)`, it is one of several anyway.
    let base = name.split(['<', '(']).next().unwrap_or(name).trim();
    let mut called = text.known_kernels_called(base);
    // `k` is the one outside of namespaces, if there is one.
    if called.iter().any(|kernel| kernel.path() == base) {
        called.retain(|kernel| kernel.path() == base);
    }
    let paths: BTreeSet<&str> = called.iter().map(CudaKernel::path).collect();
    match (paths.first(), called.len()) {
        (None, _) => Ok(name.to_owned()),
        (Some(path), count) if paths.len() == 1 && (count == 1 || name.contains('(')) => {
            Ok(format!("{path}{}", &name[base.len()..]))
        }
        _ => {
            let all: Vec<String> = called.iter().map(|kernel| format!("`{}`", kernel.signature())).collect();
            Err(format!("the file has {} kernels `{base}`: {}", called.len(), all.join(", ")))
        }
    }
}

/// Returns the kernels of PTX, also of one that the simulator cannot run, which loading it says.
pub(super) fn in_ptx(text: &PtxText) -> Vec<Declared> {
    let kernels = text.declarations().kernels.iter();
    kernels.map(|kernel| Declared { name: kernel.name.clone(), is_template: false }).collect()
}

/// Returns the kernels of machine code in a file, each name once.
pub(super) fn in_binary(file: &[u8]) -> Result<Vec<Declared>, String> {
    let error = |error: smem_launch::ParseError| error.message().to_string();
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    for image in GpuImage::all(file).map_err(error)? {
        for name in image.names().map_err(error)?.kernels {
            if known.insert(name.clone()) {
                found.push(Declared { name, is_template: false });
            }
        }
    }
    Ok(found)
}

/// Returns the architecture of the machine code in a file, if it is all for one.
pub(super) fn only_arch(file: &[u8]) -> Option<Arch> {
    let images = GpuImage::all(file).ok()?;
    let mut numbers = images.iter().filter(|image| image.kind() == GpuImageKind::MachineCode).map(GpuImage::capability);
    let first = numbers.next()?;
    numbers.all(|number| number == first).then(|| Arch::from_compute_capability(first / 10, first % 10)).flatten()
}

/// Returns the names for a sentence: `` `add` and `scan<..>` ``.
pub(super) fn list(kernels: &[Declared]) -> String {
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
    fn a_short_name_means_the_only_kernel_of_that_name() {
        let text = CudaText::parse(
            "namespace a { template <int N> __global__ void k(int* x) {} __global__ void l(int* x) {} __global__ void l(float* x) {} }
            __global__ void m(int* x) {} namespace b { __global__ void m(int* x) {} }",
        );
        assert_eq!(list(&in_cuda(&text)), "`a::k<..>`, `a::l`, `m`, `b::m`");
        assert_eq!(full_name("k<4>", &text).unwrap(), "a::k<4>");
        assert_eq!(full_name("a::l(int*)", &text).unwrap(), "a::l(int*)");
        assert_eq!(full_name("of_a_macro", &text).unwrap(), "of_a_macro");
        assert_eq!(full_name("l", &text).unwrap_err(), "the file has 2 kernels `l`: `a::l(int*)`, `a::l(float*)`");
        assert_eq!(full_name("b::m", &text).unwrap(), "b::m");
        assert_eq!(full_name("m", &text).unwrap(), "m");
    }

    #[test]
    fn kernels_of_ptx_are_its_entries() {
        let head = ".version 8.8\n.target sm_90\n.address_size 64\n";
        let text = format!(
            "//\n/* .entry gone( */ {head} .visible .entry\n_Z1aPi() {{ ret; }}\n.entry b() {{ ret; }} // .entry c(\n"
        );
        let names: Vec<String> = in_ptx(&text.into()).into_iter().map(|kernel| kernel.name).collect();
        assert_eq!(names, ["_Z1aPi", "b"]);
        assert_eq!(in_ptx(&".entry".into()), []);
        assert_eq!(
            in_ptx(&".entry k() { no.such.opcode %r1; }".into()).len(),
            1,
            "what it cannot run is named all the same"
        );
    }
}
