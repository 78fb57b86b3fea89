//! Types that the macro does not accept without `elem(..)`: their CUDA name where it is certain, and what to write instead.

use crate::message::source;
use crate::message::span::SourceSpan;
use crate::model::cuda_names;
use crate::model::primitive::{self, PRIMITIVES};
use crate::parse::shape::TileShape;
use smem_layout::{WIDEST_BYTES, listed};
use syn::{GenericArgument, PathArguments, Type};

/// The tile whose element is checked. Messages name it.
#[derive(Clone, Copy)]
pub(crate) struct TileContext<'a> {
    /// The name of the struct.
    pub(crate) name: &'a str,
    /// `None` if the shape is missing or wrong.
    pub(crate) shape: Option<TileShape>,
}

/// Scalars with a CUDA type that the macro accepts only with `elem(..)`: Rust name, bytes, CUDA name.
const SCALARS: [(&str, u32, &str); 6] = [
    ("bool", 1, "bool"),
    ("char", 4, "char32_t"),
    ("f16", 2, "__half"),
    ("bf16", 2, "__nv_bfloat16"),
    ("u128", 16, "unsigned __int128"),
    ("i128", 16, "__int128"),
];

/// Scalars whose pairs have a CUDA type: Rust name, bytes of the pair, CUDA name of the pair.
const PAIRS: [(&str, u32, &str); 2] = [("f16", 4, "__half2"), ("bf16", 4, "__nv_bfloat162")];

/// Wrappers of the standard library that have the layout of their argument.
const WRAPPERS: [&str; 8] =
    ["Cell", "ManuallyDrop", "MaybeUninit", "NonZero", "Saturating", "SyncUnsafeCell", "UnsafeCell", "Wrapping"];

/// Returns the bytes and the CUDA name of a type, if its Rust name leaves no doubt.
///
/// The expansion asserts the size, so another type of the same name fails to compile instead of getting a wrong layout.
pub(crate) fn in_cuda(ty: &Type) -> Option<(u32, &'static str)> {
    let find = |table: &'static [(&str, u32, &str)], name: &str| {
        table.iter().find(|row| row.0 == name).map(|&(_, bytes, cuda)| (bytes, cuda))
    };
    match ty {
        Type::Group(group) => in_cuda(&group.elem),
        Type::Paren(paren) => in_cuda(&paren.elem),
        Type::Array(array) if primitive::length(&array.len) == Some(2) => find(&PAIRS, &last_name(&array.elem)?),
        ty => {
            let name = last_name(ty)?;
            let primitive = |name: &str| PRIMITIVES.iter().find(|row| row.0 == name).map(|row| (row.1, row.2));
            if let Some(inner) = argument(ty).filter(|_| WRAPPERS.contains(&name.as_str())) {
                return last_name(inner).and_then(|inner| primitive(&inner)).or_else(|| in_cuda(inner));
            }
            let inner = name.strip_prefix("NonZero").or(name.strip_prefix("Atomic")).map(str::to_lowercase);
            inner.and_then(|inner| primitive(&inner).or(find(&SCALARS, &inner))).or_else(|| find(&SCALARS, &name))
        }
    }
}

/// Returns the bytes of a CUDA type, if it is one of CUDA's own.
pub(crate) fn cuda_bytes(cuda: &str) -> Option<u32> {
    let scalar = PRIMITIVES.iter().find(|row| row.2 == cuda).map(|row| row.1);
    let known = SCALARS.iter().chain(&PAIRS).find(|row| row.2 == cuda).map(|row| row.1);
    let vector = || {
        let (scalar, count) = cuda.split_at_checked(cuda.len().checked_sub(1)?)?;
        let count = count.parse::<u32>().ok().filter(|count| [1, 2, 4].contains(count))?;
        PRIMITIVES.iter().find(|row| row.3 == scalar).map(|row| row.1 * count)
    };
    scalar.or(known).or_else(vector).filter(|bytes| *bytes <= 16)
}

/// Returns the last name of a path: `f16` of `half::f16`.
fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Group(group) => last_name(&group.elem),
        Type::Paren(paren) => last_name(&paren.elem),
        Type::Path(path) if path.qself.is_none() => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// Returns `T` of `Wrapper<T>`.
