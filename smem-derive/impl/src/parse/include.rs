//! The header that declares an element in CUDA C++: `include = "cuda_fp16.h"`.

use crate::message::span::SourceSpan;
use crate::parse::tokens;
use proc_macro2::TokenTree;

const EXAMPLE: &str = "include = \"cuda_fp16.h\"";

/// Reads the name of a header, for the quotes of `#include`.
pub(crate) fn parse(tokens: &[TokenTree], at: SourceSpan) -> syn::Result<String> {
    let header = tokens::string(tokens, at, EXAMPLE)?;
    match refused(&header.value) {
        None => Ok(header.value),
        Some(why) => Err(header.span.error(format!("{why}\nhelp: write `{}`", proposed(&header.value)))),
    }
}

/// Returns the reason why `header` cannot be between the quotes of `#include`.
fn refused(header: &str) -> Option<&'static str> {
    let unprintable = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if header.trim().is_empty() {
        return Some("`include` names no header");
    }
    if header.contains(unprintable) {
        return Some("the name of a header is one line of text");
    }
    if header.contains(['<', '>', '"']) {
        return Some("`include` is the name of a header, without quotes or angle brackets in it");
    }
    if header.trim_start().starts_with('#') {
        return Some("`include` is the name of a header, not a directive");
    }
    if header.contains('\\') {
        return Some("C++ gives a backslash in the name of a header no meaning");
    }
    if header.trim() != header {
        return Some("the name of a header has no space around it");
    }
    None
}

/// Returns the name that was probably meant.
fn proposed(header: &str) -> String {
    let name = header.trim().trim_start_matches('#').trim_start();
    let name = name.strip_prefix("include").map_or(name, str::trim_start);
    let name = name.trim_matches(|c: char| matches!(c, '<' | '>' | '"') || c.is_whitespace()).replace('\\', "/");
    if refused(&name).is_some() { EXAMPLE.into() } else { format!("include = \"{name}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_paths_are_headers() {
        for header in ["cuda_fp16.h", "cutlass/half.h", "../types.cuh", "nv/target", "my types.h", "größe.h"] {
            assert_eq!(refused(header), None, "{header}");
        }
    }

    #[test]
    fn what_would_end_the_line_or_the_quotes_is_refused_and_the_name_is_proposed() {
        let meant = [
            ("<cuda_fp16.h>", "include = \"cuda_fp16.h\""),
            ("\"half.h\"", "include = \"half.h\""),
            ("#include <cuda_bf16.h>", "include = \"cuda_bf16.h\""),
            (" cuda_bf16.h\n", "include = \"cuda_bf16.h\""),
            ("types\\half.h", "include = \"types/half.h\""),
            ("#half.h", "include = \"half.h\""),
            ("", EXAMPLE),
            (" ", EXAMPLE),
            ("a.h\"\n#error", EXAMPLE),
            ("a.h\0", EXAMPLE),
            ("<a.h> <b.h>", EXAMPLE),
        ];
        for (header, proposal) in meant {
            assert!(refused(header).is_some(), "{header:?}");
            assert_eq!(proposed(header), proposal, "{header:?}");
        }
    }
}
