//! Shared-memory tiles for CUDA without bank conflicts, from Rust: the layout is computed while you compile, and one on which a
//! declared access conflicts does not build.
//!
//! Shared memory on NVIDIA GPUs has 32 banks. When lanes of a warp touch different words of one bank, the access is serialised:
//! reading a dense 32 x 32 tile of `f32` by columns takes 32 passes where one would do. The number of each element's bank, and the elements of column 0 as
//! a warp reads it, on three layouts:
//!
#![cfg_attr(doc, doc = include_str!("../docs/maps/columns.svg"))]
//!
//! The cure is an attribute:
//!
#![cfg_attr(feature = "alloc", doc = "```")]
#![cfg_attr(not(feature = "alloc"), doc = "```ignore")]
//! use smem_tile::smem_tile;
//!
//! #[smem_tile(32, 32, pad = auto)]
//! struct ScanTile(u64);
//!
//! // The smallest padding with which neither rows nor columns conflict.
//! assert_eq!(ScanTile::PITCH, 33);
//! assert_eq!(ScanTile::index(2, 5), 2 * 33 + 5); // const, for host and GPU Rust
//! assert_eq!(size_of::<ScanTile>(), 8440); // the type is the storage
//!
//! // The struct for CUDA C++, in front of a kernel.
//! let kernel = r#"
//!     extern "C" __global__ void fill() {
//!         __shared__ ScanTile tile;
//!         tile(threadIdx.y, threadIdx.x) = 0;
//!     }"#;
//! let source = smem_tile::translation_unit(&[ScanTile::CUDA], "fill.cu", kernel);
//! assert!(source.contains("return row * 33u + col;"));
//! ```
//!
//! # Where to look
//!
//! | question | answered by |
//! | --- | --- |
//! | How do I begin, and which page is about my problem? | the guide, module `guide` |
//! | Which options and accesses does the attribute have? | [`smem_tile`](attr.smem_tile.html) |
//! | How do several tiles lie in one allocation of shared memory? | [`shared_block`](attr.shared_block.html), [`SharedBlock`] |
//! | What does a tile have, in generic code? | [`SmemTile`] |
//! | How is a tile in shared memory declared in GPU Rust? | [`shared_tile!`] |
//! | How do tiles and a kernel become one CUDA source? | [`translation_unit`](fn.translation_unit.html), and for headers [`text`](text/index.html) |
//! | How does a build script write the tiles as a header for CUDA C++? | `header`, with the feature of that name |
//! | How many wavefronts does a request take? | [`banks`] |
//! | Which layouts are there, and where is an element stored? | [`Layout`], [`layouts`] |
//! | Which elements do the lanes of each access touch? | [`Access`](struct.Access.html), with a table, and [`accesses`](accesses/index.html) |
//! | What do the accesses cost on a layout? | [`Report`](struct.Report.html) |
//! | What does a tile look like, bank by bank? | [`maps`](maps/index.html) |
//! | Which layout is the cheapest without conflicts, without the attribute? | [`TileSpec`](struct.TileSpec.html), [`solve`](fn.solve.html), and [`solver`](solver/index.html) |
//!
//! `use smem_tile::prelude::*` brings the names that most programs need, which are at the root too. Every other name is in one module;
//! those of the feature `header` are at the root.
//!
//! This crate pins the versions of `smem-derive`, which has the attributes, and of `smem-layout`, which has the rest. So one line in
//! `Cargo.toml` is enough, and their versions cannot differ.
//!
//! # Features
//!
//! `alloc` (default): accesses, reports, the solver, CUDA text and pictures. Device code does not need them. With `default-features = false` the
//! prelude has the attributes, [`SmemTile`], [`SharedBlock`], [`SharedField`], [`shared_tile!`], [`Arch`] and [`Layout`], and the modules are
//! [`banks`] without `BusiestLanes` and [`layouts`] without `TmaSwizzle`.
//!
//! `header`, for build scripts: the function of that name.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "header")]
extern crate std;

#[cfg(feature = "header")]
mod header;

#[cfg(feature = "header")]
pub use header::{BuildError, HeaderBuilder, header};

#[cfg(feature = "alloc")]
pub mod guide;

mod modules;
pub mod prelude;

#[cfg(feature = "alloc")]
pub use modules::{accesses, maps, solver, text};
pub use modules::{banks, layouts};
#[doc(inline)]
pub use prelude::*;

// The names that the attributes write.
#[doc(hidden)]
pub use smem_layout::{__private_0_1_0, __shared_block, __smem_tile, Cute, NoPitch, Prefer};
