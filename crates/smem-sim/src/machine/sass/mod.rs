//! Executes machine code: a warp's registers, the loop that runs it, and the operations.

mod access;
mod convergence;
mod driver;
mod exchange;
mod execute;
mod flow;
mod group_product;
mod halves;
mod launched;
mod matrix;
mod meeting;
mod pace;
mod run;
mod warp;

pub(super) use launched::LaunchedSass;
pub(super) use warp::SassWarp;
