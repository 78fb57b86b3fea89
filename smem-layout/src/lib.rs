//! Shared-memory layouts without bank conflicts: the arithmetic.
//!
//! Shared memory on NVIDIA GPUs has 32 banks, and each serves one word of 4 bytes at a time. A 32 x 32 tile of `f32` that
//! is stored row by row has each of its columns in one bank: a warp that reads a column waits for 32 passes through the
//! banks where one would do.
//!
//! | layout of the tile | index of (row, col) | a warp reads a row | a warp reads a column | bytes |
//! | --- | --- | --- | --- | --- |
//! | dense | `row * 32 + col` | 1 wavefront | 32 wavefronts | 4096 |
//! | one element of padding a row | `row * 33 + col` | 1 wavefront | 1 wavefront | 4220 |
//! | XOR swizzle | `row * 32 + (col ^ row)` | 1 wavefront | 1 wavefront | 4096 |
//!
//! The bank of each element, with the elements that a warp accesses when it reads column 0 (a `Map`):
//!
#![cfg_attr(doc, doc = include_str!("../docs/columns.svg"))]
//!
//! This crate finds such layouts. Declare how warps access the tile, and `solve` returns the cheapest layout on which none
//! of these accesses conflicts:
//!
#![cfg_attr(feature = "alloc", doc = "```")]
#![cfg_attr(not(feature = "alloc"), doc = "```ignore")]
//! use smem_layout::{Access, Arch, AutoOr, Dialect, Layout, LayoutChoice, Report, TileSpec};
//! use smem_layout::{index_expression, solve};
//!
//! let accesses = [Access::row(), Access::col()];
//! let tile = TileSpec::builder(32, 32, 4, &accesses);
//! let cheapest = solve(&tile.build()?)?;
//! assert_eq!(index_expression(cheapest.layout(), Dialect::Cuda), "row * 32u + (col ^ row)");
//!
//! let padded = solve(&tile.choice(LayoutChoice::Pad(AutoOr::Auto)).build()?)?;
//! assert_eq!(index_expression(padded.layout(), Dialect::Cuda), "row * 33u + col");
//!
//! let dense = Report::of(&Layout::plain(32, 32)?, 4, &accesses, Arch::SM_90)?;
//! assert_eq!(dense.accesses[1].cost.wavefronts, 32);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The attribute `#[smem_tile]` of `smem-tile` is a front end to it.
//!
//! # Where to look
//!
//! Everything is at the root of the crate. In the source, a folder answers each question; the banks are a crate of their own:
//!
//! | question | answered by | folder, or crate |
//! | --- | --- | --- |
//! | Which bank is an address in, and how many wavefronts does a warp's instruction take? | [`BankModel`], [`WarpRequest`], [`Cost`] | `smem-banks` |
//! | Which architectures are there, and how much shared memory has a block? | [`Arch`] | `smem-banks` |
//! | Where is an element stored? | [`Layout`], [`Swizzle`], [`Cute`], [`Matrix`], [`OffsetMatrix`], [`Rotation`] | `layout` |
#![cfg_attr(feature = "alloc", doc = "| Where does a layout of CuTe store an element? | [`CuteLayout`] | `layout` |")]
#![cfg_attr(
    feature = "alloc",
    doc = "| Which elements does each warp access? | [`Access`], with a table of them, and [`Positions`] | `access` |"
)]
#![cfg_attr(feature = "alloc", doc = "| What do the accesses cost on a layout? | [`Report`] | `solve` |")]
#![cfg_attr(
    feature = "alloc",
    doc = "| Which layout has no conflicts, and if there is none, why? | [`TileSpec`], [`solve`], [`Solution`], [`SolveError`] | `solve` |"
)]
#![cfg_attr(feature = "alloc", doc = "| What does a tile look like, bank by bank? | [`Map`], [`SideBySide`] | `map` |")]
#![cfg_attr(
    feature = "alloc",
    doc = "| What would a layout of another class cost? | [`alternatives`], [`LayoutClass`] | `solve` |"
)]
#![cfg_attr(
    feature = "alloc",
    doc = "| What is the index, or the whole tile, as source text? | [`index_expression`], [`Solution::cuda`], [`Header`], [`translation_unit`] | `codegen` |"
)]
//! | What does an annotated type have, and how does GPU Rust declare one? | [`SmemTile`], [`SharedBlock`], [`shared_tile!`] | `tile` |
//!
//! The folder `constant` is the same for shapes that only rustc knows, such as `#[smem_tile(N, N)]`: a small solver that runs in const
//! evaluation.
//!
//! # Words
//!
//! A *request* is one warp-wide instruction, a *phase* is the lanes of it that are served together, and a *wavefront* is one
//! pass through the banks. The *ideal* is one wavefront for each phase with active lanes, and what is above it is *excess*.
//! An *N-way conflict* is a phase of N wavefronts. Rows, columns and pitches are counted in elements, addresses in bytes.
//!
//! # Features
//!
//! `alloc` (default) adds accesses, reports, the solver and the CUDA text. Without it there is what device code needs: bank
//! model, layouts, [`SmemTile`] and [`shared_tile!`], all of it `const`, and an index that does not panic.

#![no_std]
// Forbidden but for the declaration of the trait of tiles, whose implementations promise what its users rely on.
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod access;
mod arithmetic;
mod codegen;
mod constant;
mod layout;
mod text;
mod tile;
mod tile_numbers;

#[cfg(feature = "alloc")]
mod list;
#[cfg(feature = "alloc")]
mod map;
#[cfg(feature = "alloc")]
mod solve;

pub use access::{MmaShape, Operand, Positions, WarpLanes, WmmaShape};
pub use layout::{
    Layout, LayoutError, Matrix, NoPitch, OFFSET_BITS, OffsetMatrix, OffsetMatrixError, Prefer, ROW_BITS, Rotation,
    Swizzle,
};
pub use smem_banks::{Arch, BankModel, CopySource, Cost, Cute, LANES, WIDEST_BYTES, WarpRequest, WarpRequestError};
#[cfg(feature = "alloc")]
pub use smem_banks::{BusiestLanes, TmaSwizzle};
#[doc(hidden)]
pub use tile::__private_0_1_0;
#[doc(hidden)]
pub use tile::shared_tile;
pub use tile::{SharedBlock, SharedField, SmemTile};

#[cfg(feature = "alloc")]
pub use {
    access::{Access, AccessArgument, AccessError, LaneTable, Pattern},
    codegen::{
        CudaError, Dialect, Header, HeaderBlock, HeaderError, HeaderTile, column_expression, index_cost,
        index_expression, is_reserved, refused_block_name, refused_field_name, refused_name, translation_unit,
    },
    layout::{CuteLayout, CuteLayoutError},
    map::{Map, MapError, Position, RequestMap, SideBySide, Style, TooNarrow},
    solve::{
        AccessReport, Alternative, AutoOr, Conflict, ConflictPolicy, Culprit, LayoutChoice, LayoutClass, Left, Outcome,
        Report, Solution, SolveError, SpecError, TileSpec, TileSpecBuilder, alternatives, conflicting_solution, solve,
    },
};
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use {
    codegen::{is_cuda_type, layout_constant},
    list::listed,
    solve::find,
};
