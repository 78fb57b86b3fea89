//! Shared-memory layouts without bank conflicts: the arithmetic.
//!
//! Shared memory on NVIDIA GPUs has 32 banks. When lanes of a warp touch different words of one bank, the access is
//! serialised; reading a 32 x 32 tile by columns is up to 32 times slower. This crate knows the rules ([`BankModel`]), the
//! accesses of a warp ([`Access`]), the layouts that a tile can have ([`Layout`]), and finds the cheapest one on which
//! the accesses do not conflict ([`Request`]). The attribute `#[smem_tile]` of `smem-derive` is a front end to it.
//!
#![cfg_attr(feature = "alloc", doc = "```")]
#![cfg_attr(not(feature = "alloc"), doc = "```ignore")]
//! use smem_layout::{Access, Choice, Dialect, Layout, Pick, Report, Request, solve, Arch};
//!
//! // A 32 x 32 tile of f32, read by rows and by columns: dense, a column falls into one bank.
//! let accesses = [Access::row(), Access::col()];
//! let dense = Report::of(&Layout::plain(32, 32)?, 4, &accesses, Arch::SM_90)?;
//! assert_eq!(dense.accesses[1].cost.wavefronts, 32);
//!
//! // One element of padding a row, or an XOR without any, frees both.
//! let padded = solve(&Request { choice: Choice::Pad(Pick::Auto), ..Request::new(32, 32, 4, &accesses) })?;
//! assert_eq!(padded.index_expression(Dialect::Cuda), "row * 33u + col");
//! let cheapest = solve(&Request::new(32, 32, 4, &accesses))?;
//! assert_eq!(cheapest.index_expression(Dialect::Cuda), "row * 32u + (col ^ row)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Words, as the field uses them: a *request* is one warp-wide instruction, a *phase* the lanes of it that are served
//! together, a *wavefront* one pass through the banks; the *ideal* is a wavefront a phase, what is above is *excess*, and an
//! *N-way conflict* is a phase of N wavefronts. Rows, columns and pitches are counted in elements, addresses in bytes.
//!
//! # Features
//!
//! `alloc` (default): accesses, reports, the solver and the CUDA text. Without it, what device code needs: bank model,
//! layouts, [`SmemTile`] and [`shared_tile!`], all of it `const` and without panics in the index.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod banks;
mod layout;
mod tile;

#[cfg(feature = "alloc")]
mod access;
#[cfg(feature = "alloc")]
mod codegen;
#[cfg(feature = "alloc")]
mod solve;

pub use banks::{Arch, BankModel, Cost, LANES, WarpRequest, WarpRequestError};
pub use layout::{Cute, Layout, LayoutError, Matrix, ROW_BITS, Swizzle};
#[doc(hidden)]
pub use tile::__private_0_1_0;
pub use tile::SmemTile;
#[doc(hidden)]
pub use tile::shared_tile;

#[cfg(feature = "alloc")]
pub use {
    access::{Access, AccessError, LaneTable, Part, Pattern, Positions, WIDEST_BYTES, WarpLanes},
    codegen::{CudaError, Dialect, is_reserved, refused_name, translation_unit},
    layout::TmaSwizzle,
    solve::{AccessReport, Choice, Conflict, Culprit, Pick, Report, Request, Solution, SolveError, solve},
};
