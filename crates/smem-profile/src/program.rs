//! The parts that the program `smem-tile` has in common with the library: not for others, and without promises.

pub use crate::job::{CudaFile, Input, LaunchPlan, PreparedJob, describe, kind};
pub use crate::measure::{BothTraces, LaunchHazards, Measured, RequestTrace, RequestTraces, WorstRequests};
pub use crate::report::{Files, lines};
