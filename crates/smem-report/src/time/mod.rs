//! The time of a launch, and the part of it that its conflicts cost, without a GPU.
//!
//! ```text
//! launch_time       the answer for a launch: bound by what, and what a cure of the conflicts gains
//! gain              how far a predicted gain may be off, and the verdict on it
//! instruction_load  what some of its instructions ask: those of a source line, or all
//! extrapolation     the factor from the blocks that ran to the whole grid
//! load              what the launch asks of the multiprocessors and of memory, from the simulator's counts
//! occupancy         the blocks that a multiprocessor holds at the same time
//! predict           bounds and latency: cycles
//! rates             what a GPU does in a cycle
//! ```

mod extrapolation;
mod gain;
mod instruction_load;
mod launch_time;
mod load;
mod occupancy;
mod predict;
mod rates;

pub use extrapolation::extrapolation;
pub use gain::{GainVerdict, WORTH_IT, range as gain_range, times_as_fast};
pub(crate) use instruction_load::InstructionLoad;
pub use launch_time::{CureGain, LaunchTime};
pub use load::LaunchLoad;
pub use occupancy::{BlockNeeds, Occupancy, OccupancyLimit};
pub use predict::{TimeBound, TimePrediction};
pub use rates::GpuRates;
