//! The kernels of a text.

use std::collections::BTreeMap;
use std::sync::Arc;

use tree_sitter::Node;

use crate::constants::ScopedNames;
use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, function_name, parameter_list};
use crate::grammar::{descendants, named_children};
use crate::types;

/// A kernel whose code is in the text: a function with `__global__` and a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CudaKernel {
    path: String,
    /// The path without inline namespaces, which users may leave out.
    short_path: String,
    parameters: Vec<KernelParameter>,
    is_template: bool,
    line: usize,
    /// The first byte of its definition.
    pub(crate) at: usize,
}

/// A parameter of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelParameter {
    type_name: String,
    name: String,
    /// The type of a pointer, with names of pointers resolved: `const float*`.
    pointer: Option<String>,
}

impl CudaKernel {
    /// Its name after those of its namespaces, `ns::k`, as a compiler is asked for it. Namespaces without a name are left out.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its own name: `k`.
    pub fn name(&self) -> &str {
        self.path.rsplit("::").next().unwrap_or(&self.path)
    }

    /// Its parameters, in order.
    pub fn parameters(&self) -> &[KernelParameter] {
        &self.parameters
    }

    /// Returns true for a template, which is not a kernel until it has arguments.
    pub fn is_template(&self) -> bool {
        self.is_template
    }

    /// The line of its name in the file, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Its path and the types of its parameters: `ns::k(float*, int)`.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("namespace ns { __global__ void k(const float* __restrict__ a, int n) {} }");
    /// assert_eq!(text.kernels()[0].signature(), "ns::k(const float*, int)");
    /// ```
    pub fn signature(&self) -> String {
        format!("{}({})", self.path, self.types())
    }

    /// Returns true if a user may mean this kernel by `name`: its own name, or its path from any namespace on, inline ones left out or not;
    /// after it the types of its parameters, `k(float*)`.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let (name, types) = match name.split_once('(') {
            Some((name, types)) if !name.contains('<') => (name, Some(types)),
            _ => (name, None),
        };
        let base = base_name(name);
        let is_path = |path: &str| path == base || path.strip_suffix(base).is_some_and(|around| around.ends_with("::"));
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let has_types = |types: &str| squeezed(&self.types()) == squeezed(types.trim_end().trim_end_matches(')'));
        (is_path(&self.path) || is_path(&self.short_path)) && types.is_none_or(has_types)
    }

    /// The types of its parameters, with commas between them.
    fn types(&self) -> String {
        let types: Vec<&str> = self.parameters.iter().map(|parameter| parameter.type_name.as_str()).collect();
        types.join(", ")
    }
}

impl KernelParameter {
    /// Its type as it is written, without qualifiers of the parameter itself: `const float*`.
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// Its name; empty where it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns true for a pointer.
    pub fn is_pointer(&self) -> bool {
        self.pointer.is_some()
    }

    /// Returns the type of a pointer, whose own name may be an alias of the text or of its headers; `None` for another type.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("typedef const float* In; __global__ void k(In a, int* b, int n) {}");
    /// let kernel = &text.kernels()[0];
    /// let types: Vec<_> = kernel.parameters().iter().map(|own| own.pointer_type()).collect();
    /// assert_eq!(types, [Some("const float*"), Some("int*"), None]);
    /// ```
    pub fn pointer_type(&self) -> Option<&str> {
        self.pointer.as_deref()
    }

    fn of(node: Node<'_>, text: &CudaText) -> KernelParameter {
        let source = &text.readable;
        let declared = DeclaredName::of_parameter(node);
        let is_array = !declared.extents().is_empty();
        let stars = "*".repeat(declared.pointers() + usize::from(is_array));
        let reference = if declared.is_reference() { "&" } else { "" };
        let is_pointee_constant = declared.pointers() > 0
            && named_children(node)
                .iter()
                .any(|child| text.text_of(*child) == "const" && child.kind() == "type_qualifier");
        let constant = if is_pointee_constant { "const " } else { "" };
        let type_name = format!("{constant}{}{stars}{reference}", declared.type_name(source));
        let pointer = match stars.is_empty() {
            true => types::pointer_alias(&type_name, text),
            false => Some(type_name.clone()),
        };
        KernelParameter { type_name, name: declared.name(source).unwrap_or_default().to_owned(), pointer }
    }
}

/// The kernels of a text.
struct AllKernels(Arc<[CudaKernel]>);

/// The numbers of the kernels of a text, by their own names.
struct KernelNumbers(BTreeMap<String, Vec<usize>>);

impl CudaText {
    /// Returns the kernels that the file defines, in order; overloads are several. Those that a macro makes are not found.
    pub fn kernels(&self) -> Vec<CudaKernel> {
        self.kernels_from(self.start)
    }

