//! The parameters of a kernel in the text of its file, and a launch that fills them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use smem_cuda::{CudaText, KernelParameter, SharedDeclaration, closing_bracket, without_comments};

/// A parameter of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SuiteParameter {
    /// Its type, without `const` and the star of a pointer.
    pub(super) kind: String,
    pub(super) is_pointer: bool,
    pub(super) name: String,
}

/// A kernel in the text of a file: its name and parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) parameters: Vec<SuiteParameter>,
}

/// Elements of each buffer, where `elements` is not among the values.
const ELEMENTS: &str = "1048576";

/// Words of a type that say nothing about the numbers in it.
const QUALIFIERS: [&str; 3] = ["const", "volatile", "struct"];

/// The last kernel of a file: those above it may be called by it.
pub(super) fn kernel(text: &str) -> Option<Signature> {
    let kernels = CudaText::parse(text).kernels();
    let kernel = kernels.last()?;
    Some(Signature { name: kernel.name().to_owned(), parameters: kernel.parameters().iter().map(parameter).collect() })
}

fn parameter(declared: &KernelParameter) -> SuiteParameter {
    let kind = declared.type_name().trim_end_matches(['*', '&']);
    let words: Vec<&str> = kind.split_whitespace().filter(|word| !QUALIFIERS.contains(word)).collect();
    SuiteParameter { kind: words.join(" "), is_pointer: declared.is_pointer(), name: declared.name().to_owned() }
}

/// The name that launch files have for a type; `None` for one that is not a number.
fn number(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "float" => "f32",
        "double" => "f64",
        "bool" | "char" | "unsigned char" | "uchar" | "signed char" => "u8",
        "short" | "short int" => "i16",
        "unsigned short" | "ushort" => "u16",
        "int" | "signed int" | "signed" => "i32",
        "unsigned" | "unsigned int" | "uint" | "Uint" | "WORD" => "u32",
        "long" | "long long" | "long int" | "long long int" => "i64",
        "unsigned long" | "ulong" | "size_t" | "unsigned long long" | "unsigned long int" => "u64",
        _ => return None,
    })
}

/// A vector of CUDA that is given by value, as bytes: each component is 64 or 1.5, in a byte 64.
fn vector(kind: &str) -> Option<String> {
    let (element, count) = kind.split_at_checked(kind.len().checked_sub(1)?)?;
    let count = count.parse().ok().filter(|count| (2..=4).contains(count))?;
    let bytes = match element {
        "float" => "0000c03f",
        "int" | "uint" => "40000000",
        "char" | "uchar" => "40",
        _ => return None,
    };
    Some(format!("{{ bytes = \"{}\" }}", bytes.repeat(count)))
}

/// Values that are not left to chance: `name=value` for a number, `name:most` for the largest element of a buffer of integers,
/// `name:offset` for the bytes in front of what a pointer points to, `type:T` for the type of a template's parameter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SuiteValues(pub(super) Vec<(String, String)>);

