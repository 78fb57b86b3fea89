//! From a request to the cheapest layout without conflicts, or the best there is and why.

mod budget;
mod check;
mod classes;
mod explain;
mod failure;
mod problem;
mod propose;
mod report;
mod request;
mod search;
mod solver;
mod verdict;

pub use failure::{Culprit, SolveError};
pub use report::{AccessReport, Conflict, Report};
pub use request::{Choice, Pick, Request};
pub use solver::{Solution, solve};