fn argument(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    match &path.path.segments.last()?.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the error for a type that is not an element.
pub(crate) fn refuse(ty: &Type, at: SourceSpan, context: TileContext<'_>) -> syn::Error {
    let TileContext { name, .. } = context;
    let text = source::text(ty);
    if let Some((bytes, cuda)) = in_cuda(ty) {
        let start = match text.as_str() {
            "bool" | "char" | "u128" | "i128" => format!("`{text}` is not an element type by itself"),
            _ => format!("the macro does not know the element type `{text}`: it sees names, not what they mean"),
        };
        return at.error(format!(
            "{start}\nhelp: write `elem(bytes = {bytes}, cuda = \"{cuda}\")`, which says what it is in CUDA C++{}",
            remark(&text)
        ));
    }
    match ty {
        Type::Group(group) => refuse(&group.elem, at, context),
        Type::Paren(paren) => refuse(&paren.elem, at, context),
        Type::Path(path) if path.path.is_ident("usize") || path.path.is_ident("isize") => {
            let sign = if path.path.is_ident("usize") { "u" } else { "i" };
            at.error(format!(
                "`{text}` need not have the same size on host and device\n\
                 help: write `struct {name}({sign}32);` or `struct {name}({sign}64);`"
            ))
        }
        Type::Array(array) => refuse_array(array, at, context),
        Type::Reference(syn::TypeReference { elem, .. }) | Type::Ptr(syn::TypePtr { elem, .. }) => {
            let what = if matches!(ty, Type::Ptr(_)) { "pointer" } else { "reference" };
            at.error(format!(
                "`{text}` is a {what}, and a tile holds the elements themselves\nhelp: write {}\n\
                 help: write `struct {name}(u64);` for addresses of device memory",
                proposed(name, elem)
            ))
        }
        Type::Tuple(tuple) => at.error(refuse_tuple(tuple, &text, name)),
        Type::Slice(slice) => at.error(format!(
            "`{text}` has no size of its own: the shape is in the attribute, and the struct has the element\n\
             help: write {}",
            proposed(name, &slice.elem)
        )),
        Type::Path(_) | Type::Macro(_) => at.error(match cuda_names::in_rust(&text) {
            // A type of the user may have the name.
            Some(rust) => format!(
                "{}\nhelp: where `{text}` is a type of Rust, say what it is with `elem(bytes = N, cuda = \"..\")`",
                of_cuda(&text, &rust)
            ),
            None => format!(
                "the macro does not know the element type `{text}`: it sees names, not what they mean\n{}",
                ask(None, &text)
            ),
        }),
        _ => at.error(format!("`{text}` is not the type of an element\nhelp: write `struct {name}(f32);`")),
    }
}

/// Returns the message for a type of CUDA C++ whose type of Rust is `rust`.
pub(crate) fn of_cuda(text: &str, rust: &str) -> String {
    format!("`{text}` is a type of CUDA C++, and the element is written as a type of Rust\nhelp: write `{rust}`")
}

/// Returns the help that asks the user for the bytes and the CUDA name of the type.
fn ask(bytes: Option<u32>, ty: &str) -> String {
    let (bytes, size) = match bytes {
        Some(bytes) => (bytes.to_string(), String::new()),
        None => ("N".into(), format!("`N` is `size_of::<{ty}>()`, and ")),
    };
    format!(
        "help: write one of `u8` to `u64`, `i8` to `i64`, `f32`, `f64`, or `[T; 2]`, `[T; 4]` of one, if that is what it \
         is\nhelp: otherwise say what it is with `elem(bytes = {bytes}, cuda = \"..\")`: {size}the string is what CUDA C++ \
         calls it"
    )
}

/// Returns further help for types whose CUDA type has a catch.
fn remark(text: &str) -> &'static str {
    match text {
        "char" => "\nhelp: write `i8` for what C calls `char`",
        "bool" => "\nhelp: write `u8` where the memory may hold other values than 0 and 1",
        "u128" | "i128" => "\nhelp: NVRTC has this type with `--device-int128` only",
        _ => "",
    }
}

