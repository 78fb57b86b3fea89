//! The choice of a compiled kernel for a name in the text.

use smem_cuda::{CudaText, template_arguments};
use smem_sim::{is_called, without_parameters};

use super::compiled_kernel::CompiledKernel;
use crate::shell_word::quoted;

/// The instance that is launched for a name, and those that it may mean as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChosenInstance {
    pub(super) kernel: CompiledKernel,
    pub(super) others: Vec<CompiledKernel>,
}

impl ChosenInstance {
    /// A line about the others, with a command for each; empty where there are none.
    pub(super) fn note(&self, file: &str) -> String {
        if self.others.is_empty() {
            return String::new();
        }
        let count = 1 + self.others.len();
        let commands = commands(file, &self.others);
        format!("; it is one of {count} instances, and which one is a guess\n{commands}")
    }
}

/// The most kernels that are listed with a command each, and the longest name in one.
const LISTED: usize = 8;
const LONGEST: usize = 600;

/// Lines with a command for each of these kernels.
pub(super) fn commands(file: &str, kernels: &[CompiledKernel]) -> String {
    let command = |kernel: &CompiledKernel| {
        format!("help: `smem-tile profile {} --kernel {}`", quoted(file), quoted(&kernel.name))
    };
    let short = kernels.iter().filter(|kernel| kernel.name.len() <= LONGEST);
    let mut lines: Vec<String> = short.take(LISTED).map(command).collect();
    let left = kernels.len() - lines.len();
    if left > 0 {
        lines.push(format!("help: and {left} more, with longer names or after these"));
    }
    lines.join("\n")
}

/// Chooses the instance that a name of the text means: the one whose template arguments and parameters agree best with those that the text gives.
pub(super) fn chosen(kernels: &[CompiledKernel], text: &CudaText, name: &str) -> Option<ChosenInstance> {
    let exact: Vec<&CompiledKernel> = kernels.iter().filter(|kernel| is_called(&kernel.name, name)).collect();
    let of_name = || kernels.iter().filter(|kernel| kernel.is_of(name)).collect();
    let mut candidates: Vec<&CompiledKernel> = if exact.is_empty() { of_name() } else { exact };
    let site = text.launches().into_iter().find(|site| site.kernel_name() == name);
    let declared = site.and_then(|site| site.kernel().ok());
    let declared = declared.or_else(|| text.known_kernels_called(name).into_iter().next());
    let mut types = Vec::new();
    if let Some(declared) = &declared {
        let count = declared.parameters().len();
        if candidates.iter().any(|kernel| kernel.bytes.len() == count) {
            candidates.retain(|kernel| kernel.bytes.len() == count);
        }
        let of = |parameter| (text.parameter_scalar(declared, name, parameter), parameter);
        types = declared.parameters().iter().map(of).map(|(scalar, own)| (own.is_pointer(), scalar)).collect();
    }
    let arguments = template_arguments(without_parameters(name));
    let score = |kernel: &CompiledKernel| kernel.agreement(&arguments) + kernel.agreement_of_types(&types);
    let best = candidates.iter().map(|kernel| score(kernel)).max()?;
    let mut best = candidates.into_iter().filter(|kernel| score(kernel) == best).cloned();
    Some(ChosenInstance { kernel: best.next()?, others: best.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernels(names: &[&str]) -> Vec<CompiledKernel> {
        let of = |name: &&str| {
            let kernel = CompiledKernel { name: (*name).to_owned(), ..CompiledKernel::default() };
            CompiledKernel { bytes: vec![8; kernel.types().len()], ..kernel }
        };
        names.iter().map(of).collect()
    }

    #[test]
    fn the_instance_is_the_one_that_agrees_with_the_text() {
        let text = CudaText::parse(
            "namespace a { template <class T, int N> __global__ void k(const T* x) {} }
            __global__ void o(float* x, int n) {} __global__ void o(int* x, int n) {}
            template <int N> void run() { a::k<float, N><<<1, 32>>>(x); }",
        );
        let all = kernels(&[
            "a::k<float, 32>(float const*)",
            "a::k<double, 32>(double const*)",
            "o(float*, int)",
            "o(int*, int)",
        ]);
        let name = |asked: &str| {
            let found = chosen(&all, &text, asked).unwrap();
            (found.kernel.name, found.others.len())
        };
        assert_eq!(name("a::k<float, N>"), ("a::k<float, 32>(float const*)".to_owned(), 0));
        assert_eq!(name("k<double, 32>").0, "a::k<double, 32>(double const*)");
        assert_eq!(name("a::k"), ("a::k<float, 32>(float const*)".to_owned(), 1), "nothing distinguishes them");
        assert_eq!(name("o(int*, int)"), ("o(int*, int)".to_owned(), 0));
        assert_eq!(chosen(&all, &text, "other"), None);
    }
}
