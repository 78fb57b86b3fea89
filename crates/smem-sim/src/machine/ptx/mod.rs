//! Executes PTX: a warp's registers, the loop that runs it, and the operations.

mod access;
mod activation;
mod call;
mod carry;
mod exchange;
mod execute;
mod flow;
mod groups;
mod tiled;
mod warp;

pub(super) use warp::PtxWarp;
