//! The element types that the macro knows by name: primitives and CUDA's vectors of them.

use crate::message::span::SourceSpan;
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, Type};

/// The properties of the element that CUDA C++ and the solver need.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ElementProperties {
    pub(crate) bytes: u32,
    pub(crate) cuda: String,
    /// True if the user stated the bytes, because the macro does not know the type.
    pub(crate) is_stated: bool,
}

/// The scalars: Rust name, bytes, CUDA C++ name, and the prefix of CUDA's vectors of it.
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

/// Returns the element if the macro knows the type without `elem(..)`.
pub(crate) fn known(ty: &Type) -> Option<ElementProperties> {
    match ty {
        // Substitutions of `macro_rules` come in an invisible group.
        Type::Group(group) => known(&group.elem),
        Type::Paren(paren) => known(&paren.elem),
        Type::Array(array) => {
            let (_, bytes, _, vector) = primitive(&array.elem)?;
            let count = length(&array.len).filter(|count| [2, 4].contains(count))?;
            Some(ElementProperties { bytes: bytes * count, cuda: format!("{vector}{count}"), is_stated: false })
        }
        ty => {
            let (_, bytes, cuda, _) = primitive(ty)?;
            Some(ElementProperties { bytes: *bytes, cuda: (*cuda).into(), is_stated: false })
        }
    }
}

/// Returns true if the macro knows the type without `elem(..)`.
pub(crate) fn is_known(ty: &Type) -> bool {
    known(ty).is_some()
}

/// Returns the bytes of a number, not of an array of them.
#[cfg(feature = "read")]
pub(crate) fn number_bytes(ty: &Type) -> Option<u32> {
    primitive(ty).map(|(_, bytes, ..)| *bytes)
}

/// Returns the place of a whole type, from its first to its last token.
pub(crate) fn whole(ty: &Type) -> SourceSpan {
    let tokens: Vec<_> = ty.to_token_stream().into_iter().collect();
    SourceSpan::of(&tokens, SourceSpan::call_site())
}

/// Returns the table's row for `f32`, or for `core::primitive::f32`.
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

/// Returns `f32` or `[f32; 4]` with the absolute path of the primitive, whatever else has its name; `None` for other types.
///
/// So the size that the macro knows by the name is the size that the compiler gives the type.
pub(crate) fn absolute(ty: &Type) -> Option<Type> {
    match ty {
        Type::Group(group) => absolute(&group.elem),
        Type::Paren(paren) => absolute(&paren.elem),
        Type::Array(array) => {
            let (elem, len) = (absolute(&array.elem)?, &array.len);
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
