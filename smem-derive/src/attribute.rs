//! The attribute on any tokens, in and outside the compiler: parse, check, solve, emit.

use crate::args::Args;
use crate::expand;
use crate::fallback;
use crate::item::Item;
use crate::spot::Errors;
use crate::tile::Tile;
use proc_macro2::TokenStream;
use quote::quote;

/// What stands in place of `item` under `#[smem_tile(args)]`.
pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let args = Args::parse(args, &mut errors);
    let Some(item) = Item::parse(item.clone(), &mut errors) else {
        return with_errors(item, errors);
    };
    let krate = args.krate.clone().unwrap_or_else(|| quote!(::smem_layout));
    match (Tile::solve(&args, &item, &mut errors), &item.field) {
        (Some(tile), Some(field)) => expand::tile(&tile, &item, field, &krate),
        _ => with_errors(fallback::tile(&args, &item, &krate), errors),
    }
}

fn with_errors(tokens: TokenStream, errors: Errors) -> TokenStream {
    let errors = errors.into_error().map(|error| error.to_compile_error());
    quote!(#errors #tokens)
}
