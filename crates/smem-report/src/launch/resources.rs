//! The resources of a launch's blocks, and its instructions by pipe.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smem_sim::{Arch, Pipe, Profile};

use super::pipe_counts;
use crate::or_nulls::serialize_or_nulls;
use crate::time::{Occupancy, OccupancyLimit, extrapolation};

/// The resources of a launch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    #[serde(flatten, serialize_with = "occupancy", deserialize_with = "read_occupancy")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::or_nulls::<Occupancy>"))]
    pub occupancy: Option<Occupancy>,
}

/// The instructions of a launch by pipe, over all blocks of the grid; where only some ran, extrapolated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PipeTotals {
    /// Wavefronts of the LSU's data pipe, as `l1tex__data_pipe_lsu_wavefronts`.
    pub lsu_wavefronts: u64,
    /// Instructions of warps by pipe, as Nsight Compute's `sm__inst_executed_pipe_*`. All are 0 for PTX.
    #[serde(flatten, serialize_with = "pipe_counts::serialize", deserialize_with = "pipe_counts::deserialize")]
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

/// Reads the fields of an occupancy, all of which may be null.
fn read_occupancy<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Occupancy>, D::Error> {
    #[derive(Deserialize)]
    struct OccupancyFields {
        blocks_per_multiprocessor: Option<u32>,
        warps_per_multiprocessor: Option<u32>,
        limited_by: Option<OccupancyLimit>,
    }
    let read = OccupancyFields::deserialize(deserializer)?;
    Ok(read.blocks_per_multiprocessor.zip(read.warps_per_multiprocessor).zip(read.limited_by).map(
        |((blocks, warps), limited_by)| Occupancy {
            blocks,
            warps,
            limited_by,
            by_warps: 0,
            by_registers: 0,
            by_shared_memory: 0,
        },
    ))
}

impl LaunchResources {
    /// Returns those of a launch.
    pub fn of(profile: &Profile, arch: Arch) -> LaunchResources {
        LaunchResources {
            registers: profile.registers,
            local_bytes: profile.local_bytes,
            shared_bytes: profile.shared_bytes,
            occupancy: Occupancy::of_profile(profile, arch),
        }
    }
}

impl PipeTotals {
    /// Returns those of a launch.
    pub fn of(profile: &Profile) -> PipeTotals {
        let of_grid = |count: u64| (extrapolation(profile) * count as f64).round() as u64;
        let mut instructions = BTreeMap::from(Pipe::ALL.map(|pipe| (pipe, 0)));
        for count in &profile.instructions {
            let pipe = count.pipe.and_then(|pipe| instructions.get_mut(&pipe));
            pipe.into_iter().for_each(|sum| *sum += count.warps);
        }
        instructions.values_mut().for_each(|sum| *sum = of_grid(*sum));
        PipeTotals {
            lsu_wavefronts: of_grid(profile.instructions.iter().map(|count| count.lsu_wavefronts).sum()),
            instructions,
            is_extrapolated: profile.blocks_run < profile.grid_blocks,
        }
    }

    /// Adds those of another launch.
    pub fn add(&mut self, other: &PipeTotals) {
        self.lsu_wavefronts = self.lsu_wavefronts.saturating_add(other.lsu_wavefronts);
        for (pipe, count) in &other.instructions {
            let own = self.instructions.entry(*pipe).or_default();
            *own = own.saturating_add(*count);
        }
        self.is_extrapolated |= other.is_extrapolated;
    }
}
