//! Pointers into shared memory that a kernel declares: `float* left = all;`. Through such a name dynamic shared memory is accessed, and arrays
//! of bytes.

use super::declaration::{Declaration, DeclarationKind};
use super::functions::device_functions;
use super::scan::{closing, end_of_statement, is_word, start_of_statement, words};
use super::statement::type_and_words;
use smem_cuda::without_comments;
use std::iter;

/// Returns the pointers that functions for the device declare with a value, in the order of the text.
pub(crate) fn pointers(text: &str) -> Vec<Declaration> {
    let code = without_comments(text);
    let mut found = Vec::new();
    for function in device_functions(&code) {
        let body = &code[function.body.clone()];
        for equals in body.match_indices('=').map(|(at, _)| function.body.start + at) {
            let Some(pointer) = pointer(&code, equals) else { continue };
            let start = start_of_statement(&code, equals);
            let Some(end) = end_of_statement(&code, equals) else { continue };
            let value = equals + 1..end;
            found.push(Declaration {
                name: pointer.name,
                element: pointer.element.or_else(|| cast_to(&code[value.clone()])).unwrap_or_default(),
                dims: pointer.dims,
                dims_of_type: 0,
                kind: DeclarationKind::Pointer(value),
                is_volatile: pointer.is_volatile,
                alignment: String::new(),
                function: Some(function.name.clone()),
                parameters: function.parameters.clone(),
                line: 1 + code[..start].bytes().filter(|byte| *byte == b'\n').count() as u32,
                statement: start..end + 1,
                declarator: start..equals,
                siblings: iter::once(start..end).collect(),
                outer: function.head.start,
            });
        }
    }
    found
}

/// The text before the sign of a declaration.
struct PointerHead {
    name: String,
    /// `None` of `auto`.
    element: Option<String>,
    dims: Vec<String>,
    is_volatile: bool,
}

/// Reads `float* p =`, `float (*rows)[32] =` and `auto p =`. One variable a statement.
fn pointer(code: &str, equals: usize) -> Option<PointerHead> {
    let is_sign = |byte: Option<&u8>| byte.is_some_and(|byte| b"=<>!+-*/%&|^".contains(byte));
    let bytes = code.as_bytes();
    if is_sign(bytes.get(equals + 1)) || is_sign(equals.checked_sub(1).and_then(|before| bytes.get(before))) {
        return None;
    }
    let head = code[start_of_statement(code, equals)..equals].trim();
    let (head, dims) = match head.strip_suffix(']') {
        // A pointer to rows.
        Some(_) => {
            let open = head.find("(*")?;
            let close = closing(head, open)?;
            let dims = head[close + 1..].trim().trim_start_matches('[').trim_end_matches(']').split("][");
            let name = head[open + 2..close].trim();
            (format!("{}*{name}", &head[..open]), dims.map(|dim| dim.trim().to_string()).collect())
        }
        None => (head.to_string(), Vec::new()),
    };
    let name = head.bytes().rposition(|byte| !is_word(byte))? + 1;
    let kind = head[..name].replace("__restrict__", " ");
    let kind = kind.trim();
    if kind.contains([',', '(', ')', '[', ']', '?', '.', '=']) || name == head.len() {
        return None;
    }
    let (element, is_volatile) = match kind.strip_suffix('*') {
        Some(element) => {
            let (element, words) = type_and_words(element);
            (element, words.contains(&"volatile"))
        }
        None => (kind.to_string(), false),
    };
    if element.is_empty() || element.contains(['*', '&']) || element.contains("return") {
        return None;
    }
    let is_auto = element == "auto";
    let is_pointer = kind.ends_with('*') || is_auto;
    let name = head[name..].to_string();
    is_pointer.then(|| PointerHead { name, element: (!is_auto).then_some(element), dims, is_volatile })
}

/// `float` of `reinterpret_cast<float*>(raw)`.
fn cast_to(value: &str) -> Option<String> {
    let open = value.find("_cast<")? + "_cast<".len();
    let element = value[open..open + value[open..].find('>')?].trim().strip_suffix('*')?;
    Some(type_and_words(element).0)
}

/// Returns the one pointer through which an array is accessed: its value is the start of the array, and nothing else names the array.
pub(crate) fn only_access<'a>(array: &Declaration, pointers: &'a [Declaration], text: &str) -> Option<&'a Declaration> {
    let code = without_comments(text);
    let uses: Vec<usize> = words(&code, &array.name).filter(|at| !array.statement.contains(at)).collect();
    let [only] = uses[..] else { return None };
    // The pointee of an `auto` pointer without a cast is unknown.
    let is_it = |pointer: &&Declaration| pointer.statement.contains(&only) && !pointer.element.is_empty();
    let pointer = pointers.iter().find(is_it)?;
    let DeclarationKind::Pointer(value) = &pointer.kind else { return None };
    let value: String = code[value.clone()].split_whitespace().collect();
    // Without casts.
    let start = value.rfind(array.name.as_str())?;
    let before = value[..start].trim_end_matches(['(', '&']);
    let is_cast = before.is_empty() || before.ends_with('>') || before.ends_with(')');
    let behind = value[start + array.name.len()..].trim_end_matches(')');
    (is_cast && matches!(behind, "" | "[0]")).then_some(pointer)
}

