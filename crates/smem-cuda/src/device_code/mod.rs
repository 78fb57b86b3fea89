//! The device code of CUDA files, for a compiler that has no host code: NVRTC.
//!
//! ```text
//! reading       the tree -> declarations, once for each choice of the conditions' arms
//! kind, unit    what a declaration declares, and where it is of use
//! read_text     the declarations of a text, for each choice of arms
//! naming        what device code names stays; what depends on host code goes
//! cutting       host code becomes blanks
//! includes      what only a compiler takes for an `#include`
//! standard      what `cuda::std` has of `std`
//! ```

mod cutting;
mod header_names;
mod includes;
mod kind;
mod naming;
mod read_text;
mod reading;
mod standard;
mod unit;

use std::collections::BTreeSet;

pub use header_names::{device_headers_of, is_device_header, is_host_header};
use read_text::ReadText;

use crate::text::{Conditionals, Macro, MacroWords, readable};

/// CUDA text that declares what the headers of a C library and of CUDA's runtime declare for host and device code alike, such as
/// `uint32_t`, `FLT_MAX` and `M_PI`. NVRTC has none of them: it goes in front of what [`without_host_code`] leaves.
///
/// ```
/// assert!(smem_cuda::HOST_NAMES.contains("typedef unsigned int uint32_t;"));
/// ```
pub const HOST_NAMES: &str = include_str!("host_names.cuh");

/// Returns the text of a CUDA file without its host code, for NVRTC: see [`DeviceCode::text`].
///
/// ```
/// let text = "#include <cstdio>
/// #include <cuda_fp16.h>
/// __global__ void twice(int* data) { data[threadIdx.x] *= 2; }
/// int main() {
///     twice<<<1, 32>>>(nullptr);
/// }
/// ";
/// let device = smem_cuda::without_host_code(text, |header| header.starts_with("cuda"));
/// let lines: Vec<&str> = device.lines().map(str::trim_end).collect();
/// assert_eq!(lines[0], "");
/// assert_eq!(lines[1], "#include <cuda_fp16.h>");
/// assert!(lines[2].starts_with("__global__ void twice"));
/// assert_eq!(lines[3..], ["", "", ""]);
/// ```
pub fn without_host_code(text: &str, keeps_include: impl Fn(&str) -> bool) -> String {
    DeviceCode::of(&[text]).text(0, keeps_include)
}

/// The device code of a CUDA file and of the headers that it includes: kernels, functions for the device, types, constants, and what they
/// depend on.
///
/// Functions that are neither `__global__` nor `__device__` nor `constexpr`, variables that only the host can read, and members that only
/// the host can call are host code. So is what names them, and what needs a part of the C++ standard library that device code cannot
/// have. What needs another part, such as `std::numeric_limits`, stays where a kernel depends on it:
/// [`foreign_names`](DeviceCode::foreign_names) has that part.
///
/// ```
/// let header = "#define KERNEL __global__ void
/// ";
/// let text = "int main() { return 0; }
/// KERNEL k(int* a) { *a = 1; }
/// ";
/// let code = smem_cuda::DeviceCode::of(&[text, header]);
/// assert_eq!(code.text(0, |_| true).trim(), "KERNEL k(int* a) { *a = 1; }");
/// assert_eq!(code.text(1, |_| true), header);
/// ```
#[derive(Debug)]
pub struct DeviceCode<'a> {
    texts: Vec<ReadText<'a>>,
    foreign: String,
}

impl<'a> DeviceCode<'a> {
    /// Reads a file, which comes first, and the headers that it includes.
    pub fn of(texts: &[&'a str]) -> DeviceCode<'a> {
        let macros = MacroWords::defined_in(texts.iter().copied());
        let mut known: Vec<Macro> = Vec::new();
        let mut read: Vec<ReadText<'a>> = Vec::new();
        // The file itself is compiled after its headers.
        for text in texts.iter().skip(1).chain(texts.first()) {
            let own = if read.len() + 1 == texts.len() { known.clone() } else { Vec::new() };
            let assumed = Conditionals::assumed(text, &own);
            known.extend(readable(text, &assumed, Vec::new()).macros);
            let choices = Conditionals::of(text).choices(assumed);
            let choices = choices.into_iter().map(|arms| {
                let units = reading::units(text, &arms, &macros);
                (arms, units)
            });
            read.push(ReadText { text, choices: choices.collect() });
        }
        let last = usize::from(!read.is_empty());
        read.rotate_right(last);
        let foreign = naming::settle(&mut read, &macros);
        DeviceCode { texts: read, foreign: standing_in(&foreign) }
    }

    /// Returns a text without its host code. Every line keeps its number.
    ///
    /// `#include`s for which `keeps_include` returns false go; it receives the name between the quotes or angle brackets. What could be an
    /// `#include` in another spelling goes without a question, so that the compiler opens no file that the caller did not agree to.
    ///
    /// # Panics
    /// If there are no more than `number` texts.
    pub fn text(&self, number: usize, keeps_include: impl Fn(&str) -> bool) -> String {
        cutting::cut(&self.texts[number], keeps_include)
    }

    /// Returns CUDA text that declares what device code names and no text has: a part of `std`, from CUDA's own standard library, and the
    /// namespaces of headers that were cut. Empty where there is nothing of that kind. It goes in front of [`HOST_NAMES`].
    ///
    /// ```
    /// let code = smem_cuda::DeviceCode::of(&["__device__ float most() { return std::numeric_limits<float>::max(); }"]);
    /// assert_eq!(code.foreign_names().lines().next(), Some("#include <cuda/std/limits>"));
    /// ```
    pub fn foreign_names(&self) -> &str {
        &self.foreign
    }
}

/// The text that makes names of `cuda::std` names of `std`, some of them names of their own, and declares namespaces.
fn standing_in(names: &naming::ForeignNames) -> String {
    let all = names.qualified.iter().chain(&names.alone);
    let headers: BTreeSet<&str> = all.filter_map(|name| standard::device_header(name)).collect();
    let mut text: String = headers.iter().map(|header| format!("#include <{header}>\n")).collect();
    if !headers.is_empty() {
        text += "namespace std { using namespace cuda::std; }\n";
    }
    text.extend(names.alone.iter().map(|name| format!("using cuda::std::{name};\n")));
    if names.has_tensor_maps {
        text += "typedef struct alignas(64) CUtensorMap_st { unsigned long long opaque[16]; } CUtensorMap;\n";
    }
    for path in &names.namespaces {
        let parts: Vec<&str> = path.split("::").collect();
        let open: String = parts.iter().map(|part| format!("namespace {part} {{ ")).collect();
        text += &format!("{open}{}\n", "}".repeat(parts.len()));
    }
    text
}
