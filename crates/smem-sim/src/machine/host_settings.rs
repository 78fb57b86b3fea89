//! The host's settings for a launch, and their limits.

use crate::launch_control::LaunchControl;
use crate::patience::Patience;
use std::sync::Arc;

/// The thread instructions that an instruction of a warp counts as: its cost does not depend on its active lanes.
pub(super) const WARP: u64 = 32;

/// Threads that run at the same time on the largest GPU whose limits are known here, an H200: 132 times 2048. Of blocks that wait for one
/// another, no more run beside each other.
pub(super) const MOST_RUNNING: u64 = 132 * 2048;

/// Settings of the host for a launch.
#[derive(Debug, Clone)]
pub(crate) struct HostSettings {
    pub(crate) host_threads: usize,
    /// Blocks that take turns; 0: one, and more where it may wait for them.
    pub(crate) resident: usize,
    /// The limit of thread instructions, counted as [`WARP`] for each instruction of a warp; 0 for no limit.
    pub(crate) limit: u64,
    /// Blocks of each launch that are run, rounded up to clusters; 0 for all.
    pub(crate) sample: u64,
    /// The clusters that are run, by number in ascending order; none for those of the sample.
    pub(crate) only: Vec<u64>,
    /// The seed of the order in which warps and blocks run; `None` for that of the grid.
    pub(crate) schedule: Option<u64>,
    /// The value of each byte of shared memory that no thread has written.
    pub(crate) unwritten: u8,
    pub(crate) control: LaunchControl,
    /// How long a launch waits for others that may change what it asks for.
    pub(crate) patience: Arc<dyn Patience>,
}