/// Returns the one pointer of a function whose value is made by the struct that an array is declared in, such as the samples'
/// `T* data = SharedMemory<T>();`.
pub(crate) fn through_struct<'a>(
    array: &Declaration,
    function: &str,
    pointers: &'a [Declaration],
    text: &str,
) -> Option<&'a Declaration> {
    let code = without_comments(text);
    let name = struct_around(&code, array.statement.start)?;
    let makes = |pointer: &&Declaration| {
        let DeclarationKind::Pointer(value) = &pointer.kind else { return false };
        pointer.function.as_deref() == Some(function) && words(&code[value.clone()], name).next().is_some()
    };
    let mut all = pointers.iter().filter(makes);
    all.next().filter(|_| all.next().is_none())
}

/// The name of the struct that a place is in: `SharedMemory` of `struct SharedMemory<double> {`.
pub(crate) fn struct_around(code: &str, place: usize) -> Option<&str> {
    let mut structs: Vec<usize> = words(&code[..place], "struct").chain(words(&code[..place], "class")).collect();
    structs.sort_unstable();
    structs.into_iter().rev().find_map(|at| {
        let open = at + code[at..place].find(['{', ';', '(', ')'])?;
        let is_around = code[open..].starts_with('{') && closing(code, open).is_some_and(|close| close > place);
        let name = code[at..open].split_whitespace().nth(1)?;
        is_around.then(|| name.split(['<', ':']).next().unwrap_or(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_have_their_elements_and_their_values() {
        let text = "__global__ void k(float* in) {
            float* a = smem; const half *b = (half*)&raw[0]; auto c = reinterpret_cast<double*>(raw + 8);
            float (*rows)[32] = reinterpret_cast<float (*)[32]>(raw); volatile int* v = smem;
            int i = 3, *q = 0; a[i] = 4; *a = 2; a[i] += 1; i *= 2; if (i == 3) return; float x = a[1]; unsigned long* const u = all;
        }";
        let found = pointers(text);
        let shown: Vec<(&str, &str, String)> =
            found.iter().map(|found| (&found.name[..], &found.element[..], found.dims.join("|"))).collect();
        let none = String::new;
        assert_eq!(
            shown,
            [
                ("a", "float", none()),
                ("b", "half", none()),
                ("c", "double", none()),
                ("rows", "float", "32".to_string()),
                ("v", "int", none()),
            ]
        );
        let DeclarationKind::Pointer(value) = &found[2].kind else { panic!() };
        assert_eq!(text[value.clone()].trim(), "reinterpret_cast<double*>(raw + 8)");
        assert_eq!(&text[found[0].statement.clone()], "float* a = smem;");
    }

    #[test]
    fn a_struct_that_converts_to_a_pointer_is_followed() {
        let text = "template <class T> struct Memory { __device__ operator T*() { extern __shared__ int m[]; return (T*)m; } };
            template <> struct Memory<double> { __device__ operator double*() { extern __shared__ double d[]; return d; } };
            template <class T> __global__ void k(T* in) { T* data = Memory<T>(); data[0] = in[0]; }";
        for array in super::super::declaration::declarations(text) {
            let pointers = pointers(text);
            let found = through_struct(&array, "k", &pointers, text).unwrap();
            assert_eq!((&found.name[..], &found.element[..]), ("data", "T"));
            assert_eq!(through_struct(&array, "other", &pointers, text), None);
        }
        assert_eq!(struct_around("struct A { int x; }; int y;", 22), None);
    }

    #[test]
    fn one_pointer_to_the_start_is_the_access() {
        for (value, is_only) in [
            ("raw", true),
            ("&raw[0]", true),
            ("(float*)raw", true),
            ("reinterpret_cast<float*>(raw)", true),
            ("reinterpret_cast<float*>(&raw[0])", true),
            ("(float*)(raw + 4)", false),
            ("(float*)&raw[4]", false),
            ("f(raw)", false),
        ] {
            let text = format!("__global__ void k() {{ __shared__ char raw[64]; float* p = {value}; p[0] = 1; }}");
            let array = &super::super::declaration::declarations(&text)[0];
            assert_eq!(only_access(array, &pointers(&text), &text).is_some(), is_only, "{value}");
        }
        let rows = "__global__ void k() { __shared__ float tile[4][4]; auto t = tile; t[1][2] = 1; }";
        let array = &super::super::declaration::declarations(rows)[0];
        assert_eq!(only_access(array, &pointers(rows), rows), None);
        let twice = "__global__ void k() { __shared__ char raw[64]; char* p = raw; raw[1] = 2; }";
        let array = &super::super::declaration::declarations(twice)[0];
        assert_eq!(only_access(array, &pointers(twice), twice), None);
    }
}