    /// Returns true if the file defines `main`, so that it is a program.
    ///
    /// ```
    /// assert!(smem_cuda::CudaText::parse("int main(int argc, char** argv) { return 0; }").has_main());
    /// assert!(!smem_cuda::CudaText::parse("int main(); struct A { int main() { return 0; } }; // int main() {}").has_main());
    /// ```
    pub fn has_main(&self) -> bool {
        let is_main = |function: Node<'_>| function_name(function).is_some_and(|name| self.text_of(name) == "main");
        let is_free = |function: Node<'_>| {
            self.ancestors(function)
                .all(|around| around.kind() != "class_specifier" && around.kind() != "struct_specifier")
        };
        self.file_nodes().any(|node| node.kind() == "function_definition" && is_main(node) && is_free(node))
    }

    /// Returns the kernels of the file that a user may mean by a name: `k` or `ns::k`, with or without template arguments.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("namespace ns { template <int N> __global__ void k(int* a) {} }");
    /// assert_eq!(text.kernels_called("k<32>")[0].path(), "ns::k");
    /// assert!(text.kernels_called("other").is_empty());
    /// ```
    pub fn kernels_called(&self, name: &str) -> Vec<CudaKernel> {
        self.all_called(name).into_iter().filter(|kernel| kernel.at >= self.start).collect()
    }

    /// Returns the kernels of the headers and of the file that a user may mean by a name, in order.
    pub(crate) fn all_called(&self, name: &str) -> Vec<CudaKernel> {
        let kernels = self.all_kernels();
        let numbers = self.searches.once(|| {
            let mut numbers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (at, kernel) in kernels.iter().enumerate() {
                numbers.entry(kernel.name().to_owned()).or_default().push(at);
            }
            KernelNumbers(numbers)
        });
        let own = numbers.0.get(own_name(name)).into_iter().flatten();
        own.map(|at| &kernels[*at]).filter(|kernel| kernel.is_called(name)).cloned().collect()
    }

    /// Returns the kernels that a user may mean by a name: those of the file, or where it has none of that name, those of the headers that it was
    /// read with.
    ///
    /// ```
    /// use smem_cuda::{CudaReading, CudaText};
    ///
    /// let reading = CudaReading { headers: "__global__ void k(int* a) {}\n", ..CudaReading::default() };
    /// let text = CudaText::read("void run(int* a) { k<<<1, 32>>>(a); }", &reading);
    /// assert_eq!(text.known_kernels_called("k")[0].signature(), "k(int*)");
    /// assert!(text.kernels_called("k").is_empty());
    /// ```
    pub fn known_kernels_called(&self, name: &str) -> Vec<CudaKernel> {
        let own = self.kernels_called(name);
        if own.is_empty() { self.all_called(name) } else { own }
    }

    /// Returns the kernels that are defined at a byte or after it.
    fn kernels_from(&self, start: usize) -> Vec<CudaKernel> {
        self.all_kernels().iter().filter(|kernel| kernel.at >= start).cloned().collect()
    }

    /// Returns the kernels of the headers and of the file, in order.
    pub(crate) fn all_kernels(&self) -> Arc<[CudaKernel]> {
        let functions = || self.nodes_from(0).filter(|node| node.kind() == "function_definition");
        let kernels = || AllKernels(functions().filter_map(|function| self.kernel(function)).collect());
        Arc::clone(&self.searches.once(kernels).0)
    }

    fn kernel(&self, function: Node<'_>) -> Option<CudaKernel> {
        if !self.is_on_device(function, "__global__") || function.child_by_field_name("body").is_none() {
            return None;
        }
        let name = function_name(function)?;
        let parameters = named_children(parameter_list(function)?);
        let is_parameter = |node: &&Node<'_>| node.kind().ends_with("parameter_declaration");
        Some(CudaKernel {
            path: self.path_of(function, self.text_of(name)),
            short_path: self.path_from(function, self.text_of(name), |around| !is_inline(around)),
            parameters: parameters
                .iter()
                .filter(is_parameter)
                .map(|node| KernelParameter::of(*node, self))
                .filter(|own| own.type_name != "void")
                .collect(),
            is_template: self.parent(function).is_some_and(|parent| parent.kind() == "template_declaration"),
            line: self.line_of(name),
            at: function.start_byte(),
        })
    }

    /// Returns true for a function whose head has `word`, `__global__` or `__device__`, itself or through a macro.
    pub(crate) fn is_on_device(&self, function: Node<'_>, word: &str) -> bool {
        let body = function.child_by_field_name("body").map(|body| body.start_byte());
        let name = function_name(function).map(|name| name.start_byte());
        let end = name.or(body).unwrap_or(function.end_byte());
        let before = descendants(function).take_while(|node| node.start_byte() < end);
        before.filter(|node| node.child_count() == 0).any(|node| {
            let text = self.text_of(node);
            text == word || self.macros_named(text).any(|known| known.body.contains(word))
        })
    }

    /// The name of something after the names of the namespaces around it.
    pub(crate) fn path_of(&self, node: Node<'_>, name: &str) -> String {
        self.path_from(node, name, |_| true)
    }

    /// The name of something after the names of those around it that count.
    fn path_from(&self, node: Node<'_>, name: &str, counts: impl Fn(Node<'_>) -> bool) -> String {
        let mut path = name.to_owned();
        let is_named = |around: &Node<'_>| {
            matches!(around.kind(), "namespace_definition" | "struct_specifier" | "class_specifier")
        };
        for around in self.ancestors(node).filter(is_named).filter(|around| counts(*around)) {
            if let Some(own) = around.child_by_field_name("name") {
                path = format!("{}::{path}", self.text_of(own));
            }
        }
        path
    }

    /// The names inside a kernel, where `name` gives the arguments of its template.
    pub(crate) fn names_in(&self, kernel: &CudaKernel, name: &str) -> ScopedNames<'_> {
        let names = ScopedNames::at(self, kernel.at);
        let function = self.root().descendant_for_byte_range(kernel.at, kernel.at);
        let template = function
            .into_iter()
            .flat_map(|node| self.ancestors(node))
            .find(|node| node.kind() == "template_declaration");
        let bound = template.filter(|_| kernel.is_template).and_then(|template| names.bound(template, name));
        names.with(bound.unwrap_or_default())
    }
}

