//! The index as functions of CubeCL: `#[cube]` reads their text, and writes a function that describes the same arithmetic to its
//! compiler beside each.
//!
//! It reads no macro and no call of another crate's function, so that these have the arithmetic alone.

use crate::expand::untried;
use crate::model::item::Item;
use crate::model::tile::SolvedTile;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The versions of CubeCL whose `#[cube]` was seen to take these functions.
const TRIED: [&str; 2] = ["0.10", "0.11"];

/// Returns `index`, and `stage_index` where there are stages, of an offset that is an expression of `row` and `col`.
pub(super) fn functions(tile: &SolvedTile, item: &Item, offset: &TokenStream) -> TokenStream {
    let Item { vis, name, .. } = item;
    let u32_type = quote!(::core::primitive::u32);
    let (plane, row_of_all) = match tile.shape.planes {
        None => (None, None),
        Some(_) => {
            let rows = Literal::u32_suffixed(tile.shape.rows);
            (Some(quote!(plane: #u32_type,)), Some(quote!(let row = plane * #rows + row;)))
        }
    };
    let stage_index = tile.stages.map(|_| {
        let len = Literal::u32_suffixed(tile.solution.stage_len() as u32);
        quote! {
            /// The offset of the element of a stage from the start of the storage, in elements. Outside the tile it is meaningless.
            #[inline(always)]
            #vis const fn stage_index(stage: #u32_type, #plane row: #u32_type, col: #u32_type) -> #u32_type {
                #row_of_all
                stage * #len + (#offset)
            }
        }
    });
    let warning = untried::version("cubecl", &TRIED).map(|version| untried::warning("cubecl", &version, &TRIED));
    // The functions that `#[cube]` adds have no documentation.
    quote! {
        #warning
        #[allow(missing_docs, non_local_definitions)]
        const _: () = {
            #[::cubecl::cube]
            impl #name {
                /// The offset of the element from the start of the tile, in elements; in functions of CubeCL as well. Outside the tile
                /// it is meaningless.
                #[inline(always)]
                #vis const fn index(#plane row: #u32_type, col: #u32_type) -> #u32_type {
                    #row_of_all
                    #offset
                }
                #stage_index
            }
        };
    }
}
