//! OpenCL C to CUDA C++, as far as GPUVerify's tests need it: qualifiers by their place; functions are in `suites/include/opencl.h`.

use smem_cuda::{closing_bracket, without_comments};

/// Bytes of dynamic shared memory for each parameter in local memory.
const LOCAL_BYTES: u32 = 8192;

/// Names without a counterpart, with the reason why a file with one is not run.
const UNCONVERTED: [(&str, &str); 5] = [
    ("async_work_group_copy", "async_work_group_copy has no counterpart"),
    ("wait_group_events", "async_work_group_copy has no counterpart"),
    ("image2d_t", "an image"),
    ("image3d_t", "an image"),
    ("sampler_t", "an image"),
];

/// Converts a file with one kernel. Lines keep their numbers. Also returns the bytes of dynamic shared memory that stand for the
/// kernel's parameters in local memory.
pub(super) fn convert(text: &str) -> Result<(String, u32), String> {
    let plain = without_comments(text);
    if let Some((_, reason)) = UNCONVERTED.iter().find(|(word, _)| plain.contains(word)) {
        return Err((*reason).to_owned());
    }
    let (text, shared) = local_parameters(&without_attributes(&plain))?;
    Ok((vectors(&qualifiers(&text)), shared))
}

/// The text without `__attribute__((..))`.
fn without_attributes(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(at) = text.find("__attribute__") {
        let open = text[at..].find('(').map_or(text.len(), |open| at + open);
        let end = closing_bracket(&text, open).map_or(text.len(), |end| end + 1);
        text.replace_range(at..end, "");
    }
    text
}

/// A parameter of the kernel in local memory becomes a part of dynamic shared memory.
fn local_parameters(text: &str) -> Result<(String, u32), String> {
    let word = ["__kernel", "kernel"].into_iter().find(|word| find_word(text, word).is_some()).ok_or("no kernel")?;
    let start = find_word(text, word).unwrap_or_default();
    let open = start + text[start..].find('(').ok_or("no kernel")?;
    let close = closing_bracket(text, open).ok_or("no kernel")?;
    let (mut kept, mut declared, mut bytes) = (Vec::new(), String::new(), 0);
    for parameter in text[open + 1..close].split(',') {
        let is_local = ["__local", "local"].iter().any(|word| find_word(parameter, word).is_some());
        if is_local {
            let kind = parameter.replace("__local", "").replace("local", "");
            let name = kind.split(['*', '[']).nth(1).and_then(|_| kind.split_whitespace().last()).unwrap_or_default();
            let name = name.trim_start_matches('*');
            let kind = kind.split('*').next().unwrap_or_default().trim();
            declared += &format!("{kind}* {name} = ({kind}*)(local_memory + {bytes}); ");
            bytes += LOCAL_BYTES;
        } else {
            kept.push(parameter);
        }
    }
    if declared.is_empty() {
        return Ok((text.to_owned(), 0));
    }
    let body = close + text[close..].find('{').ok_or("no body of the kernel")?;
    let declared = format!(" extern __shared__ __align__(16) char local_memory[]; {declared}");
    let changed = [&text[..=open], &kept.join(","), &text[close..=body], &declared, &text[body + 1..]].concat();
    Ok((changed, bytes))
}

/// The place of a whole word.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    text.match_indices(word)
        .map(|(at, _)| at)
        .find(|at| !is_part(text[..*at].chars().next_back()) && !is_part(text[at + word.len()..].chars().next()))
}

/// Replaces each word that is a qualifier of OpenCL by that of CUDA for its place.
fn qualifiers(text: &str) -> String {
    let (mut result, mut parentheses, mut braces) = (String::new(), 0_i32, 0_i32);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let word_end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        if word_end == 0 {
            parentheses += i32::from(letter == '(') - i32::from(letter == ')');
            braces += i32::from(letter == '{') - i32::from(letter == '}');
            result.push(letter);
            rest = &rest[letter.len_utf8()..];
            continue;
        }
        let (word, behind) = rest.split_at(word_end);
        let is_pointer = behind.split([';', '=', '[']).next().is_some_and(|declared| declared.contains('*'));
        result.push_str(match word {
            "__kernel" | "kernel" => "extern \"C\" __global__",
            "__global" | "global" | "__private" | "private" | "__read_only" | "__write_only" => "",
            "__constant" | "constant" if parentheses == 0 && braces == 0 => "__constant__",
            "__constant" | "constant" => "const",
            "__local" | "local" if parentheses == 0 && !is_pointer => "__shared__",
            "__local" | "local" => "",
            "restrict" => "__restrict__",
            _ => word,
        });
        rest = behind;
    }
    result
}

/// `(float4)(a, b, c, d)` is `make_float4(a, b, c, d)`.
fn vectors(text: &str) -> String {
    let mut text = text.to_owned();
    for kind in ["float", "double", "int", "uint", "char", "uchar", "short", "ushort"] {
        for width in 2..=4 {
            let cast = format!("({kind}{width})");
            let mut from = 0;
            while let Some(at) = text[from..].find(&cast).map(|at| from + at) {
                let behind = &text[at + cast.len()..];
                if behind.trim_start().starts_with('(') {
                    text.replace_range(at..at + cast.len(), &format!("make_{kind}{width}"));
                }
                from = at + cast.len();
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualifiers_are_those_of_their_place() {
        let text = "__constant int c[2];\n__kernel void k(__global int* a, local float *b) {\n  __local int s[4];\n  __local int* p = s;\n  float4 v = (float4)(0, 1, 2, 3);\n}";
        let (converted, bytes) = convert(text).unwrap();
        assert_eq!(bytes, 8192);
        for part in [
            "__constant__ int c[2];",
            "extern \"C\" __global__ void k( int* a)",
            "float* b = (float*)(local_memory + 0);",
            "__shared__ int s[4];",
            "   int* p = s;",
            "make_float4(0, 1, 2, 3)",
        ] {
            assert!(converted.contains(part), "`{part}` is not in\n{converted}");
        }
        assert_eq!(converted.lines().count(), text.lines().count());
    }

    #[test]
    fn a_copy_by_the_group_is_refused_with_its_reason() {
        assert!(
            convert("__kernel void k() { async_work_group_copy(a, b, 4, 0); }").unwrap_err().contains("counterpart")
        );
    }
}