/// A name without the arguments of its template: `ns::k` of `::ns::k<32>`.
fn base_name(name: &str) -> &str {
    name.split('<').next().unwrap_or(name).trim().trim_start_matches("::")
}

/// The last part of the name that a user calls a kernel by: `k` of `ns::k<a::B>` and of `k(a::B*)`.
pub(crate) fn own_name(name: &str) -> &str {
    let base = base_name(name.split('(').next().unwrap_or(name));
    base.rsplit("::").next().unwrap_or(base).trim()
}

/// Whether a namespace is inline: what it declares is seen in the one around it.
fn is_inline(namespace: Node<'_>) -> bool {
    let mut cursor = namespace.walk();
    namespace.children(&mut cursor).any(|child| child.kind() == "inline")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signatures(text: &str) -> Vec<String> {
        CudaText::parse(text).kernels().iter().map(CudaKernel::signature).collect()
    }

    #[test]
    fn kernels_are_found_with_whatever_is_in_front_of_their_names() {
        let text = "__global__ void a(int* x) { }
            template <int N>\n__global__ void __launch_bounds__(N * (2)) b(int x) {}
            extern \"C\" __global__ void c(void (*f)(int)) { f(1); }
            __global__ void d(int);
            __launch_bounds__(256) __global__ void\ne (\nint x)\n{}
            __global__ void a(float* x) { }
            __cluster_dims__(2, 1, 1) static __global__ void f(const __grid_constant__ CUtensorMap m) {}";
        assert_eq!(signatures(text), ["a(int*)", "b(int)", "c(void*)", "e(int)", "a(float*)", "f(CUtensorMap)"]);
        let lines: Vec<usize> = CudaText::parse(text).kernels().iter().map(CudaKernel::line).collect();
        assert_eq!(lines, [1, 3, 4, 7, 10, 11]);
    }

    #[test]
    fn inline_namespaces_may_be_left_out_of_a_name() {
        let text = CudaText::parse("namespace a::b { inline namespace v1 { __global__ void k(float* x, int n) {} } }");
        for name in [
            "k",
            "v1::k",
            "b::v1::k",
            "a::b::k",
            "::a::b::k",
            "a::b::v1::k",
            "k(float*, int)",
            "a::b::k( float *,int )",
        ] {
            assert_eq!(text.kernels_called(name).len(), 1, "{name}");
        }
        for name in ["v2::k", "a::k", "k(int)", "k()"] {
            assert!(text.kernels_called(name).is_empty(), "{name}");
        }
        assert_eq!(text.kernels()[0].path(), "a::b::v1::k");
    }

    #[test]
    fn kernels_in_comments_strings_and_inactive_arms_are_not_kernels() {
        let k = "__global__ void k() {}";
        for text in [
            format!("/* __global__ void old() {{}} */ {k}"),
            format!("// __global__ void old() {{}}\n{k}"),
            format!("const char* s = R\"(__global__ void old() {{}})\"; {k}"),
            format!("#if 0\n__global__ void old() {{}}\n#endif\n{k}"),
            format!("/*////*/ {k} /*/ __global__ void old() {{}} /*/"),
        ] {
            assert_eq!(signatures(&text), ["k()"], "{text}");
        }
    }

    #[test]
    fn macros_may_make_a_function_a_kernel() {
        assert_eq!(signatures("#define KERNEL __global__ void\nKERNEL k(int n) { }"), ["k(int)"]);
    }

    #[test]
    fn calls_of_macros_without_a_semicolon_hide_no_kernel() {
        let text = "#define MAKE(T) void make_##T(T a) { }\nMAKE(int)\nMAKE(float)\n__global__ __launch_bounds__(64, (1)) void k(int n) { }";
        assert_eq!(signatures(text), ["k(int)"]);
    }

    #[test]
    fn a_list_between_two_macros_hides_no_kernel() {
        let text = "#define BEGIN(T, name, n) static const __device__ T name[n] = {
#define END() };
#define END_OF_LIST };
BEGIN(int, a, 3) 1, 2,
    3
END()
BEGIN(float, b, 2)
    1.0f, 2.0f, END_OF_LIST
__global__ void k(int n) { }";
        assert_eq!(signatures(text), ["k(int)"]);
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
            assert_eq!(signatures(text), [""; 0], "{text}");
        }
    }
}
