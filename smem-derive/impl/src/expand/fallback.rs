//! The code beside an error: the struct with a plain layout, so that one mistake gives one message and an editor still
//! completes constants and methods.

use crate::expand::tile_code::{StageSizes, TileCode};
use crate::model::item::Item;
use crate::model::primitive;
use crate::parse::args::Args;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use smem_layout::Layout;
use syn::Type;

/// The most elements of storage that are emitted beside an error.
const LARGEST: usize = 48 * 1024;

/// Returns the struct with a plain layout, and the members that the attribute would have given it.
pub(crate) fn code(args: &Args, item: &Item, krate: &TokenStream) -> TokenStream {
    let planes = args.shape.and_then(|shape| shape.planes).map(|planes| planes.value);
    let has_constant_planes = args.constants.as_ref().is_some_and(|constants| constants.len() == 3);
    let planes = planes.or(has_constant_planes.then_some(1));
    let (rows, cols) = args.shape.map_or((1, 1), |shape| (shape.rows, shape.cols));
    let rows = rows.saturating_mul(planes.unwrap_or(1));
    // A size that is itself an error is replaced by a valid one.
    let layout = Layout::plain(rows, cols).ok().filter(|layout| layout.len() <= LARGEST);
    let planes = planes.map(|planes| if layout.is_some() { planes } else { 1 });
    let Some(layout) = layout.or(Layout::plain(1, 1).ok()) else { return item.tokens.to_token_stream() };
    let u32_type = || Type::Verbatim(quote!(::core::primitive::u32));
    let elem = item.any_type.as_ref().and_then(storable).cloned().unwrap_or_else(u32_type);
    let plain = TileCode::plain(item, &elem, krate, layout);
    let code = TileCode {
        planes,
        // No check: an index in a constant would be a second error.
        index: match planes {
            None => plain.index.clone(),
            Some(_) => quote!((plane * Self::ROWS + row) * Self::COLS + col),
        },
        stages: Some(StageSizes { count: 1, len: layout.len() }),
        tensor_map_swizzle: args.tensor_map_swizzle(),
        ..plain
    };
    let storage = match &item.field {
        Some(field) => code.storage(field, &TokenStream::new()),
        None => item.tokens.to_token_stream(),
    };
    let methods = code.methods();
    quote!(#storage #methods)
}

/// Returns the element type if an array of it compiles: it has a size and needs no lifetime.
fn storable(ty: &Type) -> Option<&Type> {
    match ty {
        ty if primitive::is_known(ty) => Some(ty),
        Type::Group(group) => storable(&group.elem),
        Type::Paren(paren) => storable(&paren.elem),
        // The user repeated the shape in the type.
        Type::Array(array) => storable(&array.elem),
        Type::Path(path) => Some(ty).filter(|_| !path.path.is_ident("str")),
        _ => None,
    }
}
