//! How many launches a report is of, and how they ran.

use serde::{Deserialize, Serialize};

/// The launches that the counts of a kernel are of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaunchTally {
    /// Launches, those with a fault among them.
    pub launches: u64,
    /// Instructions of warps.
    pub warp_instructions: u64,
    /// Those of the longest launch.
    pub most_instructions: u64,
    /// Launches that were not checked for races, by choice.
    pub unchecked: u64,
    /// Launches in which accesses beyond shared arrays were looked for, which only PTX shows.
    pub judged: u64,
    /// Launches of which only a few blocks ran, for their counts.
    pub sampled: u64,
    /// Launches that were not run: each repeats one that began with the same memory and parameters, and has its results and counts.
    pub repeated: u64,
}

impl LaunchTally {
    /// Adds other launches. The numbers of a damaged report may be of any size.
    pub fn add(&mut self, other: LaunchTally) {
        let sums = [
            (&mut self.launches, other.launches),
            (&mut self.warp_instructions, other.warp_instructions),
            (&mut self.unchecked, other.unchecked),
            (&mut self.judged, other.judged),
            (&mut self.sampled, other.sampled),
            (&mut self.repeated, other.repeated),
        ];
        sums.into_iter().for_each(|(own, more)| *own = own.saturating_add(more));
        self.most_instructions = self.most_instructions.max(other.most_instructions);
    }
}

/// The grids of one kernel that the kernel of a launch, or one that it launched, has launched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceLaunches {
    /// The kernel that the host launched.
    pub by: String,
    /// How many grids.
    pub grids: u64,
}
