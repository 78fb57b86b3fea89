//! The limits of a job.

use serde::{Deserialize, Serialize};
use smem_driver::{deserialize_count, deserialize_some_bytes};

/// The limits of a job: memory, instructions, results of earlier runs, installations.
///
/// ```
/// use smem_profile::LimitSpec;
///
/// assert_eq!(LimitSpec { max_instructions: Some(1000), ..LimitSpec::default() }.cache, None);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct LimitSpec {
    /// Bytes that buffers, variables and running blocks may take, by default 4 GiB. A program has a budget of the same name for all that it does.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(deserialize_with = "deserialize_some_bytes")]
    pub max_memory: Option<u64>,
    /// Ends with the code 3 if a launch takes more thread instructions than this: a number, or 500M, 20G; a warp's instruction is 32
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = smem_driver::count, help_heading = "Limits"))]
    #[serde(deserialize_with = "deserialize_count")]
    pub max_instructions: Option<u64>,
    /// Compiles and disassembles anew, instead of taking results of earlier runs
    #[cfg_attr(
        feature = "cli",
        arg(long = "no-cache", num_args = 0, default_missing_value = "false", help_heading = "Limits")
    )]
    pub cache: Option<bool>,
    /// Installs nothing, and says what is missing
    #[cfg_attr(feature = "cli", arg(long, num_args = 0, default_missing_value = "true", help_heading = "Limits"))]
    pub offline: Option<bool>,
}

impl LimitSpec {
    /// Returns these limits, or lower ones: a file of a project may be a stranger's, and raises none.
    pub(super) fn lowered(self, below: LimitSpec) -> LimitSpec {
        let LimitSpec { max_memory, max_instructions, cache, offline } = self;
        let least = |own: Option<u64>, below: Option<u64>| own.into_iter().chain(below).min();
        LimitSpec {
            max_memory: least(max_memory, below.max_memory),
            max_instructions: least(max_instructions, below.max_instructions),
            cache: cache.or(below.cache),
            offline: Some(offline == Some(true) || below.offline == Some(true)).filter(|offline| *offline),
        }
    }
}
