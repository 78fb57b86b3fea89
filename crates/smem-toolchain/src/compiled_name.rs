//! The name of a source as tools receive it.

/// Returns the name of a source as compilers receive it: with `_` for a quote, a backslash or a control character, which would end the text
/// that the assembler reads of it, or name another file.
///
/// ```
/// assert_eq!(smem_toolchain::compiled_name("a \"b\".cu"), "a _b_.cu");
/// assert_eq!(smem_toolchain::compiled_name("kernels/scan.cu"), "kernels/scan.cu");
/// ```
pub fn compiled_name(name: &str) -> String {
    let is_syntax = |character: char| matches!(character, '"' | '\\') || character.is_control();
    name.chars().map(|character| if is_syntax(character) { '_' } else { character }).collect()
}
