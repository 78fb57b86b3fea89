//! The instructions of a launch by source line and pipe.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use smem_sim::{Pipe, Profile};

use super::pipe_counts;
use crate::line::serialize_rounded;
use crate::place::{LinePlace, PlaceNames};
use crate::time::{InstructionLoad, LaunchTime};

/// The instructions of machine code of a source line, over all blocks of the grid; where only some ran, extrapolated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PipeLine {
    /// The line.
    #[serde(flatten)]
    pub place: LinePlace,
    /// Instructions of warps.
    pub instructions: u64,
    /// Those of each pipe that executes any.
    #[serde(serialize_with = "pipe_counts::serialize", deserialize_with = "pipe_counts::deserialize")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "pipe_counts::schema::of_some"))]
    pub pipes: BTreeMap<Pipe, u64>,
    /// Wavefronts of the LSU's data pipe.
    pub lsu_wavefronts: u64,
    /// Predicted cycles of the launch that would be gone without the line's instructions and wavefronts; `None` where no time is predicted. The
    /// chain of dependent instructions stays as it is in this prediction.
    #[serde(serialize_with = "serialize_rounded")]
    pub cycles_at_stake: Option<f64>,
}

impl PipeLine {
    /// Returns the lines of a launch of machine code, those with the most cycles at stake first.
    pub fn all(profile: &Profile, time: Option<&LaunchTime>, places: &dyn PlaceNames) -> Vec<PipeLine> {
        let mut lines: BTreeMap<LinePlace, InstructionLoad> = BTreeMap::new();
        for count in profile.instructions.iter().filter(|count| count.pipe.is_some() || count.pipe_is_measured) {
            let place = places.place(count.loc.as_deref(), count.line);
            lines.entry(place).or_default().add(count);
        }
        let line = |(place, load): (LinePlace, InstructionLoad)| {
            let load = load.of_grid(profile);
            PipeLine {
                place,
                instructions: load.instructions.round() as u64,
                pipes: load.pipes.iter().map(|(pipe, count)| (*pipe, count.round() as u64)).collect(),
                lsu_wavefronts: load.lsu_wavefronts.round() as u64,
                cycles_at_stake: time.map(|time| time.cycles_of(&load)),
            }
        };
        let mut lines: Vec<PipeLine> = lines.into_iter().map(line).collect();
        // The sort is stable: equal lines stay in the order of the files.
        lines.sort_by(|one, other| {
            let stake = |line: &PipeLine| line.cycles_at_stake.unwrap_or_default();
            stake(other).total_cmp(&stake(one)).then(other.instructions.cmp(&one.instructions))
        });
        lines
    }
}
