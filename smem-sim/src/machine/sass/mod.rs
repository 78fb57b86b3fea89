//! Executes machine code: a warp's registers, the loop that runs it, and the operations.

mod access;
mod compute;
mod convergence;
mod exchange;
mod launched;
mod product;
mod warp;

pub(super) use launched::Launched;
pub(super) use warp::Warp;
