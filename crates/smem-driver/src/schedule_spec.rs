//! The orders of warps and blocks in which launches run again.

use serde::{Deserialize, Serialize};

use crate::option_value::deserialize_whole;

/// The orders of warps and blocks in which launches run again, the same options for each way to run kernels.
///
/// ```
/// use smem_driver::ScheduleSpec;
///
/// let spec = ScheduleSpec { schedule_seed: Some(7), ..ScheduleSpec::default() };
/// // A seed by itself asks for its order.
/// assert_eq!((spec.orders(), spec.first_seed()), (Some(1), 7));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct ScheduleSpec {
    /// Runs each launch in N more orders of warps and blocks as well, and looks for faults, deadlocks, races and results that its own order does
    /// not show. By default launches of up to a million thread instructions without findings run in 2; 0 is none
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", help_heading = "Checks"))]
    #[serde(deserialize_with = "deserialize_whole")]
    pub schedules: Option<u32>,
    /// The seed of the first of these orders, by default 1: with `--schedules 1` it repeats the one that a finding names
    #[cfg_attr(feature = "cli", arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Checks"))]
    #[serde(deserialize_with = "deserialize_seed")]
    pub schedule_seed: Option<u64>,
}

impl ScheduleSpec {
    /// Returns how many orders are asked for; `None` leaves it to the launch.
    pub fn orders(self) -> Option<u32> {
        self.schedules.or(self.schedule_seed.filter(|seed| *seed != 1).map(|_| 1))
    }

    /// Returns the seed of the first order.
    pub fn first_seed(self) -> u64 {
        self.schedule_seed.unwrap_or(1)
    }

    /// Returns these orders, or others where these say nothing.
    #[must_use]
    pub fn over(self, below: ScheduleSpec) -> ScheduleSpec {
        if self == ScheduleSpec::default() { below } else { self }
    }
}

/// Reads a seed, which is from 1.
fn deserialize_seed<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    match deserialize_whole(deserializer)? {
        Some(0) => Err(serde::de::Error::custom("`0` is not a number from 1")),
        seed => Ok(seed),
    }
}
