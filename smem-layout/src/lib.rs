//! Layouts.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod arch;
mod bank;
mod half_warp;
mod layout;
mod swizzle;
mod tile;

#[cfg(feature = "alloc")]
mod access;
#[cfg(feature = "alloc")]
mod cuda;
#[cfg(feature = "alloc")]
mod expression;
#[cfg(feature = "alloc")]
mod failure;
#[cfg(feature = "alloc")]
mod pairs;
#[cfg(feature = "alloc")]
mod positions;
#[cfg(feature = "alloc")]
mod problem;
#[cfg(feature = "alloc")]
mod report;
#[cfg(feature = "alloc")]
mod solve;
#[cfg(feature = "alloc")]
mod xor_best;
#[cfg(feature = "alloc")]
mod xor_search;
#[cfg(feature = "alloc")]
mod xor_shape;

pub use arch::Arch;
pub use bank::{BankModel, Cost, LANES, Sharing, WarpRequest};
pub use layout::Layout;
pub use swizzle::{Cute, Matrix, ROW_BITS, Swizzle};
pub use tile::SmemTile;

#[cfg(feature = "alloc")]
pub use {
    access::{Access, AccessError, LaneTable, Part, Pattern, WIDEST_BYTES},
    cuda::{CudaTile, is_reserved, translation_unit},
    expression::Dialect,
    failure::{Culprit, SolveError},
    positions::{Positions, WarpLanes},
    report::{AccessReport, Conflict, Report},
    solve::{Choice, Pick, Request, Solution, TmaSwizzle, solve},
};
