//! The name by which a compiler is asked for a kernel.

use crate::constants::ScopedNames;
use crate::cuda_text::CudaText;
use crate::declarations::types_named;
use crate::kernels::{CudaKernel, KernelParameter};
use crate::text::is_word;
use crate::types::{self, Scalar};

impl CudaText {
    /// Returns the name by which a compiler finds an instance of a kernel, written `k<32>`: its path with these arguments of its template; of one with
    /// overloads the signature.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("namespace ns { __global__ void k(int* a) {} __global__ void k(float* a) {} template <int N> __global__ void t() {} }");
    /// let kernels = text.kernels();
    /// assert_eq!(text.launch_name(&kernels[1], "k"), "ns::k(float*)");
    /// assert_eq!(text.launch_name(&kernels[2], "t<4>"), "ns::t<4>");
    /// let text = smem_cuda::CudaText::parse("namespace ns { struct Half8 {}; using real = float; template <class T, class U> __global__ void k(T* a) {} }");
    /// assert_eq!(text.launch_name(&text.kernels()[0], "k<Half8, real>"), "ns::k<ns::Half8, ns::real>");
    /// ```
    pub fn launch_name(&self, kernel: &CudaKernel, written: &str) -> String {
        let template = self.with_namespaces(written.find('<').map_or("", |at| &written[at..]));
        let is_overload =
            |other: &CudaKernel| other.path() == kernel.path() && other.parameters() != kernel.parameters();
        match template.is_empty() && self.all_kernels().iter().any(is_overload) {
            true => {
                let names = self.names_in(kernel, written);
                let types: Vec<String> = kernel.parameters().iter().map(|own| resolved_type(own, &names)).collect();
                format!("{}({})", kernel.path(), types.join(", "))
            }
            false => format!("{}{template}", kernel.path()),
        }
    }

    /// Arguments of a template with the namespaces of the types that they name: a compiler is asked for them outside of all.
    fn with_namespaces(&self, arguments: &str) -> String {
        let (mut result, mut rest) = (String::new(), arguments);
        while let Some(start) = rest.find(is_word) {
            let (before, from) = rest.split_at(start);
            let (word, behind) = from.split_at(from.find(|mark| !is_word(mark)).unwrap_or(from.len()));
            result.push_str(before);
            let is_part = result.trim_end().ends_with("::") || behind.trim_start().starts_with("::");
            let declared = if is_part { Vec::new() } else { types_named(self, word) };
            let mut paths: Vec<String> = declared.into_iter().map(|node| self.path_of(node, word)).collect();
            paths.sort();
            paths.dedup();
            match &paths[..] {
                [only] => result.push_str(only),
                _ => result.push_str(word),
            }
            rest = behind;
        }
        result + rest
    }
}

/// The type of a parameter without aliases: `const float*` of `const real*`.
fn resolved_type(parameter: &KernelParameter, names: &ScopedNames<'_>) -> String {
    let base = parameter.type_name().trim_end_matches(['*', '&']);
    let constant = if base.starts_with("const ") { "const " } else { "" };
    let own = types::resolved(base, names);
    // `char` is neither of its signed types, and a 64-bit integer has two names.
    let is_unlike = |scalar: &Scalar| matches!(scalar, Scalar::I8 | Scalar::I64 | Scalar::U64);
    let number = Scalar::of_cuda(&own).filter(|scalar| !is_unlike(scalar));
    let own = match number {
        Some(number) => number.cuda_name(),
        None => &own,
    };
    format!("{constant}{own}{}", &parameter.type_name()[base.len()..])
}
