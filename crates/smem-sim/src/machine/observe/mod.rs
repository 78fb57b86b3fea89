//! The one place where accesses to shared and global memory are counted, and where those to shared memory are passed to observers.

mod contention;
mod cost_rule;
mod data_pipe;
mod executed;
mod footprint;
mod local;
mod observer;
mod open_barriers;
mod paths;
mod questions;
mod request_kind;
mod sectors;
mod tally;
mod waits;
mod wavefronts;

pub use cost_rule::CostRule;
pub(super) use executed::of_lsu;
pub use observer::{Observer, SharedAccess};
pub(super) use paths::{BlockPaths, PathLength};
pub(super) use questions::{Question, Questions};
pub(super) use request_kind::RequestKind;
pub(super) use tally::{CodePlans, Tally};
pub(super) use waits::WaitPlan;
