//! The attribute `#[smem_tile]`: a shared-memory tile for CUDA without bank conflicts, or an error while you compile. And
//! `#[shared_block]`: several tiles in one allocation.
//!
//! Shared memory on NVIDIA GPUs has 32 banks. When lanes of a warp touch different words of one bank, the access is serialised:
//! reading a dense 32 x 32 tile of `f32` by columns takes 32 passes where one would do. The attribute computes a layout on which no
//! declared access conflicts, and refuses one that does:
//!
//! ```
//! use smem_tile::smem_tile;
//!
//! #[smem_tile(32, 32, pad = auto, access(row, col))]
//! struct ScanTile(f32);
//!
//! // The smallest padding with which neither rows nor columns conflict.
//! assert_eq!(ScanTile::PITCH, 33);
//! assert_eq!(ScanTile::index(2, 5), 2 * 33 + 5); // const, for host and GPU Rust
//! assert_eq!(size_of::<ScanTile>(), ScanTile::BYTES); // the type is the storage
//! assert!(ScanTile::CUDA.contains("return row * 33u + col;")); // the same tile for CUDA C++
//! ```
//!
//! # Where to look
//!
//! | question | answer |
//! | --- | --- |
//! | Which options and accesses are there, and what does the type have afterwards? | [`macro@smem_tile`] |
//! | How do several tiles share one allocation? | [`macro@shared_block`] |
//! | Which crate do I depend on? | `smem-tile`, which re-exports this attribute and the library that its code calls |
//! | May I depend on `smem-derive` and `smem-layout` instead? | Yes, of one version: [`macro@smem_tile`] of this crate refers to `::smem_layout` |
//! | How do I use the attribute from a program, as text? | the library `smem-derive-impl` |

#![forbid(unsafe_code)]

use proc_macro::TokenStream;
use smem_derive_impl::{Library, expand, expand_block};

#[doc = include_str!("smem_tile.md")]
#[proc_macro_attribute]
pub fn smem_tile(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(args.into(), item.into(), Library::SmemLayout).into()
}

// The attribute as `smem-tile` re-exports it: its code refers to `::smem_tile`, so that one dependency is enough.
#[doc(hidden)]
#[doc = include_str!("smem_tile.md")]
#[proc_macro_attribute]
pub fn __smem_tile_of_smem_tile(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(args.into(), item.into(), Library::SmemTile).into()
}

// Its page ends with a definition of this link for a hosting site; the first definition counts.
#[doc = "[smem_tile]: macro@crate::smem_tile\n"]
#[doc = include_str!("shared_block.md")]
#[proc_macro_attribute]
pub fn shared_block(args: TokenStream, item: TokenStream) -> TokenStream {
    expand_block(args.into(), item.into(), Library::SmemLayout).into()
}

// The attribute as `smem-tile` re-exports it.
#[doc(hidden)]
#[doc = "[smem_tile]: macro@crate::smem_tile\n"]
#[doc = include_str!("shared_block.md")]
#[proc_macro_attribute]
pub fn __shared_block_of_smem_tile(args: TokenStream, item: TokenStream) -> TokenStream {
    expand_block(args.into(), item.into(), Library::SmemTile).into()
}
