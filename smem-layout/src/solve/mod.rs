//! From a request to the cheapest layout without conflicts, or the best there is and why.

mod budget;
mod checked_tile;
mod checks;
mod classes;
mod explain;
mod failure;
mod proposals;
mod propose;
mod report;
mod request;
mod requested;
mod search;
mod solution;
mod solver;
mod verdict;

pub use failure::{Culprit, SolveError};
pub use report::{AccessReport, Conflict, Report};
pub use request::{Choice, Pick, Request};
pub use solution::Solution;
pub use solver::solve;
