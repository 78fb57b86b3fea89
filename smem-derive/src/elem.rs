//! The element type: its bytes and its name in CUDA C++.

use crate::args::ElemOption;
use crate::foreign::{self, Context};
use crate::source;
use crate::spot::Spot;
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, Type};

/// What CUDA C++ and the solver need to know of the element.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Elem {
    pub(crate) bytes: u32,
    pub(crate) cuda: String,
    /// Whether the user stated the bytes, since the macro does not know the type.
    pub(crate) is_stated: bool,
}

/// Rust, bytes, CUDA C++, and how CUDA's vectors of it begin.
pub(crate) const PRIMITIVES: [(&str, u32, &str, &str); 10] = [
    ("u8", 1, "unsigned char", "uchar"),
    ("i8", 1, "signed char", "char"),
    ("u16", 2, "unsigned short", "ushort"),
    ("i16", 2, "short", "short"),
    ("u32", 4, "unsigned int", "uint"),
    ("i32", 4, "int", "int"),
    ("u64", 8, "unsigned long long", "ulonglong"),
    ("i64", 8, "long long", "longlong"),
    ("f32", 4, "float", "float"),
    ("f64", 8, "double", "double"),
];

/// The element of type `ty`, as far as the macro can know it, and as `option` says otherwise.
pub(crate) fn resolve(ty: &Type, option: Option<&ElemOption>, context: Context<'_>) -> syn::Result<Elem> {
    let Some(option) = option else { return known(ty).ok_or_else(|| foreign::refuse(ty, whole(ty), context)) };
    let text = source::text(ty);
    match (known(ty), option.bytes, &option.cuda) {
        (Some(known), Some(bytes), cuda) if known.bytes != bytes.value => {
            let help = match cuda {
                Some(cuda) => format!("write `elem(cuda = \"{cuda}\")`"),
                None => "leave `elem` out".into(),
            };
            Err(bytes.spot.error(format!("`{text}` has {} bytes, not {}\nhelp: {help}", known.bytes, bytes.value)))
        }
        (Some(known), _, cuda) => Ok(Elem { cuda: cuda.clone().unwrap_or(known.cuda), ..known }),
        (None, Some(bytes), Some(cuda)) => Ok(Elem { bytes: bytes.value, cuda: cuda.clone(), is_stated: true }),
        (None, bytes, cuda) => {
            Err(option.spot.error(incomplete(ty, &text, bytes.map(|bytes| bytes.value), cuda.as_deref())))
        }
    }
}

/// Returns the message for an `elem` that gives the bytes without the CUDA name, or the name without the bytes.
fn incomplete(ty: &Type, text: &str, bytes: Option<u32>, cuda: Option<&str>) -> String {
    let missing = if bytes.is_some() { "cuda" } else { "bytes" };
    let start = format!("`elem` needs `{missing}` too, since the macro does not know `{text}`");
    let certain = foreign::in_cuda(ty);
    let bytes = bytes.or_else(|| cuda.and_then(foreign::cuda_bytes)).or(certain.map(|(bytes, _)| bytes));
    match (bytes, cuda.or(certain.map(|(_, cuda)| cuda))) {
        (Some(bytes), Some(cuda)) => format!("{start}\nhelp: write `elem(bytes = {bytes}, cuda = \"{cuda}\")`"),
        (Some(bytes), None) => format!(
            "{start}\nhelp: write `elem(bytes = {bytes}, cuda = \"..\")`, the string being what CUDA C++ calls it"
        ),
        (None, cuda) => format!(
            "{start}\nhelp: write `elem(bytes = N, cuda = \"{}\")`: `N` is `size_of::<{text}>()`",
            cuda.unwrap_or("..")
        ),
    }
}

/// Returns the element if the macro knows the type without `elem(..)`.
pub(crate) fn known(ty: &Type) -> Option<Elem> {
    match ty {
        // What `macro_rules` substitutes comes in an invisible group.
        Type::Group(group) => known(&group.elem),
        Type::Paren(paren) => known(&paren.elem),
        Type::Array(array) => {
            let (_, bytes, _, vector) = primitive(&array.elem)?;
            let count = length(&array.len).filter(|count| [2, 4].contains(count))?;
            Some(Elem { bytes: bytes * count, cuda: format!("{vector}{count}"), is_stated: false })
        }
        ty => {
            let (_, bytes, cuda, _) = primitive(ty)?;
            Some(Elem { bytes: *bytes, cuda: (*cuda).into(), is_stated: false })
        }
    }
}

/// Returns true if the macro knows the type without `elem(..)`.
pub(crate) fn is_known(ty: &Type) -> bool {
    known(ty).is_some()
}

/// Returns the place of a whole type, from its first to its last token.
pub(crate) fn whole(ty: &Type) -> Spot {
    let tokens: Vec<_> = ty.to_token_stream().into_iter().collect();
    Spot::of(&tokens, Spot::call_site())
}

/// The table's row for `f32`, or for `core::primitive::f32`.
fn primitive(ty: &Type) -> Option<&'static (&'static str, u32, &'static str, &'static str)> {
    let path = match ty {
        Type::Path(path) if path.qself.is_none() => &path.path,
        Type::Group(group) => return primitive(&group.elem),
        _ => return None,
    };
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let name = match segments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [name] if path.leading_colon.is_none() => name.to_string(),
        ["core" | "std", "primitive", name] => name.to_string(),
        _ => return None,
    };
    PRIMITIVES.iter().find(|row| row.0 == name)
}

/// `f32` and `[f32; 4]` with the path that means the primitive whatever else has its name; nothing for other types.
///
/// So the size that the macro knows by the name is the size that the compiler gives the type.
pub(crate) fn primitive_path(ty: &Type) -> Option<Type> {
    match ty {
        Type::Group(group) => primitive_path(&group.elem),
        Type::Paren(paren) => primitive_path(&paren.elem),
        Type::Array(array) => {
            let (elem, len) = (primitive_path(&array.elem)?, &array.len);
            Some(Type::Verbatim(quote!([#elem; #len])))
        }
        ty => {
            let name = Ident::new(primitive(ty)?.0, ty.span());
            Some(Type::Verbatim(quote!(::core::primitive::#name)))
        }
    }
}

pub(crate) fn length(expr: &Expr) -> Option<u32> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(lit), .. }) => lit.base10_parse().ok(),
        Expr::Group(group) => length(&group.expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elem(ty: &str) -> Result<(u32, String), String> {
        let ty = syn::parse_str(ty).unwrap();
        let context = Context { name: "Tile", shape: None };
        resolve(&ty, None, context).map(|elem| (elem.bytes, elem.cuda)).map_err(|error| error.to_string())
    }

    #[test]
    fn primitives_and_vectors_have_their_cuda_names() {
        assert_eq!(elem("u64"), Ok((8, "unsigned long long".into())));
        assert_eq!(elem("core::primitive::i8"), Ok((1, "signed char".into())));
        assert_eq!(elem("[f32; 4]"), Ok((16, "float4".into())));
        assert_eq!(elem("[u8; 2]"), Ok((2, "uchar2".into())));
        assert_eq!(elem("[i64; 4]"), Ok((32, "longlong4".into())));
    }

    #[test]
    fn other_types_are_refused_with_what_to_write() {
        for ty in
            ["bool", "Half", "&u8", "[f32; 3]", "[Half; 2]", "(f32, f32)", "f16", "u32<u8>::X", "fn()", "[f32; N]"]
        {
            assert!(elem(ty).unwrap_err().contains("\nhelp: "), "{ty}");
        }
        assert!(elem("usize").unwrap_err().contains("(u64)"));
    }
}
