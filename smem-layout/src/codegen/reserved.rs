//! Names that a struct cannot have in CUDA C++: C++ keywords, names that CUDA and its headers define, names that C++ reserves.
//!
//! The list of CUDA names was made with NVRTC 12.9: it compiled a struct of each name in the headers of the CUDA 12.9
//! runtime, alone and after `cuda_fp16.h`, `cuda_bf16.h`, `cuda_fp8.h` and `cuComplex.h`, and of common functions of the
//! mathematics library. The names that it refused are in the list or covered by a rule of `is_defined_by_cuda`. Namespaces of
//! CUDA's libraries, types of the driver API and of C's headers were added by hand.

/// Returns why `name` cannot be the name of a struct in CUDA C++, as the end of a sentence that begins with the name; `None`
/// if it can.
///
/// ```
/// use smem_layout::refused_name;
///
/// assert_eq!(refused_name("ScanTile"), None);
/// assert_eq!(refused_name("half2"), Some("is a name that CUDA itself defines"));
/// assert_eq!(refused_name("class"), Some("is a keyword of C++"));
/// ```
pub fn refused_name(name: &str) -> Option<&'static str> {
    refused(name, &MEMBERS)
}

/// Returns why `name` cannot be the name of a block of tiles in CUDA C++, as [`refused_name`] does for a tile.
///
/// ```
/// assert_eq!(smem_layout::refused_block_name("Smem"), None);
/// assert!(smem_layout::refused_block_name("dim3").is_some());
/// ```
pub fn refused_block_name(name: &str) -> Option<&'static str> {
    refused(name, &BLOCK_MEMBERS)
}

/// Returns why `name` cannot be the name of a field of a block in CUDA C++, as [`refused_name`] does for a tile. The names of CUDA's
/// types and functions are fine there, except macros.
///
/// ```
/// use smem_layout::refused_field_name;
///
/// assert_eq!(refused_field_name("max"), None);
/// assert_eq!(refused_field_name("signed"), Some("is a keyword of C++"));
/// assert_eq!(refused_field_name("linux"), Some("is a macro of C++ compilers or headers"));
/// ```
pub fn refused_field_name(name: &str) -> Option<&'static str> {
    if MACROS.contains(&name) {
        return Some("is a macro of C++ compilers or headers");
    }
    refused(name, &BLOCK_MEMBERS).filter(|why| *why != OF_CUDA)
}

/// Returns why a struct with these `members` cannot have the `name`.
fn refused(name: &str, members: &[&str]) -> Option<&'static str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || !name.chars().all(plain) {
        return Some("is not a C++ identifier of ASCII letters, digits and `_`");
    }
    if members.contains(&name) {
        return Some("is the name of a member of the generated struct");
    }
    if KEYWORDS.binary_search(&name).is_ok() {
        return Some("is a keyword of C++");
    }
    if is_defined_by_cuda(name) {
        return Some(OF_CUDA);
    }
    if is_kept_by_cpp(name) {
        return Some("is reserved by C++, as is every name with two underscores or with `_` and a capital in front");
    }
    None
}

/// Returns true for a keyword, a name that CUDA defines and a name that C++ reserves: no struct can have it.
///
/// ```
/// assert!(smem_layout::is_reserved("float4") && smem_layout::is_reserved("__tile"));
/// assert!(!smem_layout::is_reserved("ScanTile"));
/// ```
pub fn is_reserved(name: &str) -> bool {
    KEYWORDS.binary_search(&name).is_ok() || is_defined_by_cuda(name) || is_kept_by_cpp(name)
}

/// Returns true for a keyword of C++.
pub(super) fn is_keyword(name: &str) -> bool {
    KEYWORDS.binary_search(&name).is_ok()
}

/// Returns true for the names that C++ reserves for compilers and their libraries.
fn is_kept_by_cpp(name: &str) -> bool {
    name.contains("__") || name.starts_with('_') && name[1..].starts_with(|c: char| c.is_ascii_uppercase())
}

/// Returns true for types, functions, variables and namespaces of CUDA and of the headers that kernels include.
fn is_defined_by_cuda(name: &str) -> bool {
    let then =
        |prefix: &str, next: fn(char) -> bool| name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(next));
    let texture = |prefix| {
        then(prefix, |c| c.is_ascii_digit())
            || name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with("Cubemap"))
    };
    DEFINED.binary_search(&name).is_ok()
        || is_vector(name.strip_prefix("make_").unwrap_or(name))
        // The runtime has hundreds of each, and more with every release.
        || then("cuda", |c| c.is_ascii_uppercase())
        || then("atomic", |c| c.is_ascii_uppercase())
        || texture("tex")
        || texture("surf")
}

