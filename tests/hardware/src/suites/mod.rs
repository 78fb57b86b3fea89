//! Suites of kernels with known mistakes, and what `smem-tile profile` finds in each.
//!
//! ```text
//! planted      of this project: correct kernels whose lines say what happens without them           (planted)
//! Indigo       graph codes of HiRace's artifact, whose names list the planted bugs                  (indigo)
//! GPUVerify    its own tests, whose first lines say what must be found                              (annotated, opencl)
//! barriers     GPUVerifyBenchmarks, each `__syncthreads()` deleted once                             (barriers)
//!    |  cases: a source, its launches, what is expected                                             (case)
//!    v
//! the program `smem-tile profile --json` runs each                                                  (run, finding)
//!    |
//!    v
//! outcomes: right, a false report, a miss, or why it did not run; a data file that tests read       (outcome)
//! ```
//!
//! Only the first suite is in this repository. The others are read from checkouts.

mod annotated;
mod barriers;
mod case;
mod finding;
mod indigo;
mod opencl;
mod outcome;
mod parameters;
mod planted;
mod run;

pub use annotated::gpuverify_cases;
pub use barriers::barrier_cases;
pub use case::{Expected, SuiteCase};
pub use finding::{SuiteFinding, findings, launch_findings};
pub use indigo::indigo_cases;
pub use outcome::{SuiteData, SuiteOutcome, SuiteVerdict};
pub use planted::{Planted, planted_kernels, planted_together};
pub use run::{run_case, run_cases};
