//! The attributes `#[smem_tile]` and `#[shared_block]` as an ordinary library: tokens in, tokens out.
//!
//! Only the compiler can call a procedural macro, so its work can be neither tested nor measured there, and no program can read
//! annotated files with it. Here it can: the macros of `smem-derive` are a few lines over [`expand`] and [`expand_block`].
//!
//! ```
//! use smem_derive_impl::{Library, expand};
//!
//! let args = "32, 32, pad = auto".parse()?;
//! let item = "struct ScanTile(u64);".parse()?;
//! let code = expand(args, item, Library::SmemLayout).to_string();
//! assert!(code.contains("row * 33u + col")); // the index in the CUDA text
//! # Ok::<(), proc_macro2::LexError>(())
//! ```
//!
//! # Where to look
//!
//! | question | folder |
//! | --- | --- |
//! | How is an option or an access of the attribute read? | `parse` |
//! | Which element types are there, and how do attribute and struct become a solved tile? | `model` |
//! | What code comes out, and what beside an error? | `expand` |
//! | Where does a message point, and how does it quote the source? | `message` |
//! | How does a program read the tiles of a Rust file? | `read`, with the feature of that name |
//!
//! Imports go from `expand` and `read` to `model` to `parse`, and all of them report mistakes with `message`. Bank arithmetic and layouts are in
//! `smem-layout`.

#![forbid(unsafe_code)]

mod expand;
mod message;
mod model;
mod parse;
#[cfg(feature = "read")]
pub mod read;

#[cfg(test)]
mod tests;

use crate::expand::{block, constant, fallback, tile, unlinked};
use crate::message::span::{Errors, SourceSpan};
use crate::model::block::BlockItem;
use crate::model::constant::ConstantTile;
use crate::model::item::Item;
use crate::model::tile::{IfConflicting, SolvedTile};
use crate::parse::args::Args;
use crate::parse::block_args::BlockArgs;
use proc_macro2::TokenStream;
use quote::quote;

/// The crate that the code refers to, unless the attribute has `crate = path`; an argument of
/// [`expand`] and [`expand_block`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// `::smem_layout`, for those who depend on `smem-derive` and `smem-layout`.
    SmemLayout,
    /// `::smem_tile`, which re-exports both.
    SmemTile,
}

impl Library {
    /// Returns the path of the crate, or an error if it is certainly not a dependency.
    fn path(self) -> syn::Result<TokenStream> {
        let (name, path, message): (_, _, fn() -> String) = match self {
            Library::SmemLayout => ("smem_layout", quote!(::smem_layout), unlinked::no_smem_layout),
            Library::SmemTile => ("smem_tile", quote!(::smem_tile), unlinked::no_smem_tile),
        };
        if unlinked::is_unlinked(name) { Err(SourceSpan::call_site().error(message())) } else { Ok(path) }
    }
}

/// Returns the code that replaces `item` under `#[smem_tile(args)]`: the storage and its methods, with a `compile_error!` for each
/// mistake.
///
/// The tokens may come from the compiler or from any text. The crate's front page has an example.
pub fn expand(args: TokenStream, item: TokenStream, library: Library) -> TokenStream {
    let mut errors = Errors::default();
    let args = Args::parse(args, &mut errors);
    let Some(item) = Item::parse(item.clone(), &mut errors) else {
        return with_errors(item, errors);
    };
    let Some(krate) = args.krate.clone().or_else(|| errors.keep(library.path())) else {
        return with_errors(item.tokens, errors);
    };
    if let Some(cubecl) = args.cubecl.filter(|_| unlinked::is_unlinked("cubecl")) {
        errors.push(cubecl.error(unlinked::NO_CUBECL));
    }
    if model::constant::is_constant(&args, &item) {
        return match (ConstantTile::check(&args, &item, &mut errors), &item.field) {
            (Some(tile), Some(field)) => constant::code(&tile, &item, field, &krate),
            _ => with_errors(fallback::code(&args, &item, &krate), errors),
        };
    }
    match (SolvedTile::solve(&args, &item, IfConflicting::Refuse, &mut errors), &item.field) {
        (Some(tile), Some(field)) => tile::code(&tile, &item, field, &krate),
        _ => with_errors(fallback::code(&args, &item, &krate), errors),
    }
}

/// Returns the code that replaces `item` under `#[shared_block(args)]`: the struct or union and its constants, with a `compile_error!`
/// for each mistake.
///
/// ```
/// use smem_derive_impl::{Library, expand_block};
///
/// let item = "struct Smem { a: TileA, bias: [f32; 64] }".parse()?;
/// let code = expand_block("arch = sm_90".parse()?, item, Library::SmemLayout).to_string();
/// assert!(code.contains("BIAS_OFFSET"));
/// # Ok::<(), proc_macro2::LexError>(())
/// ```
pub fn expand_block(args: TokenStream, item: TokenStream, library: Library) -> TokenStream {
    let mut errors = Errors::default();
    let args = BlockArgs::parse(args, &mut errors);
    let Some(block) = BlockItem::parse(item.clone(), &args, &mut errors) else {
        return with_errors(item, errors);
    };
    let Some(krate) = args.krate.clone().or_else(|| errors.keep(library.path())) else {
        return with_errors(item, errors);
    };
    let code = block::code(&args, &block, &krate, &errors);
    with_errors(code, errors)
}

fn with_errors(tokens: TokenStream, errors: Errors) -> TokenStream {
    let errors = errors.into_error().map(|error| error.to_compile_error());
    quote!(#errors #tokens)
}
