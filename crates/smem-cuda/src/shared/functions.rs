//! The functions of a file that run on the device.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::Node;

use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, function_name};
use crate::grammar::{descendants, named_children};

/// A function for the device whose body is in the file. Places are bytes of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceFunction {
    /// Its name, without namespaces.
    pub name: String,
    /// The names of the parameters of its template: `T`, `N`.
    pub parameters: Vec<String>,
    /// From its first word, those of its template included, to the brace that opens its body.
    pub head: Range<usize>,
    /// Its body, with both braces.
    pub body: Range<usize>,
}

/// The functions of the device of a file.
struct FunctionsByName(BTreeMap<String, Vec<DeviceFunction>>);

impl CudaText {
    /// Returns the functions of the file that run on the device, in order.
    ///
    /// ```
    /// let source = "template <class T, int N> __global__ void k(T* a) { a[0] = N; } __device__ void f();";
    /// let functions = smem_cuda::CudaText::parse(source).device_functions();
    /// assert_eq!((functions.len(), &functions[0].name[..]), (1, "k"));
    /// assert_eq!(functions[0].parameters, ["T", "N"]);
    /// assert_eq!(&source[functions[0].body.clone()], "{ a[0] = N; }");
    /// ```
    pub fn device_functions(&self) -> Vec<DeviceFunction> {
        let functions = self.file_nodes().filter(|node| node.kind() == "function_definition");
        functions.filter_map(|function| self.device_function(function)).collect()
    }

    /// Returns the functions of the file of this name that run on the device, in order; overloads are several.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("__device__ void f() {} __device__ void g() {}");
    /// assert_eq!((text.device_functions_named("g").len(), text.device_functions_named("h").len()), (1, 0));
    /// ```
    pub fn device_functions_named(&self, name: &str) -> Vec<DeviceFunction> {
        let functions = self.searches.once(|| {
            let mut functions: BTreeMap<String, Vec<DeviceFunction>> = BTreeMap::new();
            for function in self.device_functions() {
                functions.entry(function.name.clone()).or_default().push(function);
            }
            FunctionsByName(functions)
        });
        functions.0.get(name).cloned().unwrap_or_default()
    }

    pub(super) fn device_function(&self, function: Node<'_>) -> Option<DeviceFunction> {
        let name = self.text_of(function_name(function)?);
        let is_on_device = || ["__global__", "__device__"].iter().any(|word| self.is_on_device(function, word));
        let body = function.child_by_field_name("body").filter(|_| is_on_device())?;
        let name = name.rsplit("::").next().unwrap_or(name).split('<').next().unwrap_or(name);
        let parameters =
            template_of(function, self).map(|template| self.template_parameters(template)).unwrap_or_default();
        let body = self.place_of(body);
        Some(DeviceFunction { name: name.to_owned(), parameters, head: self.outer(function)..body.start, body })
    }

    /// The first byte of a declaration, with its template, its linkage and its attributes.
    pub(super) fn outer(&self, node: Node<'_>) -> usize {
        let is_around = |node: &Node<'_>| matches!(node.kind(), "template_declaration" | "linkage_specification");
        let outermost = self.ancestors(node).take_while(is_around).last().unwrap_or(node);
        self.with_attributes(self.place_of(outermost).start)
    }

    /// The place of the first of the attributes that are directly in front of a place.
    pub(crate) fn with_attributes(&self, start: usize) -> usize {
        let mut start = start;
        for attribute in self.attributes.iter().rev() {
            if attribute.end <= start && self.code(attribute.end..start).trim().is_empty() {
                start = attribute.start;
            }
        }
        start
    }

    fn template_parameters(&self, template: Node<'_>) -> Vec<String> {
        let list = template.child_by_field_name("parameters").map(named_children).unwrap_or_default();
        list.into_iter().map(|parameter| self.template_parameter(parameter).unwrap_or_default().to_owned()).collect()
    }

    fn template_parameter(&self, parameter: Node<'_>) -> Option<&str> {
        if parameter.kind().contains("type_parameter") {
            let name = named_children(parameter).into_iter().find(|child| child.kind() == "type_identifier")?;
            return Some(self.text_of(name));
        }
        let declared = DeclaredName::of_parameter(parameter).name(&self.readable);
        let last = || descendants(parameter).filter(|node| node.kind() == "identifier").last();
        declared.or_else(|| last().map(|name| self.text_of(name)))
    }
}

/// The template that a function or a struct is.
pub(super) fn template_of<'t>(node: Node<'t>, text: &'t CudaText) -> Option<Node<'t>> {
    text.parent(node).filter(|parent| parent.kind() == "template_declaration")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_their_templates_and_their_bodies() {
        let text = "__device__ int number = 3, list[2] = {1, 2};
            template <typename T, int N = 8, class... U>
            __global__ void __launch_bounds__(N * (2)) scan(T* to, int n = 3) { if (N) { to[0] = 1; } }
            __global__ void declared(int);
            struct S { __device__ __forceinline__ operator int*() { return 0; } };
            extern \"C\" __align__(8) static __device__ int f(int (*g)[4]) { return g[0][0]; }";
        let found = CudaText::parse(text).device_functions();
        let names: Vec<&str> = found.iter().map(|function| function.name.as_str()).collect();
        assert_eq!(names, ["scan", "f"]);
        assert_eq!(found[0].parameters, ["T", "N", "U"]);
        assert_eq!(&text[found[0].body.clone()], "{ if (N) { to[0] = 1; } }");
        assert!(text[found[0].head.clone()].starts_with("template <typename T"));
        assert!(text[found[1].head.clone()].starts_with("extern \"C\""));
        for broken in ["__global__", "__global__ {", "__device__ void f( {", "__global__ void ({})"] {
            CudaText::parse(broken).device_functions();
        }
    }
}
