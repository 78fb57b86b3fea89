//! The checks that a launch was run with.

use serde::Serialize;
use smem_sim::Profile;

use crate::measure::LaunchHazards;

/// The checks that were made in a launch.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct Checks {
    /// The blocks that ran.
    pub blocks: u64,
    /// The findings that were looked for.
    pub looked_for: Vec<&'static str>,
    /// Those that were not, with the option that looks for them.
    pub not_looked_for: Vec<&'static str>,
}

impl Checks {
    /// Returns the checks that were made in a launch, and those that were not.
    pub(super) fn of(hazards: &LaunchHazards, profile: &Profile) -> Checks {
        let mut checks = Checks { blocks: profile.blocks_run, ..Checks::default() };
        checks.looked_for.push("barriers that not every thread reaches");
        if hazards.is_checked {
            checks.looked_for.extend(["races on shared memory", "reads of uninitialized shared memory"]);
        } else {
            checks.not_looked_for.extend(["races on shared memory", "reads of uninitialized shared memory"]);
        }
        if hazards.sees_overruns {
            checks.looked_for.push("accesses beyond shared arrays");
        } else {
            checks.not_looked_for.push("accesses beyond shared arrays (`--overruns`)");
        }
        if profile.global_races_checked {
            checks.looked_for.push("races on global memory");
        } else {
            checks.not_looked_for.push("races on global memory (`--global-races`)");
        }
        checks
    }
}
