//! How findings of each kind are treated, as a command and a project's file say it.

use serde::{Deserialize, Serialize};

use crate::check_mode::CheckMode;
use crate::option_value::deserialize_choice;

/// How findings of each kind are treated: options of `smem-tile run`, and of the table `checks` of `smem-tile.toml`. What is not given is
/// reported.
///
/// ```
/// use smem_driver::{CheckMode, CheckModes};
///
/// let configured = CheckModes { races: Some(CheckMode::Deny), ..CheckModes::default() };
/// let given = CheckModes { races: Some(CheckMode::Off), ..CheckModes::default() };
/// assert_eq!(given.over(configured).races, Some(CheckMode::Off));
/// assert_eq!(CheckModes::default().over(configured), configured);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct CheckModes {
    /// Races on shared memory. Where races, overruns and unwritten reads are all off, launches are faster
    #[cfg_attr(feature = "cli", arg(long, value_enum, value_name = "MODE", help_heading = "Checks"))]
    pub races: Option<CheckMode>,
    /// Looks for races on global memory as well, treated as `--races` says. Then one thread runs all blocks of a launch
    #[cfg_attr(feature = "cli", arg(long, num_args = 0, default_missing_value = "true", help_heading = "Checks"))]
    #[serde(deserialize_with = "deserialize_choice")]
    pub global_races: Option<bool>,
    /// Accesses to one shared array through the address of another
    #[cfg_attr(feature = "cli", arg(long, value_enum, value_name = "MODE", help_heading = "Checks"))]
    pub overruns: Option<CheckMode>,
    /// Reads of uninitialized shared memory, which are warnings unless they are denied
    #[cfg_attr(feature = "cli", arg(long, value_enum, value_name = "MODE", help_heading = "Checks"))]
    pub unwritten: Option<CheckMode>,
    /// Barriers that some threads of the block pass by
    #[cfg_attr(feature = "cli", arg(long, value_enum, value_name = "MODE", help_heading = "Checks"))]
    pub barriers: Option<CheckMode>,
    /// Faults, which fail their launch in every mode: `off` is for programs that cause them on purpose
    #[cfg_attr(feature = "cli", arg(long, value_enum, value_name = "MODE", help_heading = "Checks"))]
    pub faults: Option<CheckMode>,
}

impl CheckModes {
    /// Returns these modes, and the others where these say nothing.
    #[must_use]
    pub fn over(self, below: CheckModes) -> CheckModes {
        let CheckModes { races, global_races, overruns, unwritten, barriers, faults } = self;
        CheckModes {
            races: races.or(below.races),
            global_races: global_races.or(below.global_races),
            overruns: overruns.or(below.overruns),
            unwritten: unwritten.or(below.unwritten),
            barriers: barriers.or(below.barriers),
            faults: faults.or(below.faults),
        }
    }
}
