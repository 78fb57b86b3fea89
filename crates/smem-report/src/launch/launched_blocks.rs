//! The blocks of a launch that ran.

use serde::{Deserialize, Serialize};
use smem_sim::Profile;

/// The blocks of the grid, and those that the counts are of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LaunchedBlocks {
    /// Blocks of the grid.
    pub grid: u64,
    /// Blocks that ran to their end.
    pub run: u64,
    /// Whether the job asked for fewer than the grid has.
    pub sampled: bool,
    /// Whether the launch was stopped from outside.
    pub stopped: bool,
    /// Whether a fault ended the launch.
    pub faulted: bool,
}

impl LaunchedBlocks {
    /// Returns the blocks of a launch.
    pub fn of(profile: &Profile, sampled: bool, faulted: bool) -> LaunchedBlocks {
        LaunchedBlocks {
            grid: profile.grid_blocks,
            run: profile.blocks_run,
            sampled,
            stopped: profile.stopped,
            faulted,
        }
    }

    /// Adds those of another launch.
    pub fn add(&mut self, other: LaunchedBlocks) {
        self.grid = self.grid.saturating_add(other.grid);
        self.run = self.run.saturating_add(other.run);
        self.sampled |= other.sampled;
        self.stopped |= other.stopped;
        self.faulted |= other.faulted;
    }
}