/// Returns the struct to write instead, whose element is the innermost of `ty`, and the `elem(..)` that it needs.
pub(crate) fn proposed(name: &str, ty: &Type) -> String {
    let text = source::text(ty);
    match ty {
        Type::Slice(slice) => proposed(name, &slice.elem),
        Type::Group(group) => proposed(name, &group.elem),
        Type::Paren(paren) => proposed(name, &paren.elem),
        ty if is_narrow(ty) => format!("`struct {name}({text});`"),
        Type::Array(array) => proposed(name, &array.elem),
        Type::Path(path) if path.path.is_ident("usize") => format!("`struct {name}(u32);` or `struct {name}(u64);`"),
        Type::Path(path) if path.path.is_ident("isize") => format!("`struct {name}(i32);` or `struct {name}(i64);`"),
        ty => match (in_cuda(ty), ty) {
            (Some((bytes, cuda)), _) => {
                format!("`struct {name}({text});` and `elem(bytes = {bytes}, cuda = \"{cuda}\")`")
            }
            (None, Type::Path(_)) => format!(
                "`struct {name}({text});`, and where `{text}` is not an element type by itself \
                 `elem(bytes = N, cuda = \"..\")`, `N` being its `size_of`"
            ),
            _ => format!("`struct {name}(f32);`"),
        },
    }
}

/// Returns true if a lane reads the element with one request.
fn is_narrow(ty: &Type) -> bool {
    primitive::known(ty).is_some_and(|elem| elem.bytes <= WIDEST_BYTES)
}

/// Lists structs with the vectors of `scalar` that a lane reads with one request.
fn vectors_of(name: &str, scalar: &str) -> String {
    structs(name, &[2, 4].map(|count| format!("[{scalar}; {count}]")))
}

/// Lists structs with those of `elems` that a lane reads with one request.
fn structs(name: &str, elems: &[String]) -> String {
    let narrow = elems.iter().filter(|elem| syn::parse_str(elem).is_ok_and(|ty| is_narrow(&ty)));
    let narrow: Vec<String> = narrow.map(|elem| format!("`struct {name}({elem});`")).collect();
    listed(&narrow, "or")
}

/// Returns the error for an array that is not a CUDA vector: it repeats the shape, or its element is not a CUDA scalar.
fn refuse_array(array: &syn::TypeArray, at: SourceSpan, context: TileContext<'_>) -> syn::Error {
    let TileContext { name, shape } = context;
    let whole = source::text(array);
    let elem = &*array.elem;
    let count = primitive::length(&array.len);
    let of_arrays = matches!(elem, Type::Array(_));
    let is_shape = shape.is_some_and(|shape| {
        count.is_some_and(|count| shape.sides().contains(&count) || shape.elements() == Some(count))
    });
    if of_arrays || count.is_none_or(|count| count > 4 || is_shape && count == 3) {
        // `[[[f32; 4]; 32]; 32]` is a tile of vectors, unless the 4 is a dimension, too.
        let vector = if of_arrays { vectors(array, shape) } else { None };
        let proposed = vector.map_or_else(|| proposed(name, scalar(elem)), |vector| proposed(name, &vector));
        return at.error(format!(
            "`{whole}` repeats the shape, which is in the attribute: the struct has the element alone\n\
             help: write {proposed}"
        ));
    }
    let inner = source::text(elem);
    match (primitive::is_known(elem), count) {
        (true, Some(1)) => {
            at.error(format!("an array of one is the element itself\nhelp: write `struct {name}({inner});`"))
        }
        (true, _) => at.error(format!(
            "a CUDA vector has 2 or 4 elements, not `{}`\nhelp: write {}",
            source::text(&array.len),
            vectors_of(name, &inner)
        )),
        (false, _) if last_name(elem).is_some_and(|name| name == "usize" || name == "isize") => {
            let sign = if inner.ends_with("usize") { "u" } else { "i" };
            let len = source::text(&array.len);
            let same = [32, 64].map(|bits| format!("[{sign}{bits}; {len}]"));
            at.error(format!(
                "`{inner}` need not have the same size on host and device\nhelp: write {}",
                structs(name, &same)
            ))
        }
        (false, _) => {
            let bytes = in_cuda(elem).zip(count).map(|((bytes, _), count)| bytes * count);
            let rust = cuda_names::in_rust(&inner).zip(count).map(|(rust, count)| format!("[{rust}; {count}]"));
            let rust = rust.filter(|rust| syn::parse_str(rust).is_ok_and(|ty| is_narrow(&ty)));
            at.error(match rust {
                Some(rust) => of_cuda(&inner, &rust),
                None => format!("the macro knows no CUDA vector of `{inner}`\n{}", ask(bytes, &whole)),
            })
        }
    }
}

