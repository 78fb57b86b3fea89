//! Names of types in CUDA C++ where a type of Rust belongs.

use crate::model::primitive::PRIMITIVES;

/// Types that are one word in CUDA C++, and what they are in Rust. `char` and `bool` are words of Rust as well.
const WORDS: [(&str, &str); 28] = [
    ("float", "f32"),
    ("double", "f64"),
    ("uchar", "u8"),
    ("ushort", "u16"),
    ("uint", "u32"),
    ("ulong", "u64"),
    ("longlong", "i64"),
    ("ulonglong", "u64"),
    ("int8_t", "i8"),
    ("uint8_t", "u8"),
    ("int16_t", "i16"),
    ("uint16_t", "u16"),
    ("int32_t", "i32"),
    ("uint32_t", "u32"),
    ("int64_t", "i64"),
    ("uint64_t", "u64"),
    ("size_t", "u64"),
    ("half", "half::f16"),
    ("__half", "half::f16"),
    ("nv_half", "half::f16"),
    ("nv_bfloat16", "half::bf16"),
    ("__nv_bfloat16", "half::bf16"),
    ("half2", "[half::f16; 2]"),
    ("__half2", "[half::f16; 2]"),
    ("nv_half2", "[half::f16; 2]"),
    ("nv_bfloat162", "[half::bf16; 2]"),
    ("__nv_bfloat162", "[half::bf16; 2]"),
    ("cuComplex", "[f32; 2]"),
];

/// Returns the type of Rust that is what `cuda` is in CUDA C++ on Linux: `f32` for `float`, `u32` for `unsigned int`, `[f32; 4]` for
/// `float4`.
pub(crate) fn in_rust(cuda: &str) -> Option<String> {
    let words: Vec<&str> = cuda.split_whitespace().collect();
    let known = WORDS.iter().find(|row| words[..] == [row.0]).map(|row| row.1.to_string());
    known.or_else(|| integer(&words).map(String::from)).or_else(|| vector(cuda))
}

/// Returns the integer that some of `unsigned`, `long` and so on are together, in any order.
fn integer(words: &[&str]) -> Option<&'static str> {
    let count = |word: &str| words.iter().filter(|other| **other == word).count();
    let signs = (count("unsigned"), count("signed"));
    let sizes = (count("char"), count("short"), count("long"), count("int"));
    let all = signs.0 + signs.1 + sizes.0 + sizes.1 + sizes.2 + sizes.3;
    let types = match sizes {
        (1, 0, 0, 0) => ["u8", "i8"],
        (0, 1, 0, 0 | 1) => ["u16", "i16"],
        (0, 0, 0, 0 | 1) => ["u32", "i32"],
        (0, 0, 1 | 2, 0 | 1) => ["u64", "i64"],
        _ => return None,
    };
    match signs {
        _ if words.is_empty() || all != words.len() => None,
        (1, 0) => Some(types[0]),
        (0, 0 | 1) => Some(types[1]),
        _ => None,
    }
}

/// Returns the array that `float4` is.
fn vector(cuda: &str) -> Option<String> {
    let (scalar, count) = cuda.split_at_checked(cuda.len().checked_sub(1)?)?;
    let of = |scalar: &str| PRIMITIVES.iter().find(|row| row.3 == scalar).map(|row| row.0);
    let elem = of(scalar).or(match scalar {
        "long" => Some("i64"),
        "ulong" => Some("u64"),
        _ => None,
    })?;
    match count {
        "1" => Some(elem.to_string()),
        "2" | "4" => Some(format!("[{elem}; {count}]")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_cuda_have_their_type_of_rust() {
        for (cuda, rust) in [
            ("float", "f32"),
            ("double", "f64"),
            ("int", "i32"),
            ("signed", "i32"),
            ("unsigned", "u32"),
            ("unsigned int", "u32"),
            ("int unsigned", "u32"),
            ("short", "i16"),
            ("unsigned short int", "u16"),
            ("unsigned char", "u8"),
            ("signed char", "i8"),
            ("long", "i64"),
            ("long long", "i64"),
            ("unsigned long long int", "u64"),
            ("uint64_t", "u64"),
            ("__half", "half::f16"),
            ("__nv_bfloat162", "[half::bf16; 2]"),
            ("float4", "[f32; 4]"),
            ("char2", "[i8; 2]"),
            ("ulong1", "u64"),
        ] {
            assert_eq!(in_rust(cuda).as_deref(), Some(rust), "{cuda}");
        }
    }

    #[test]
    fn other_words_are_not_types_of_cuda() {
        for name in
            ["", "Pixel", "f32", "float3", "float8", "unsigned float", "unsigned signed", "long char", "float 4"]
        {
            assert_eq!(in_rust(name), None, "{name}");
        }
        assert_eq!(in_rust("long long long"), None);
    }

    #[cfg(feature = "read")]
    #[test]
    fn a_line_takes_the_names_of_cuda_and_says_what_to_write_for_others() {
        for (cuda, rust) in WORDS.into_iter().chain([("float4", "[f32; 4]"), ("unsigned long long", "u64")]) {
            let tile = crate::read::line(&format!("Tile({cuda}): 16, 8")).unwrap_or_else(|error| panic!("{error:?}"));
            let same = crate::read::line(&format!("Tile({rust}): 16, 8")).unwrap();
            assert_eq!((tile.cuda_elem(), tile.elem()), (same.cuda_elem(), same.elem()), "{cuda}");
        }
        let mistakes = crate::read::line("Tile([float; 4]): 32, 32").unwrap_err();
        let [mistake] = &mistakes[..] else { panic!("{mistakes:?}") };
        assert!(mistake.message.contains("is a type of CUDA C++"), "{}", mistake.message);
        assert!(mistake.message.contains("\nhelp: write `[f32; 4]`"), "{}", mistake.message);
        assert_eq!(mistake.range.start, 5);
        // The attribute wins.
        assert!(crate::read::line("Tile(float): 32, 32, elem(bytes = 4, cuda = \"float\")").is_ok());
    }

    #[cfg(feature = "read")]
    #[test]
    fn what_is_proposed_is_read() {
        for (cuda, rust) in WORDS {
            let tile = crate::read::line(&format!("Tile({rust}): 16, 8")).unwrap_or_else(|error| panic!("{error:?}"));
            let bytes = crate::model::foreign::cuda_bytes(cuda);
            assert!(bytes.is_none_or(|bytes| bytes as usize == tile.solution().bytes() / (16 * 8)), "{cuda}");
        }
    }
}
