//! From a specification to the cheapest layout without conflicts, or the best there is and why.

mod alternatives;
mod best;
mod budget;
mod checked_tile;
mod choice;
mod classes;
mod conflict;
mod exact;
mod excess;
mod excluding;
mod explain;
mod failure;
mod laid_out;
mod layout_class;
mod least;
mod left;
mod named;
mod proposals;
mod propose;
mod propose_wrap;
mod redeclared;
mod report;
mod search;
mod size;
mod solution;
mod solver;
mod spec;
mod spec_error;
mod trial;
mod verdict;

pub use alternatives::{Alternative, Outcome, alternatives};
pub use choice::{AutoOr, LayoutChoice};
pub use conflict::Conflict;
pub(crate) use conflict::{conflict_of, severity};
pub use failure::SolveError;
pub(crate) use laid_out::LaidOut;
pub use layout_class::LayoutClass;
pub use left::Left;
pub use report::{AccessReport, Report};
pub use solution::Solution;
#[doc(hidden)]
pub use solver::find;
pub use solver::{conflicting_solution, solve};
pub use spec::{ConflictPolicy, TileSpec, TileSpecBuilder};
pub use spec_error::{Culprit, SpecError};
