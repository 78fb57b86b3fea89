//! smem-layout predicts bank conflicts and smem-sim counts them, but only a GPU can say whether they are right, and what a
//! conflict costs in time. This crate measures both.
//!
//! | question | module | program |
//! | --- | --- | --- |
//! | Does the bank model count what the hardware counts, request by request? | [`calibrate`] | `calibrate` |
//! | Does every kernel take the wavefronts that its layout predicts? | [`wavefronts`] | `wavefronts` |
//! | Do kernels that others published take the wavefronts that the simulator counts? | [`published`] | `published` |
//! | Where is shared memory the bottleneck, and what do conflicts cost there? | [`block_scan`] | `block_scan` |
//! | Does the index of every class of layouts, as compiled, take no wavefront too many? | `random_tiles` | `random_tiles` |
//! | Does each instruction of machine code leave the same bits in the simulator? | [`instructions`] | `instructions` |
//! | Which machine code of other people's files is unknown to the simulator? | `census` | `census_cubins`, `census` |
//! | What does the index of each class of layouts cost? | [`index_cost`] | `index_cost` |
//! | Which mistakes does the race check find in suites that others made? | [`suites`] | `suites` |
//! | What loads a GPU in a launch, and how long does it take? | [`worth`] | `worth` |
//! | How fast are the scans, against what bounds them and against libraries? | `bench` | `bench` |
//!
//! [`Nsight`] reads the hardware's counters for all of them, and [`Machine`] says what a measurement was made on. Without a GPU every
//! program checks its results in the simulator, counts what can be counted there, and says what it did not measure:
//!
//! ```sh
//! cargo run -p smem-hardware --features gpu --bin wavefronts -- --only scan_tiles
//! ```
//!
//! The programs, and the modules that only they use, are built with the feature `gpu`.
//!
//! `RESULTS.md` has the findings, `results` a page for each topic, `calibration` and `wavefronts` the data files that tests replay without a
//! GPU.
//! `run_on_gpu.sh` measures everything again but the launches of `worth`, whose program says how.

#[cfg(feature = "gpu")]
pub mod bench;
pub mod block_scan;
pub mod calibrate;
#[cfg(feature = "gpu")]
pub mod census;
pub mod index_cost;
pub mod instructions;
mod machine;
mod nsight;
#[cfg(feature = "gpu")]
mod options;
pub mod published;
mod random;
#[cfg(feature = "gpu")]
pub mod random_tiles;
pub mod suites;
pub mod wavefronts;
pub mod worth;

pub use machine::Machine;
pub use nsight::{NO_NSIGHT, Nsight};
#[cfg(feature = "gpu")]
pub use options::{PageOptions, ReportFolder};
