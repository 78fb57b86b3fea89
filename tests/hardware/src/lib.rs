//! What needs a GPU to mean anything: measurements of the bank model, of the kernels' wavefronts and of their times.
//!
//! - [`calibrate`]: the bank model against what simulator and hardware count;
//! - [`wavefronts`]: every kernel in every layout, predicted, simulated and measured;
//! - [`block_scan`]: the block scan alone, for tiles of several shapes and elements;
//! - [`index_cost`]: what the index of each class of layouts costs;
//! - [`mod@bench`]: the scans against what bounds them and against the libraries;
//! - [`Nsight`]: reads the hardware's counters.
//!
//! `RESULTS.md` has what was measured, and `run_on_gpu.sh` measures it again.

pub mod bench;
pub mod block_scan;
pub mod calibrate;
pub mod index_cost;
mod machine;
mod nsight;
mod options;
pub mod wavefronts;

pub use machine::Machine;
pub use nsight::{NO_NSIGHT, Nsight};
pub use options::{PageOptions, ReportFolder};
