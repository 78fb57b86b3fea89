//! The functions of a CUDA file that run on the device.

use std::ops::Range;

use super::scan::{closing, is_alone, is_directive, is_word, split, start_of_statement};

/// A function for the device whose body is in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeviceFunction {
    pub(crate) name: String,
    /// The names of the parameters of its template: `T`, `N`.
    pub(crate) parameters: Vec<String>,
    /// From its first word, those of its template included, to the brace that opens its body.
    pub(crate) head: Range<usize>,
    /// Its body, with both braces.
    pub(crate) body: Range<usize>,
}

/// Returns the functions of a text without comments, in its order.
pub(crate) fn device_functions(code: &str) -> Vec<DeviceFunction> {
    let mut found: Vec<DeviceFunction> = Vec::new();
    let words = ["__global__", "__device__"].map(|word| code.match_indices(word).collect::<Vec<_>>());
    let mut begins: Vec<(usize, &str)> = words.concat();
    begins.sort_unstable();
    for (at, word) in begins {
        let is_inside = found.last().is_some_and(|last| at < last.body.end);
        if is_inside || !is_alone(code, at, word.len()) || is_directive(code, at) {
            continue;
        }
        found.extend(function(code, at));
    }
    found
}

/// The function one of whose first words is at a place.
fn function(code: &str, at: usize) -> Option<DeviceFunction> {
    let open = at + code[at..].find(['{', ';'])?;
    if !code[open..].starts_with('{') {
        return None;
    }
    let close = closing(code, open).unwrap_or(code.len() - 1);
    let start = start_of_statement(code, at);
    let mut head = &code[at..open];
    while let Some(attribute) =
        ["__launch_bounds__", "__cluster_dims__", "__attribute__"].iter().find_map(|word| head.find(word))
    {
        let open = attribute + head[attribute..].find('(')?;
        head = &head[closing(head, open)? + 1..];
    }
    let name = head[..head.find('(')?].trim_end();
    let word = name.bytes().rposition(|byte| !is_word(byte)).map_or(0, |before| before + 1);
    let name = Some(name[word..].to_string()).filter(|name| !name.is_empty())?;
    let parameters = template_parameters(&code[start..at]);
    Some(DeviceFunction { name, parameters, head: start..open, body: open..close + 1 })
}

/// The names of the parameters of a template: `T` and `N` of `template <typename T, int N = 8>`.
fn template_parameters(head: &str) -> Vec<String> {
    let list = head.rfind("template").and_then(|at| {
        let open = at + head[at..].find('<')?;
        let close = head.rfind('>').filter(|close| *close > open)?;
        Some(&head[open + 1..close])
    });
    let name = |parameter: &String| {
        let written = parameter.split('=').next().unwrap_or_default().trim_end();
        written[written.bytes().rposition(|byte| !is_word(byte)).map_or(0, |before| before + 1)..].to_string()
    };
    list.map(|list| split(list).iter().map(name).collect()).unwrap_or_default()
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
            static __device__ int f(int (*g)[4]) { return g[0][0]; }";
        let found = device_functions(text);
        let names: Vec<&str> = found.iter().map(|function| function.name.as_str()).collect();
        assert_eq!(names[0], "scan");
        assert_eq!(names.last(), Some(&"f"));
        assert_eq!(found[0].parameters, ["T", "N", "U"]);
        assert_eq!(&text[found[0].body.clone()], "{ if (N) { to[0] = 1; } }");
        assert!(text[found[0].head.clone()].starts_with("template <typename T"));
        assert!(text[found.last().unwrap().head.clone()].starts_with("static __device__"));
        for broken in ["__global__", "__global__ {", "__device__ void f( {", "__global__ void ({})"] {
            device_functions(broken);
        }
    }
}
