//! The checks of a job.

use serde::{Deserialize, Serialize};

/// The checks of a job. One that is on by default is left out by `--no-NAME` on the command line, and by `NAME = false` elsewhere.
///
/// ```
/// use smem_profile::CheckSpec;
///
/// let spec = CheckSpec { global_races: Some(true), ..CheckSpec::default() };
/// assert!(spec.looks_for_races() && spec.looks_for_global_races() && !spec.looks_for_overruns());
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct CheckSpec {
    /// Does not look for races on shared memory: a launch then runs faster, and reads of uninitialized memory are noticed in PTX only
    #[cfg_attr(
        feature = "cli",
        arg(long = "no-race-check", num_args = 0, default_missing_value = "false", help_heading = "Checks")
    )]
    pub race_check: Option<bool>,
    /// Looks for races on global memory as well, between blocks and within one. One host thread then runs all blocks
    #[cfg_attr(
        feature = "cli",
        arg(
            long,
            num_args = 0,
            default_missing_value = "true",
            conflicts_with = "race_check",
            help_heading = "Checks"
        )
    )]
    pub global_races: Option<bool>,
    /// Looks for accesses to one shared array through the address of another, as an index beyond its end is: by a run of the PTX as well
    #[cfg_attr(
        feature = "cli",
        arg(
            long,
            num_args = 0,
            default_missing_value = "true",
            conflicts_with = "race_check",
            help_heading = "Checks"
        )
    )]
    pub overruns: Option<bool>,
    /// Does not look for changes of the source that end a finding, each of which is compiled and run: a remedy is then one that was tried in the
    /// compiled code
    #[cfg_attr(
        feature = "cli",
        arg(long = "no-remedies", num_args = 0, default_missing_value = "false", help_heading = "Checks")
    )]
    pub remedies: Option<bool>,
    /// Says which accesses of the source each wide instruction covers that compilers merged: by a run without optimisation as well
    #[cfg_attr(feature = "cli", arg(long, num_args = 0, default_missing_value = "true", help_heading = "Output"))]
    pub merged: Option<bool>,
}

impl CheckSpec {
    /// Returns true unless the race check is left out.
    pub fn looks_for_races(self) -> bool {
        self.race_check != Some(false)
    }

    /// Returns true where races on global memory are looked for.
    pub fn looks_for_global_races(self) -> bool {
        self.global_races == Some(true)
    }

    /// Returns true where overruns of shared arrays are looked for in all blocks.
    pub fn looks_for_overruns(self) -> bool {
        self.overruns == Some(true)
    }

    /// Returns true unless changes of the source are left out.
    pub fn tries_remedies(self) -> bool {
        self.remedies != Some(false)
    }

    /// Returns true where merged accesses are shown.
    pub fn shows_merged(self) -> bool {
        self.merged == Some(true)
    }

    /// Returns these checks, and the others where these say nothing.
    #[must_use]
    pub fn over(self, below: CheckSpec) -> CheckSpec {
        let CheckSpec { race_check, global_races, overruns, remedies, merged } = self;
        CheckSpec {
            race_check: race_check.or(below.race_check),
            global_races: global_races.or(below.global_races),
            overruns: overruns.or(below.overruns),
            remedies: remedies.or(below.remedies),
            merged: merged.or(below.merged),
        }
    }
}