/// Returns true for `char1` to `double4`, and for `double4_16a`: CUDA 13 names the vectors of 32 bytes by their alignment.
pub(super) fn is_vector(name: &str) -> bool {
    let name = name.strip_suffix("_16a").or(name.strip_suffix("_32a")).unwrap_or(name);
    let scalar = name.strip_suffix(|c: char| matches!(c, '1'..='4'));
    scalar.is_some_and(|scalar| VECTOR_SCALARS.contains(&scalar))
}

const OF_CUDA: &str = "is a name that CUDA itself defines";

const VECTOR_SCALARS: [&str; 12] =
    ["char", "double", "float", "int", "long", "longlong", "short", "uchar", "uint", "ulong", "ulonglong", "ushort"];

/// A member cannot have the name of its class.
pub(crate) const MEMBERS: [&str; 24] = [
    "ALIGN",
    "BYTES",
    "COLS",
    "ELEM_BYTES",
    "Elem",
    "LEN",
    "LINE",
    "NoPitch_",
    "PAD",
    "PITCH",
    "PLANES",
    "PlaneOf_",
    "ROWS",
    "RowOf_",
    "STAGES",
    "STAGE_LEN",
    "StageOf_",
    "TENSOR_MAP_SWIZZLE",
    "from",
    "index",
    "index_",
    "stage",
    "storage_",
    "vec",
];

/// The members that a struct in a header has beside these.
pub(super) const HEADER_MEMBERS: [&str; 3] = ["Constants_", "Elem_", "reversed_"];

/// The members that the struct of a block has beside its fields.
const BLOCK_MEMBERS: [&str; 4] = ["ALIGN", "BYTES", "dynamic", "from"];

/// Macros without parameters: of C's headers, and those that compilers in GNU mode define beside the reserved names.
const MACROS: [&str; 7] = ["EOF", "INFINITY", "NAN", "NULL", "errno", "linux", "unix"];

// Both lists are kept sorted for the search.

/// Keywords and alternative tokens up to C++20, with those of GNU C++.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
    "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
    "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double",
    "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
    "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
    "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return",
    "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "synchronized",
    "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "union",
    "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
];

