//! The types of a kernel's parameters, in an instance of it.

use tree_sitter::Node;

use crate::cuda_text::CudaText;
use crate::grammar::{ParsedExpression, descendants, named_children};
use crate::kernels::{CudaKernel, KernelParameter};
use crate::text::closing_bracket;
use crate::types::{self, Scalar, TypeNames, ValueType};

impl CudaText {
    /// Returns the type of the number that a parameter takes, or points to; `None` for another type. `instance` gives the arguments of a template,
    /// `scan<float, 256>`.
    ///
    /// ```
    /// use smem_cuda::{CudaText, Scalar};
    ///
    /// let text = CudaText::parse("using real = double; template <class T> __global__ void k(const T* a, real by, float4 c) {}");
    /// let kernel = &text.kernels()[0];
    /// let scalar = |at: usize| text.parameter_scalar(kernel, "k<unsigned>", &kernel.parameters()[at]);
    /// assert_eq!((scalar(0), scalar(1), scalar(2)), (Some(Scalar::U32), Some(Scalar::F64), None));
    /// ```
    pub fn parameter_scalar(&self, kernel: &CudaKernel, instance: &str, parameter: &KernelParameter) -> Option<Scalar> {
        let name = types::resolved(pointee(parameter)?, &self.names_in(kernel, instance));
        Scalar::of_cuda(&name).or_else(|| by_its_bits(&name))
    }

    /// Returns the bytes of the value that a parameter takes, or points to; `None` for a type that the text does not define.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("struct Pair { int a; float b; }; __global__ void k(Pair p, float4* q) {}");
    /// let kernel = &text.kernels()[0];
    /// let bytes = |at: usize| text.parameter_bytes(kernel, "k", &kernel.parameters()[at]);
    /// assert_eq!((bytes(0), bytes(1)), (Some(8), Some(16)));
    /// ```
    pub fn parameter_bytes(&self, kernel: &CudaKernel, instance: &str, parameter: &KernelParameter) -> Option<u64> {
        let layout = types::layout(pointee(parameter)?, &self.names_in(kernel, instance));
        let scalar = || self.parameter_scalar(kernel, instance, parameter).map(|scalar| scalar.bytes() as u64);
        layout.and_then(|layout| u64::try_from(layout.bytes).ok()).or_else(scalar)
    }

    /// Returns the type of the value that a parameter takes, or points to, with the places of a struct's fields; `None` for a type that the text does not
    /// define, or whose layout it does not say: one with a base class or bit fields.
    ///
    /// ```
    /// use smem_cuda::{CudaText, ValueType};
    ///
    /// let text = CudaText::parse("struct View { int n; float* data; float scale; }; __global__ void k(View v) {}");
    /// let kernel = &text.kernels()[0];
    /// let Some(ValueType::Struct(view)) = text.parameter_type(kernel, "k", &kernel.parameters()[0]) else { panic!() };
    /// assert_eq!((view.bytes, view.fields[1].name.as_str(), view.fields[1].offset), (24, "data", 8));
    /// ```
    pub fn parameter_type(
        &self,
        kernel: &CudaKernel,
        instance: &str,
        parameter: &KernelParameter,
    ) -> Option<ValueType> {
        let value = types::value_type(pointee(parameter)?, &self.names_in(kernel, instance));
        value.or_else(|| self.parameter_scalar(kernel, instance, parameter).map(ValueType::Scalar))
    }

    /// Returns the threads of a block that a kernel's `__launch_bounds__` names; `None` where it has none, or not a constant.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("#define T 128\n__global__ void __launch_bounds__(2 * T) k() {}");
    /// assert_eq!(text.launch_bound(&text.kernels()[0], "k"), Some(256));
    /// ```
    pub fn launch_bound(&self, kernel: &CudaKernel, instance: &str) -> Option<u32> {
        // The grammar does not take the attribute everywhere, so it is read in the file as it was given.
        let at = kernel.at.checked_sub(self.start)?;
        let before = self.source.get(..at)?.rfind([';', '}']).map_or(0, |end| end + 1);
        let head = &self.source[before..];
        let (_, bounds) = head[..head.find('{')?].split_once("__launch_bounds__")?;
        let open = bounds.find('(')?;
        let call = ParsedExpression::expression(&format!("f{}", &bounds[open..=closing_bracket(bounds, open)?]))?;
        let list = descendants(call.root()).find(|node| node.kind() == "argument_list")?;
        let first = &call.source()[named_children(list).first()?.byte_range()];
        let value = self.names_in(kernel, instance).value_of_text(first)?;
        value.integer().and_then(|threads| u32::try_from(threads).ok()).filter(|threads| (1..=1024).contains(threads))
    }
}

/// The type of a parameter, or that which it points to.
fn pointee(parameter: &KernelParameter) -> Option<&str> {
    match parameter.pointer_type() {
        Some(pointer) => Some(pointer.strip_suffix('*')?.trim_end()),
        None => Some(parameter.type_name()),
    }
}

/// The type that a name of a header which was not read means, by custom.
fn by_its_bits(name: &str) -> Option<Scalar> {
    Some(match name {
        "i8" | "s8" => Scalar::I8,
        "u8" => Scalar::U8,
        "i16" | "s16" => Scalar::I16,
        "u16" => Scalar::U16,
        "i32" | "s32" => Scalar::I32,
        "u32" => Scalar::U32,
        "i64" | "s64" => Scalar::I64,
        "u64" => Scalar::U64,
        "f16" => Scalar::F16,
        "f32" => Scalar::F32,
        "f64" => Scalar::F64,
        _ => return None,
    })
}

impl CudaText {
    /// Returns the code of a kernel, from its head to its end, with blanks in place of comments and inactive arms.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("int a; __global__ void k() { } int b;");
    /// assert_eq!(text.kernel_code(&text.kernels()[0]), "__global__ void k() { }");
    /// ```
    pub fn kernel_code(&self, kernel: &CudaKernel) -> &str {
        self.kernel_node(kernel).map_or("", |node| self.text_of(node))
    }

    /// Returns the parameters of a kernel's template as they are written, `int N, class T`; empty for a kernel that is not one.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("template <int N, class T = float> __global__ void k(T* a) {}");
    /// assert_eq!(text.written_template(&text.kernels()[0]), "int N, class T = float");
    /// ```
    pub fn written_template(&self, kernel: &CudaKernel) -> &str {
        let template = self
            .kernel_node(kernel)
            .and_then(|node| self.parent(node))
            .filter(|node| node.kind() == "template_declaration");
        let list = template.and_then(|node| node.child_by_field_name("parameters"));
        let written = list.map_or("", |list| self.text_of(list));
        written.trim_start_matches('<').trim_end_matches('>').trim()
    }

    fn kernel_node(&self, kernel: &CudaKernel) -> Option<Node<'_>> {
        let around = self.ancestors(self.node_around(kernel.at)).take_while(|node| node.start_byte() == kernel.at);
        around.filter(|node| node.kind() == "function_definition").last()
    }
}
