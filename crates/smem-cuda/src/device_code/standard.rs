//! The part of the C++ standard library that device code can have: CUDA's own, in the namespace `cuda::std`.

/// Names of `std` with the header that declares them in `cuda::std`.
const HEADERS: [(&str, &[&str]); 13] = [
    ("cuda/std/limits", &["numeric_limits", "float_round_style", "float_denorm_style"]),
    (
        "cuda/std/utility",
        &[
            "pair",
            "make_pair",
            "move",
            "forward",
            "swap",
            "exchange",
            "declval",
            "as_const",
            "in_place",
            "in_place_t",
            "piecewise_construct",
            "integer_sequence",
            "index_sequence",
            "make_integer_sequence",
            "make_index_sequence",
            "index_sequence_for",
            "cmp_less",
        ],
    ),
    ("cuda/std/array", &["array"]),
    (
        "cuda/std/tuple",
        &[
            "tuple",
            "make_tuple",
            "tie",
            "forward_as_tuple",
            "tuple_cat",
            "get",
            "tuple_size",
            "tuple_size_v",
            "tuple_element",
            "tuple_element_t",
            "apply",
            "ignore",
        ],
    ),
    ("cuda/std/cstddef", &["size_t", "ptrdiff_t", "nullptr_t", "byte", "max_align_t", "to_integer"]),
    (
        "cuda/std/cstdint",
        &[
            "int8_t",
            "int16_t",
            "int32_t",
            "int64_t",
            "uint8_t",
            "uint16_t",
            "uint32_t",
            "uint64_t",
            "intptr_t",
            "uintptr_t",
            "intmax_t",
            "uintmax_t",
            "int_fast32_t",
            "uint_fast32_t",
            "int_least32_t",
            "uint_least32_t",
        ],
    ),
    ("cuda/std/complex", &["complex", "real", "imag", "conj", "norm", "arg", "polar"]),
    (
        "cuda/std/functional",
        &[
            "plus",
            "minus",
            "multiplies",
            "divides",
            "modulus",
            "negate",
            "equal_to",
            "not_equal_to",
            "greater",
            "less",
            "greater_equal",
            "less_equal",
            "logical_and",
            "logical_or",
            "logical_not",
            "bit_and",
            "bit_or",
            "bit_xor",
            "bit_not",
            "invoke",
            "reference_wrapper",
            "ref",
            "cref",
            "min",
            "max",
            "clamp",
            "minmax",
            "hash",
            "identity",
        ],
    ),
    (
        "cuda/std/cmath",
        &[
            "abs",
            "fabs",
            "sqrt",
            "cbrt",
            "pow",
            "exp",
            "exp2",
            "expm1",
            "log",
            "log2",
            "log10",
            "log1p",
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "atan2",
            "sinh",
            "cosh",
            "tanh",
            "floor",
            "ceil",
            "trunc",
            "round",
            "rint",
            "nearbyint",
            "fmod",
            "fmin",
            "fmax",
            "fma",
            "hypot",
            "isnan",
            "isinf",
            "isfinite",
            "signbit",
            "copysign",
            "erf",
            "erfc",
            "tgamma",
            "lgamma",
            "ldexp",
            "frexp",
            "modf",
            "remainder",
            "fdim",
            "lround",
            "llround",
            "lrint",
            "llrint",
            "ilogb",
            "logb",
            "nextafter",
        ],
    ),
    ("cuda/std/optional", &["optional", "nullopt", "nullopt_t", "make_optional"]),
    ("cuda/std/variant", &["variant", "visit", "monostate", "holds_alternative", "get_if"]),
    ("cuda/std/span", &["span", "dynamic_extent"]),
    ("cuda/std/initializer_list", &["initializer_list"]),
];

/// The header of type traits.
const TRAITS: &str = "cuda/std/type_traits";

/// Traits whose names have no such beginning.
const OTHER_TRAITS: [&str; 24] = [
    "enable_if",
    "conditional",
    "decay",
    "common_type",
    "underlying_type",
    "integral_constant",
    "bool_constant",
    "true_type",
    "false_type",
    "void_t",
    "conjunction",
    "disjunction",
    "negation",
    "rank",
    "extent",
    "alignment_of",
    "aligned_storage",
    "make_signed",
    "make_unsigned",
    "type_identity",
    "invoke_result",
    "has_unique_object_representations",
    "result_of",
    "add_const",
];

/// Returns the header of CUDA's that declares in `cuda::std` what C++ declares in `std` by this name; `None` for what only a host has.
pub(super) fn device_header(name: &str) -> Option<&'static str> {
    if let Some((header, _)) = HEADERS.iter().find(|(_, names)| names.contains(&name)) {
        return Some(header);
    }
    let base = name.trim_end_matches("_t").trim_end_matches("_v");
    let is_trait = ["is_", "remove_", "add_", "has_virtual"].iter().any(|start| base.starts_with(start))
        || OTHER_TRAITS.contains(&base)
        || OTHER_TRAITS.contains(&name);
    is_trait.then_some(TRAITS)
}

/// Returns true for a type or a template that device code may name without `std::` after `using namespace std;`. Functions that CUDA
/// declares for device code outside of any namespace are not among them.
pub(super) fn is_type(name: &str) -> bool {
    let is_function_of_cuda =
        matches!(device_header(name), Some("cuda/std/cmath" | "cuda/std/cstddef" | "cuda/std/cstdint"))
            || matches!(
                name,
                "min"
                    | "max"
                    | "get"
                    | "move"
                    | "apply"
                    | "ref"
                    | "real"
                    | "imag"
                    | "norm"
                    | "arg"
                    | "byte"
                    | "hash"
                    | "clamp"
                    | "tie"
            );
    device_header(name).is_some() && !is_function_of_cuda
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_host_have_no_header() {
        assert_eq!(device_header("numeric_limits"), Some("cuda/std/limits"));
        assert_eq!(device_header("is_same_v"), Some(TRAITS));
        assert_eq!(device_header("enable_if_t"), Some(TRAITS));
        for host in ["vector", "string", "cout", "unique_ptr", "thread", "runtime_error"] {
            assert_eq!(device_header(host), None, "{host}");
        }
    }
}