/// Types, namespaces, variables, macros and functions.
#[rustfmt::skip]
const DEFINED: &[&str] = &[
    "CUarray", "CUcontext", "CUdevice", "CUdeviceptr", "CUevent", "CUfunction", "CUmodule", "CUresult", "CUstream",
    "CUsurfObject", "CUtensorMap", "CUtexObject", "CUuuid", "CUuuid_st", "EOF", "FILE", "INFINITY", "NAN", "NULL",
    "abs", "acos", "acosf", "acosh", "acoshf", "all", "any", "asin", "asinf", "asinh", "asinhf", "assert", "atan",
    "atan2", "atan2f", "atanf", "atanh", "atanhf", "ballot", "blockDim", "blockIdx", "cbrt", "cbrtf", "ceil", "ceilf",
    "cg", "clock", "clock64", "clock_t", "cooperative_groups", "copysign", "copysignf", "cos", "cosf", "cosh",
    "coshf", "cospi", "cuCabs", "cuCabsf", "cuCadd", "cuCaddf", "cuCdiv", "cuCdivf", "cuCfma", "cuCfmaf", "cuCimag",
    "cuCimagf", "cuCmul", "cuCmulf", "cuComplex", "cuComplexDoubleToFloat", "cuComplexFloatToDouble", "cuConj",
    "cuConjf", "cuCreal", "cuCrealf", "cuCsub", "cuCsubf", "cuDoubleComplex", "cuFloatComplex", "cub", "cuda", "cute",
    "cutlass", "cyl_bessel_i0", "dim3", "erf", "erfc", "erfcf", "erff", "errno", "exp", "exp10", "exp2", "exp2f",
    "expf", "expm1", "fabs", "fabsf", "fdim", "fdividef", "floor", "floorf", "fma", "fmaf", "fmax", "fmaxf", "fmin",
    "fminf", "fmod", "fmodf", "free", "frexp", "gridDim", "h2ceil", "h2cos", "h2exp", "h2exp10", "h2exp2", "h2floor",
    "h2log", "h2log10", "h2log2", "h2rcp", "h2rint", "h2rsqrt", "h2sin", "h2sqrt", "h2tanh", "h2tanh_approx",
    "h2trunc", "half", "half2", "hceil", "hcos", "hexp", "hexp10", "hexp2", "hfloor", "hlog", "hlog10", "hlog2",
    "hrcp", "hrint", "hrsqrt", "hsin", "hsqrt", "htanh", "htanh_approx", "htrunc", "hypot", "hypotf", "ilogb",
    "int16_t", "int32_t", "int64_t", "int8_t", "intmax_t", "intptr_t", "isfinite", "isinf", "isnan", "j0", "j1", "jn",
    "labs", "ldexp", "lgamma", "libraryPropertyType", "libraryPropertyType_t", "llabs", "llmax", "llmin", "llrint",
    "llround", "log", "log10", "log1p", "log2", "logb", "logf", "lrint", "lround", "main", "make_bfloat162",
    "make_cuComplex", "make_cuDoubleComplex", "make_cuFloatComplex", "make_half2", "malloc", "max", "max_align_t",
    "memcpy", "memset", "min", "modf", "nan", "nearbyint", "nextafter", "norm", "norm3d", "norm4d", "normcdf",
    "nullptr_t", "nv_bfloat16", "nv_bfloat162", "nv_half", "nv_half2", "nvcuda", "pow", "powf", "printf", "ptrdiff_t",
    "rcbrt", "remainder", "remquo", "rhypot", "rint", "rintf", "rnorm", "round", "rsqrt", "rsqrtf", "scalbn",
    "signbit", "sin", "sincos", "sincosf", "sincospi", "sinf", "sinh", "sinpi", "size_t", "sqrt", "sqrtf", "ssize_t",
    "std", "surfaceReference", "syncthreads_and", "syncthreads_count", "syncthreads_or", "tan", "tanf", "tanh",
    "tanhf", "textureReference", "tgamma", "threadIdx", "thrust", "time_t", "trunc", "truncf", "uint", "uint16_t",
    "uint32_t", "uint64_t", "uint8_t", "uintmax_t", "uintptr_t", "ullmax", "ullmin", "ulong", "umax", "umin",
    "ushort", "va_list", "warpSize", "wmma", "y0", "y1", "yn",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_for_the_search() {
        assert!(KEYWORDS.is_sorted());
        assert!(DEFINED.is_sorted());
        assert!(KEYWORDS.iter().chain(DEFINED).all(|name| is_reserved(name) && refused_name(name).is_some()));
    }

    #[test]
    fn ordinary_names_are_fine() {
        for name in
            ["ScanTile", "Tile_2", "tile4", "Float", "floating2", "_tile", "float5", "xor_tile", "Half2", "texture"]
        {
            assert_eq!(refused_name(name), None, "{name}");
            assert!(!is_reserved(name), "{name}");
        }
    }

    #[test]
    fn keywords_and_reserved_names_are_refused() {
        for name in ["class", "new", "template", "co_await", "__tile", "a__b", "_Tile", "index", "TENSOR_MAP_SWIZZLE"] {
            assert!(refused_name(name).is_some(), "{name}");
        }
    }

    #[test]
    fn what_cuda_and_its_headers_define_is_refused() {
        let names = [
            "half2",
            "half",
            "nv_bfloat162",
            "cuComplex",
            "float4",
            "ulonglong2",
            "double4_16a",
            "make_float4",
            "dim3",
            "threadIdx",
            "cooperative_groups",
            "cg",
            "nvcuda",
            "cudaTextureObject_t",
            "CUtensorMap",
            "uint32_t",
            "size_t",
            "atomicAdd_block",
            "tex2DLod",
            "surf1Dread",
            "sinf",
            "max",
            "printf",
        ];
        for name in names {
            assert_eq!(refused_name(name), Some("is a name that CUDA itself defines"), "{name}");
        }
    }

    #[test]
    fn what_is_not_an_identifier_is_refused() {
        for name in ["", "4tile", "a b", "Плитка", "a;b", "a::b"] {
            assert!(refused_name(name).is_some(), "{name:?}");
        }
    }
}
