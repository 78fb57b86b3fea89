//! Which bank an address falls in, and how many wavefronts a request takes.

mod arch;
mod async_copy;
mod atomic_loops;
mod bank_model;
mod busiest_bank;
#[cfg(feature = "alloc")]
mod busiest_lanes;
mod cost;
mod half_warp;
mod meeting;
mod one_word_a_bank;
mod warp_request;

pub use arch::Arch;
pub use async_copy::CopySource;
pub use bank_model::BankModel;
#[cfg(feature = "alloc")]
pub use busiest_lanes::BusiestLanes;
pub use cost::Cost;
pub(crate) use one_word_a_bank::{BankUnits, OneWordABank};
pub use warp_request::{LANES, WIDEST_BYTES, WarpRequest, WarpRequestError};
