//! The resources of a launch's blocks, and its instructions by pipe.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use smem_launch::Arch;
use smem_report::serialize_or_nulls;
use smem_sim::{Pipe, Profile};

use super::pipe_counts;
use crate::time::{Occupancy, extrapolation};

/// The resources of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LaunchResources {
    /// Registers of a thread; `None` for PTX.
    pub registers: Option<u32>,
    /// Bytes of local memory of a thread: its spilled registers, and arrays that are not in registers.
    #[serde(rename = "spill_bytes")]
    pub local_bytes: u64,
    /// Bytes of shared memory of a block, static and dynamic.
    pub shared_bytes: u32,
    /// The blocks that a multiprocessor holds; `None` for PTX and for architectures whose multiprocessors are not known.
    #[serde(flatten, serialize_with = "occupancy")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "smem_report::schema::or_nulls::<Occupancy>"))]
    pub occupancy: Option<Occupancy>,
}

/// The instructions of a launch by pipe, over all blocks of the grid; where only some ran, extrapolated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PipeTotals {
    /// Wavefronts of the LSU's data pipe, as `l1tex__data_pipe_lsu_wavefronts`.
    pub lsu_wavefronts: u64,
    /// Instructions of warps by pipe, as Nsight Compute's `sm__inst_executed_pipe_*`. All are 0 for PTX.
    #[serde(flatten, serialize_with = "pipe_counts::serialize")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "pipe_counts::schema::of_all"))]
    pub instructions: BTreeMap<Pipe, u64>,
    /// Whether they are extrapolated from the blocks that ran.
    #[serde(rename = "extrapolated")]
    pub is_extrapolated: bool,
}

fn occupancy<S: Serializer>(occupancy: &Option<Occupancy>, serializer: S) -> Result<S::Ok, S::Error> {
    let names = ["blocks_per_multiprocessor", "warps_per_multiprocessor", "limited_by"];
    serialize_or_nulls(occupancy.as_ref(), &names, serializer)
}

impl LaunchResources {
    pub(super) fn of(profile: &Profile, arch: Arch) -> LaunchResources {
        LaunchResources {
            registers: profile.registers,
            local_bytes: profile.local_bytes,
            shared_bytes: profile.shared_bytes,
            occupancy: Occupancy::of_profile(profile, arch),
        }
    }
}

impl PipeTotals {
    pub(super) fn of(profile: &Profile) -> PipeTotals {
        let of_grid = |count: u64| (extrapolation(profile) * count as f64).round() as u64;
        let of_pipe = |pipe| {
            let counts = profile.instructions.iter().filter(|count| count.pipe == Some(pipe));
            (pipe, of_grid(counts.map(|count| count.warps).sum()))
        };
        PipeTotals {
            lsu_wavefronts: of_grid(profile.instructions.iter().map(|count| count.lsu_wavefronts).sum()),
            instructions: Pipe::ALL.map(of_pipe).into(),
            is_extrapolated: profile.blocks_run < profile.grid_blocks,
        }
    }
}
