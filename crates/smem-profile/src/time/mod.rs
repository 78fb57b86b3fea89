//! The time of a launch, and the part of it that its conflicts cost, without a GPU.
//!
//! ```text
//! launch_time  the answer for a launch: bound by what, and what a cure of the conflicts gains
//! line_load    the part of it that some instructions have: those of a source line, or all
//! load         what the launch asks of the multiprocessors and of memory, from the simulator's counts
//! occupancy    the blocks that a multiprocessor holds at the same time
//! predict      bounds and latency: cycles
//! rates        what a GPU does in a cycle
//! ```

mod launch_time;
mod line_load;
mod load;
mod occupancy;
mod predict;
mod rates;

pub use launch_time::{CureGain, LaunchTime, WORTH_IT};
pub(crate) use line_load::{LineLoad, extrapolation};
pub use load::LaunchLoad;
pub use occupancy::{BlockNeeds, Occupancy, OccupancyLimit};
pub use predict::{TimeBound, TimePrediction};
pub use rates::GpuRates;
