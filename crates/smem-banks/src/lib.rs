//! The banks of shared memory on NVIDIA GPUs: which bank an address falls in, and how many wavefronts a warp's request takes.
//!
//! ```
//! use smem_banks::{Arch, WarpRequest};
//!
//! // A warp reads a column of a 32 x 32 tile of `f32`: all of it is in one bank.
//! // With a pitch of 33 each element is in another.
//! let dense = WarpRequest::from_fn(4, |lane| Some(4 * 32 * lane))?;
//! let padded = WarpRequest::from_fn(4, |lane| Some(4 * 33 * lane))?;
//! let model = Arch::SM_90.bank_model();
//! assert_eq!((model.cost(&dense).wavefronts, model.cost(&padded).wavefronts), (32, 1));
//! # Ok::<(), smem_banks::WarpRequestError>(())
//! ```
//!
//! | question | answered by |
//! | --- | --- |
//! | Which bank is an address in, and how many wavefronts does a warp's instruction take? | [`BankModel`], [`WarpRequest`], [`Cost`] |
//! | Which architectures are there, and how much shared memory has a block? | [`Arch`] |
//! | Does an asynchronous copy find its source in L1? | [`CopySource`] |
#![cfg_attr(feature = "alloc", doc = "| Which lanes wait for one another? | [`BusiestLanes`] |")]
//! | How does the bulk tensor copy arrange what it writes? | [`TmaSwizzle`], [`Cute`] |
//!
//! A *request* is one warp-wide instruction, a *phase* is the lanes of it that are served together, and a *wavefront* is one pass through
//! the banks. The *ideal* is one wavefront for each phase with active lanes, and what is above it is *excess*. Addresses are in bytes.
//!
//! `smem-layout` finds layouts without conflicts by this model, and the simulator `smem-sim` counts by it. Both are compiled once this
//! small crate is. Items that only they need are hidden in its documentation: of these crates one version goes with one version of this.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod arch;
mod async_copy;
mod atomic_loops;
mod bank_model;
mod busiest_bank;
#[cfg(feature = "alloc")]
mod busiest_lanes;
mod cost;
mod cute;
mod half_warp;
mod meeting;
mod one_word_a_bank;
mod tma_swizzle;
mod warp_request;

pub use arch::Arch;
pub use async_copy::CopySource;
pub use bank_model::BankModel;
#[cfg(feature = "alloc")]
pub use busiest_lanes::BusiestLanes;
pub use cost::Cost;
pub use cute::Cute;
#[doc(hidden)]
pub use one_word_a_bank::{BankUnits, OneWordABank};
pub use tma_swizzle::TmaSwizzle;
pub use warp_request::{LANES, WIDEST_BYTES, WarpRequest, WarpRequestError};
