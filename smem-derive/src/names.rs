//! Names that CUDA C++ does not let a struct have.

/// Why `name` cannot be the name of a struct in CUDA C++, or nothing where it can.
pub(crate) fn refused(name: &str) -> Option<&'static str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || !name.chars().all(plain) {
        return Some("is no C++ identifier of ASCII letters, digits and `_`");
    }
    if MEMBERS.contains(&name) {
        return Some("is the name of a member of the generated struct");
    }
    if smem_layout::is_reserved(name) || BUILT_IN.contains(&name) {
        return Some("is a word that CUDA C++ keeps for itself");
    }
    if name.contains("__") {
        return Some("is reserved by C++, as is every name with two underscores");
    }
    None
}

/// A type as it may stand in C++: names, `::`, spaces, and template arguments.
pub(crate) fn is_type(text: &str) -> bool {
    let names = text.split([':', ' ', '<', '>', ',']).filter(|name| !name.is_empty());
    let starts =
        names.clone().all(|name| !name.starts_with(|c: char| c.is_ascii_digit()) || name.parse::<u32>().is_ok());
    let shape = text.split("::").all(|part| !part.contains(':'));
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_: <>,".contains(c);
    let first = |c: char| c.is_ascii_alphabetic() || c == '_' || c == ':';
    names.clone().next().is_some() && starts && shape && text.starts_with(first) && text.chars().all(allowed)
}

/// A member cannot have the name of its class.
const MEMBERS: [&str; 15] = [
    "ALIGN",
    "BYTES",
    "COLS",
    "ELEM_BYTES",
    "Elem",
    "LEN",
    "PITCH",
    "ROWS",
    "STAGES",
    "STAGE_LEN",
    "VECTOR_BYTES",
    "from",
    "index",
    "storage_",
    "vec",
];

/// Functions, types and macros that NVRTC declares before the first line of a program.
const BUILT_IN: [&str; 21] = [
    "NULL",
    "abs",
    "assert",
    "clock",
    "clock64",
    "clock_t",
    "fmaf",
    "free",
    "malloc",
    "max",
    "memcpy",
    "memset",
    "min",
    "printf",
    "ptrdiff_t",
    "restrict",
    "size_t",
    "sqrt",
    "synchronized",
    "typeof",
    "wmma",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_are_fine() {
        for name in ["ScanTile", "Tile_2", "tile4", "Float", "floating2", "_tile"] {
            assert_eq!(refused(name), None, "{name}");
        }
    }

    #[test]
    fn keywords_built_in_names_and_reserved_ones_are_refused() {
        for name in ["class", "new", "template", "float4", "ulonglong2", "dim3", "threadIdx", "__tile", "a__b", "_Tile"]
        {
            assert!(refused(name).is_some(), "{name}");
        }
    }

    #[test]
    fn what_is_no_identifier_is_refused() {
        for name in ["", "4tile", "a b", "Плитка", "a;b", "a::b"] {
            assert!(refused(name).is_some(), "{name:?}");
        }
    }

    #[test]
    fn types_may_have_paths_words_and_template_arguments() {
        for text in ["__half", "unsigned long long", "cutlass::half_t", "::my::pair<float, 2>"] {
            assert!(is_type(text), "{text}");
        }
        for text in ["", " ", "half;", "a:b", "struct { int x; }", "2half", "__half\n", "half/*", "\"half\"", "::"] {
            assert!(!is_type(text), "{text:?}");
        }
    }
}
