//! Runs a kernel: lanes in warps, warps in blocks, blocks in a grid.
//!
//! It executes [`DecodedKernel`](crate::program::DecodedKernel)s, whatever front end has made them, and knows no language that
//! kernels are written in.

mod access;
mod block;
mod carry;
mod context;
mod exchange;
mod execute;
mod fragments;
mod grid;
mod lane_fault;
mod observe;
mod site;
mod warp;

pub(crate) use context::LaunchContext;
pub(crate) use grid::{HostSettings, NewObserver, run};
pub use observe::{Observer, SharedAccess};
