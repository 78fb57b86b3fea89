//! The headers that declare an element type of CUDA C++.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::codegen::reserved::is_vector;

/// An `#include` line. The headers that the user names come first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Include {
    /// For every compiler.
    Always(String),
    /// For compilers that do not have CUDA's own types.
    OnHost(&'static str),
}

impl fmt::Display for Include {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Include::Always(header) => write!(f, "#include \"{header}\""),
            Include::OnHost(header) => {
                write!(f, "#if !defined(__CUDACC__)\n#include \"{header}\"  // CUDA's vectors, as float4\n#endif")
            }
        }
    }
}

/// The headers of the CUDA toolkit that declare scalars: the beginnings of the names, and the header.
const SCALARS: [(&[&str], &str); 5] = [
    (&["__half", "half"], "cuda_fp16.h"),
    (&["__nv_bfloat16", "nv_bfloat16"], "cuda_bf16.h"),
    (&["__nv_fp8"], "cuda_fp8.h"),
    (&["__nv_fp6"], "cuda_fp6.h"),
    (&["__nv_fp4"], "cuda_fp4.h"),
];

/// Returns what an element needs: the header that its user names, or else those of CUDA that declare it.
pub(crate) fn includes(elem: &str, named: Option<&str>) -> Vec<Include> {
    if let Some(header) = named {
        return [Include::Always(header.into())].into();
    }
    let words = || elem.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let is_of = |word: &str, names: &[&str]| {
        // A name of another namespace is not CUDA's.
        let is_scalar = |rest: &str| rest.is_empty() || rest == "2" || rest.starts_with(['x', '_']);
        names.iter().any(|name| word.strip_prefix(name).is_some_and(is_scalar))
    };
    let is_qualified = elem.trim_start_matches("::").contains("::");
    let mut found = Vec::new();
    for (names, header) in SCALARS {
        if !is_qualified && words().any(|word| is_of(word, names)) {
            found.push(Include::Always(header.into()));
        }
    }
    if !is_qualified && words().any(is_vector) {
        found.push(Include::OnHost("vector_types.h"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn elements_of_cuda_have_their_header() {
        let lines = |elem: &str, named| includes(elem, named).iter().map(ToString::to_string).collect::<Vec<_>>();
        for (elem, header) in [
            ("__half", "cuda_fp16.h"),
            ("half2", "cuda_fp16.h"),
            ("__half2", "cuda_fp16.h"),
            ("__nv_bfloat162", "cuda_bf16.h"),
            ("__nv_fp8_e4m3", "cuda_fp8.h"),
            ("__nv_fp8x4_e5m2", "cuda_fp8.h"),
            ("::__half", "cuda_fp16.h"),
        ] {
            assert_eq!(lines(elem, None), [alloc::format!("#include \"{header}\"")], "{elem}");
        }
        for elem in ["float", "unsigned long long", "halfling", "cutlass::half_t", "my::half", "float5"] {
            assert!(lines(elem, None).is_empty(), "{elem}");
        }
        assert!(lines("float4", None)[0].contains("vector_types.h"));
        assert_eq!(lines("cutlass::half_t", Some("cutlass/half.h")), ["#include \"cutlass/half.h\""]);
        assert_eq!(lines("__half", Some("mine.h")), ["#include \"mine.h\""]);
    }
}
