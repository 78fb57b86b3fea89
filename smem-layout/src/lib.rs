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

mod arch;
mod bank;
mod half_warp;
mod layout;
#[doc(hidden)]
pub mod shared_tile;
mod swizzle;
mod tile;
mod warp_request;

#[cfg(feature = "alloc")]
mod access;
#[cfg(feature = "alloc")]
mod access_check;
#[cfg(feature = "alloc")]
mod check;
#[cfg(feature = "alloc")]
mod cuda;
#[cfg(feature = "alloc")]
mod cute_search;
#[cfg(feature = "alloc")]
mod effort;
#[cfg(feature = "alloc")]
mod explain;
#[cfg(feature = "alloc")]
mod expression;
#[cfg(feature = "alloc")]
mod failure;
#[cfg(feature = "alloc")]
mod offset_classes;
#[cfg(feature = "alloc")]
mod pairs;
#[cfg(feature = "alloc")]
mod positions;
#[cfg(feature = "alloc")]
mod problem;
#[cfg(feature = "alloc")]
mod propose;
#[cfg(feature = "alloc")]
mod report;
#[cfg(feature = "alloc")]
mod request;
#[cfg(feature = "alloc")]
mod reserved;
#[cfg(feature = "alloc")]
mod search;
#[cfg(feature = "alloc")]
mod solve;
#[cfg(feature = "alloc")]
mod strides;
#[cfg(feature = "alloc")]
mod tma;
#[cfg(feature = "alloc")]
mod verdict;
#[cfg(feature = "alloc")]
mod windows;
#[cfg(feature = "alloc")]
mod xor_best;
#[cfg(feature = "alloc")]
mod xor_search;
#[cfg(feature = "alloc")]
mod xor_shape;

pub use arch::Arch;
pub use bank::{BankModel, Cost};
pub use layout::{Layout, LayoutError};
pub use swizzle::{Cute, Matrix, ROW_BITS, Swizzle};
#[doc(hidden)]
pub use tile::__private_0_1_0;
pub use tile::SmemTile;
pub use warp_request::{LANES, WarpRequest, WarpRequestError};

#[cfg(feature = "alloc")]
pub use {
    access::{Access, AccessError, LaneTable, Part, Pattern, WIDEST_BYTES},
    cuda::{CudaError, translation_unit},
    expression::Dialect,
    failure::{Culprit, SolveError},
    positions::{Positions, WarpLanes},
    report::{AccessReport, Conflict, Report},
    request::{Choice, Pick, Request},
    reserved::{is_reserved, refused_name},
    solve::{Solution, solve},
    tma::TmaSwizzle,
};
