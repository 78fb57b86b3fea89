//! The attribute `#[smem_tile]`: a shared-memory tile without bank conflicts, or no build.
//!
//! ```
//! use smem_tile::smem_tile;
//!
//! /// One block's part of the image.
//! #[smem_tile(32, 32, pad = auto)]
//! struct ScanTile(f32);
//!
//! assert_eq!(ScanTile::PITCH, 33); // the least padding with which rows and columns are free of conflict
//! assert_eq!(ScanTile::index(2, 5), 2 * 33 + 5);
//! assert_eq!(size_of::<ScanTile>(), ScanTile::BYTES);
//! assert!(ScanTile::CUDA.contains("return row * 33u + col;"));
//! ```
//!
//! See [`macro@smem_tile`] for everything that it understands.
//!
//! The crate to depend on is `smem-tile`, which re-exports this attribute and the library that its code calls. Those who depend on
//! `smem-derive` and `smem-layout` themselves, of one version, use [`smem_derive::smem_tile`](macro@smem_tile), whose code refers to
//! `::smem_layout`.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;
use smem_derive_impl::{Library, expand};

#[doc = include_str!("smem_tile.md")]
#[proc_macro_attribute]
pub fn smem_tile(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(args.into(), item.into(), Library::SmemLayout).into()
}

// The attribute as `smem-tile` re-exports it: its code refers to `::smem_tile`, so that no other dependency is needed.
#[doc(hidden)]
#[doc = include_str!("smem_tile.md")]
#[proc_macro_attribute]
pub fn __smem_tile_of_smem_tile(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(args.into(), item.into(), Library::SmemTile).into()
}
