//! The spelling of types in CUDA C++, checked here for the macro and for the CUDA text.

/// Returns true for names, `::`, spaces and template arguments, which cannot end the declaration that they are in.
pub fn is_cuda_type(text: &str) -> bool {
    let names = text.split([':', ' ', '<', '>', ',']).filter(|name| !name.is_empty());
    let starts =
        names.clone().all(|name| !name.starts_with(|c: char| c.is_ascii_digit()) || name.parse::<u32>().is_ok());
    let shape = text.split("::").all(|part| !part.contains(':'));
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_: <>,".contains(c);
    let first = |c: char| c.is_ascii_alphabetic() || c == '_' || c == ':';
    names.clone().next().is_some() && starts && shape && text.starts_with(first) && text.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_may_have_paths_words_and_template_arguments() {
        for text in ["__half", "unsigned long long", "cutlass::half_t", "::my::pair<float, 2>"] {
            assert!(is_cuda_type(text), "{text}");
        }
        for text in ["", " ", "half;", "a:b", "struct { int x; }", "2half", "__half\n", "half/*", "\"half\"", "::"] {
            assert!(!is_cuda_type(text), "{text:?}");
        }
    }
}
