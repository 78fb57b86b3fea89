//! The counts and findings of launches of a kernel.
//!
//! ```text
//! report           the report, of one launch or of several  (counted_launch: what it is made of)
//! tally            how many launches they are, and which kernel launched them
//! launched_blocks  the blocks that the counts are of
//! resources        registers, shared memory, and instructions by pipe
//! pipe_line        instructions by source line and pipe  (pipe_counts: these in JSON)
//! merged_access    the accesses that wide instructions cover
//! ```

mod counted_launch;
mod launched_blocks;
mod merged_access;
mod pipe_counts;
mod pipe_line;
mod report;
mod resources;
mod tally;

pub use counted_launch::CountedLaunch;
pub use launched_blocks::LaunchedBlocks;
pub use merged_access::{CoveredLine, MergedAccess};
pub use pipe_line::PipeLine;
pub use report::{LaunchReport, is_kernel};
pub use resources::{LaunchResources, PipeTotals};
pub use tally::{DeviceLaunches, LaunchTally};