/// Returns the innermost array of nested ones if the others alone are the shape, so that it is a vector.
fn vectors(array: &syn::TypeArray, shape: Option<TileShape>) -> Option<Type> {
    let shape = shape?;
    let mut around = Vec::new();
    let mut array = array;
    while let Type::Array(inner) = &*array.elem {
        around.push(primitive::length(&array.len)?);
        array = inner;
    }
    let vector = Type::Array(array.clone());
    let is_shape = around == shape.sides() || around.len() == 1 && around.first().copied() == shape.elements();
    (is_shape && is_narrow(&vector)).then_some(vector)
}

/// Returns the element type of nested arrays.
fn scalar(ty: &Type) -> &Type {
    match ty {
        Type::Array(array) => scalar(&array.elem),
        ty => ty,
    }
}

fn refuse_tuple(tuple: &syn::TypeTuple, text: &str, name: &str) -> String {
    let elems: Vec<String> = tuple.elems.iter().map(source::text).collect();
    let first = tuple.elems.first();
    let alike = elems.iter().all(|elem| *elem == elems[0]) && first.is_some_and(primitive::is_known);
    match (alike, elems.len()) {
        (_, 0) => format!("`()` has no bytes\nhelp: write `struct {name}(f32);`"),
        (true, 1) => format!("a tuple of one is the element itself\nhelp: write `struct {name}({});`", elems[0]),
        (true, 2 | 4) => {
            let same = structs(name, &[format!("[{}; {}]", elems[0], elems.len())]);
            let proposed = if same.is_empty() { vectors_of(name, &elems[0]) } else { same };
            format!(
                "Rust does not say where a tuple has its parts, so CUDA cannot read `{text}`\nhelp: write {proposed}"
            )
        }
        _ => format!(
            "Rust does not say where a tuple has its parts, so CUDA cannot read `{text}`\n\
             help: make it a `#[repr(C)]` struct, and say what that is with `elem(bytes = N, cuda = \"..\")`: `N` is its \
             `size_of`, and the string is what CUDA C++ calls it"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cuda(ty: &str) -> Option<(u32, &'static str)> {
        in_cuda(&syn::parse_str(ty).unwrap())
    }

    #[test]
    fn types_with_a_name_of_their_own_in_cuda_are_known() {
        for (ty, bytes, name) in [
            ("bool", 1, "bool"),
            ("char", 4, "char32_t"),
            ("u128", 16, "unsigned __int128"),
            ("half::f16", 2, "__half"),
            ("::half::bf16", 2, "__nv_bfloat16"),
            ("[f16; 2]", 4, "__half2"),
            ("AtomicU32", 4, "unsigned int"),
            ("core::sync::atomic::AtomicBool", 1, "bool"),
            ("core::num::NonZeroI64", 8, "long long"),
            ("NonZero<u8>", 1, "unsigned char"),
            ("MaybeUninit<f32>", 4, "float"),
            ("core::num::Wrapping<half::f16>", 2, "__half"),
        ] {
            assert_eq!(cuda(ty), Some((bytes, name)), "{ty}");
        }
    }

    #[test]
    fn what_is_not_certain_is_not_claimed() {
        for ty in
            ["Half", "Foo<f32>", "Wrapping<Foo>", "usize", "AtomicUsize", "(f32, f32)", "[bool; 2]", "f128", "Atomic"]
        {
            assert_eq!(cuda(ty), None, "{ty}");
        }
    }

    #[test]
    fn the_bytes_of_cuda_types_are_known() {
        for (name, bytes) in
            [("__half", 2), ("__half2", 4), ("float", 4), ("uchar4", 4), ("longlong2", 16), ("bool", 1)]
        {
            assert_eq!(cuda_bytes(name), Some(bytes), "{name}");
        }
        for name in ["", "half_t", "float3", "double4", "4"] {
            assert_eq!(cuda_bytes(name), None, "{name}");
        }
    }
}