impl SuiteValues {
    /// The values that the text requires by annotations, `__requires(n == 5)`.
    pub(super) fn required(text: &str) -> SuiteValues {
        let mut values = Vec::new();
        for (at, _) in text.match_indices("__requires(") {
            let rest = &text[at + "__requires".len()..];
            let condition = closing_bracket(rest, 0).and_then(|end| rest[1..end].split_once("=="));
            let Some((name, value)) = condition else { continue };
            if let Ok(value) = without_comments(value).split('|').next().unwrap_or_default().trim().parse::<i64>() {
                values.push((name.trim().to_owned(), value.to_string()));
            }
        }
        SuiteValues(values)
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Bytes of dynamic shared memory of a launch.
const DYNAMIC_BYTES: u32 = 16384;

/// Returns how many bytes of dynamic shared memory a file's kernels may need: none, unless it or a header beside it declares such an array.
pub(super) fn dynamic_shared(text: &str, folder: Option<&Path>) -> u32 {
    let declares = |text: &str| CudaText::parse(text).shared_declarations().iter().any(SharedDeclaration::is_dynamic);
    let beside = || folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let is_header = |path: &Path| path.extension().is_some_and(|extension| extension == "h" || extension == "cuh");
    let mut headers = beside().map(|entry| entry.path()).filter(|path| is_header(path));
    let header_declares = |path| fs::read_to_string(path).is_ok_and(|text| declares(&text));
    if declares(text) || headers.any(header_declares) { DYNAMIC_BYTES } else { 0 }
}

/// How a kernel is launched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SuiteShape {
    pub(super) grid: String,
    pub(super) block: String,
    pub(super) shared: u32,
}

/// A launch file for the kernel: pointers get buffers of random numbers, other parameters their values, 64 or 1.5. Or the parameter that
/// cannot be filled.
pub(super) fn launch(kernel: &Signature, shape: &SuiteShape, values: &SuiteValues) -> Result<String, String> {
    let (mut buffers, mut arguments) = (String::from("[buffers]\n"), Vec::new());
    for parameter in &kernel.parameters {
        let SuiteParameter { kind, name, .. } = parameter;
        if parameter.is_pointer {
            // Elements of vectors and structs are random words.
            let kind = number(kind).unwrap_or(if kind.starts_with("float") { "f32" } else { "u32" });
            let elements = values.get("elements").unwrap_or(ELEMENTS);
            let most = values.get(&format!("{name}:most")).unwrap_or("63");
            let range = if kind.starts_with('f') { String::new() } else { format!(", min = 0, max = {most}") };
            let _ = writeln!(buffers, "{name} = {{ type = \"{kind}\", len = {elements}, init = \"random\"{range} }}");
            let offset = values.get(&format!("{name}:offset")).map_or(String::new(), |bytes| format!("+{bytes}"));
            arguments.push(format!("\"{name}{offset}\""));
        } else if let Some(vector) = vector(kind) {
            arguments.push(vector);
        } else {
            let kind = values.get(&format!("type:{kind}")).unwrap_or(kind);
            let kind = number(kind).ok_or(format!("a parameter of type `{kind}`"))?;
            let usual = if kind.starts_with('f') { "1.5" } else { "64" };
            let value = values.get(name).unwrap_or(usual);
            let value =
                if kind.starts_with('f') && !value.contains('.') { format!("{value}.0") } else { value.to_owned() };
            arguments.push(format!("{{ {kind} = {value} }}"));
        }
    }
    let SuiteShape { grid, block, shared } = shape;
    Ok(format!(
        "{buffers}\n[[launch]]\nkernel = \"{}\"\ngrid = [{grid}]\nblock = [{block}]\nshared = {shared}\nargs = [{}]\n",
        kernel.name,
        arguments.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_of_dynamic_shared_memory_may_be_declared_with_any_spaces_and_not_in_a_comment() {
        assert_eq!(dynamic_shared("extern  __shared__  float s[];", None), DYNAMIC_BYTES);
        assert_eq!(dynamic_shared("/*extern*/__shared__ float s[4];", None), 0);
        assert_eq!(dynamic_shared("// extern __shared__ float s[];", None), 0);
    }

    #[test]
    fn the_kernel_has_its_parameters_without_comments_and_qualifiers() {
        let text = "__global__ void a(int x); // __global__ void c(\n__global__ void b(const float* in, /* old */ unsigned int n, int out[])\n{}";
        let kernel = kernel(text).unwrap();
        assert_eq!(kernel.name, "b");
        let shown: Vec<(&str, bool, &str)> = kernel
            .parameters
            .iter()
            .map(|parameter| (parameter.kind.as_str(), parameter.is_pointer, parameter.name.as_str()))
            .collect();
        assert_eq!(shown, [("float", true, "in"), ("unsigned int", false, "n"), ("int", true, "out")]);
    }

    #[test]
    fn parameters_may_have_conditions_between_them_default_values_and_types_of_templates() {
        let text =
            "template<class T> __global__ void k(uchar4 c,\n#ifndef FIXED\n short w,\n#endif\n T s, int *p=NULL) {}";
        let values = SuiteValues(vec![("type:T".to_owned(), "float".to_owned())]);
        let shape = SuiteShape { grid: "1".into(), block: "32".into(), shared: 0 };
        let launch = launch(&kernel(text).unwrap(), &shape, &values).unwrap();
        assert!(launch.contains(r#"args = [{ bytes = "40404040" }, { i16 = 64 }, { f32 = 1.5 }, "p"]"#), "{launch}");
    }

    #[test]
    fn required_values_are_taken_and_other_annotations_are_not() {
        let values = SuiteValues::required("__requires(n == 143); __requires(m < 5); __requires(w == 512 /*WIDTH*/);");
        assert_eq!((values.get("n"), values.get("m"), values.get("w")), (Some("143"), None, Some("512")));
    }
}
