//! The code of a solved tile: the struct with its storage, its methods, and the checks of the sizes that the macro assumed.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use smem_layout::{Dialect, index_expression};
use syn::Field;

use crate::expand::cubecl;
use crate::expand::text;
use crate::expand::tile_code::{StageSizes, TileCode, private, rust};
use crate::message::source;
use crate::model::item::Item;
use crate::model::primitive;
use crate::model::tile::SolvedTile;

/// Returns the struct with its storage, the methods, and the checks of the sizes that the macro assumed.
pub(crate) fn code(tile: &SolvedTile, item: &Item, field: &Field, krate: &TokenStream) -> TokenStream {
    let SolvedTile { shape, solution, .. } = tile;
    let (rows, cols) = (Literal::u32_unsuffixed(shape.rows), Literal::u32_unsuffixed(shape.cols));
    let offset = rust(&index_expression(solution.layout(), Dialect::Rust));
    let align = Literal::u32_unsuffixed(solution.align()).to_token_stream();
    let cuda = text::cuda(tile);
    let elem = primitive::absolute(&field.ty).unwrap_or_else(|| field.ty.clone());
    let code = TileCode {
        arch: tile.arch,
        len: solution.len(),
        bytes: Literal::usize_unsuffixed(solution.bytes()).to_token_stream(),
        align: align.clone(),
        elem_bytes: Literal::u32_unsuffixed(tile.elem.bytes).to_token_stream(),
        cuda: &cuda,
        planes: shape.planes.map(|planes| planes.value),
        index: {
            let private = private();
            match shape.planes {
                None => quote!(#krate::#private::check(row, col, #rows, #cols); #offset),
                Some(planes) => {
                    let planes = Literal::u32_unsuffixed(planes.value);
                    quote! {
                        #krate::#private::check_in_planes(plane, row, col, #planes, #rows, #cols);
                        let row = plane * #rows + row;
                        #offset
                    }
                }
            }
        },
        stages: tile.stages.map(|count| StageSizes { count, len: solution.stage_len() }),
        tensor_map_swizzle: tile.tensor_map_swizzle,
        cubecl: tile.is_cubecl.then(|| cubecl::functions(tile, item, &offset)),
        ..TileCode::plain(item, &elem, krate, *solution.layout())
    };
    let docs = text::docs(tile, &source::text(&field.ty));
    let storage = code.storage(field, &quote!(#[doc = #docs] #[repr(C, align(#align))]));
    let methods = code.methods();
    let checks = tile.elem_span.filter(|_| tile.elem.is_stated).map(|span| code.checks(tile.elem.bytes, span.first()));
    quote!(#storage #methods #checks)
}
