//! The element type: its bytes and its name in CUDA C++.

use crate::message::source;
use crate::model::foreign::{self, TileContext};
use crate::model::primitive::{ElementProperties, known, whole};
use crate::parse::args::ElemOption;
use syn::Type;

/// Returns the element of type `ty`: what `option` states of it, and what the macro knows of the type.
pub(crate) fn resolve(
    ty: &Type,
    option: Option<&ElemOption>,
    context: TileContext<'_>,
) -> syn::Result<ElementProperties> {
    let Some(option) = option else { return known(ty).ok_or_else(|| foreign::refuse(ty, whole(ty), context)) };
    let text = source::text(ty);
    match (known(ty), option.bytes, &option.cuda) {
        (Some(known), Some(bytes), cuda) if known.bytes != bytes.value => {
            let help = match cuda {
                Some(cuda) => format!("write `elem(cuda = \"{cuda}\")`"),
                None => "leave `elem` out".into(),
            };
            Err(bytes.span.error(format!("`{text}` has {} bytes, not {}\nhelp: {help}", known.bytes, bytes.value)))
        }
        (Some(known), _, cuda) => Ok(ElementProperties { cuda: cuda.clone().unwrap_or(known.cuda), ..known }),
        (None, Some(bytes), Some(cuda)) => {
            Ok(ElementProperties { bytes: bytes.value, cuda: cuda.clone(), is_stated: true })
        }
        (None, bytes, cuda) => {
            Err(option.span.error(incomplete(ty, &text, bytes.map(|bytes| bytes.value), cuda.as_deref())))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn elem(ty: &str) -> Result<(u32, String), String> {
        let ty = syn::parse_str(ty).unwrap();
        let context = TileContext { name: "Tile", shape: None };
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
