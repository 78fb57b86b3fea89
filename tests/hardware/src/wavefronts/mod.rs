//! Counts the wavefronts of every kernel in every layout of its tile three times.
//!
//! ```text
//! List            launches as data: a kernel, a layout, a size; its loads and stores of shared memory; how to run it
//!    |
//!    +-- predicted    each load and store through the layout's own index, its wavefronts by BankModel, summed
//!    +-- simulated    the launch in smem-sim, from the PTX that NVRTC made
//!    +-- measured     the launch on a GPU, its counters through Nsight Compute
//!    |
//!    v
//! LaunchCounts    a line a launch: equal, or not; a table, and a data file that a test replays without a GPU
//! ```
//!
//! The loads and stores of a launch are written down from the kernel's source, as positions of [`Access`]es on its tile, so
//! the prediction knows nothing of what a compiler or the simulator makes of it. Every launch also checks its result.
//!
//! The kernels of [`calibrate`](crate::calibrate) are not listed: they make requests without a layout, and are compared
//! there request by request.
//!
//! [`Access`]: smem_layout::Access

mod block_scan;
mod case;
mod data;
mod device_rust;
mod index_cost;
mod list;
mod measure;
mod picture;
mod scan2d;
mod table;
mod traffic;

pub use case::{Case, KernelSource, KernelText, LaunchRun};
pub use data::{RecordedLaunch, WavefrontData};
pub use list::{CaseOutcome, List};
pub use measure::{MeasuredLaunches, measure};
pub use table::{Agreement, LaunchCounts, table};
pub use traffic::{AccessedTile, LoadsAndStores, RepeatedRequest, Traffic};
