//! The resources of a launch's blocks, and its instructions by pipe.

use smem_launch::Arch;
use smem_sim::{Pipe, Profile};

use crate::time::{Occupancy, extrapolation};

/// The resources of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LaunchResources {
    /// Registers of a thread; `None` for PTX.
    pub registers: Option<u32>,
    /// Bytes of local memory of a thread: its spilled registers, and arrays that are not in registers.
    pub local_bytes: u64,
    /// The blocks that a multiprocessor holds; `None` for PTX and for architectures whose multiprocessors are not known.
    pub occupancy: Option<Occupancy>,
}

/// The instructions of a launch by pipe, over all blocks of the grid; where only some ran, extrapolated.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PipeTotals {
    /// Instructions of warps by pipe, as Nsight Compute's `sm__inst_executed_pipe_*`. All are 0 for PTX.
    pub instructions: Vec<(Pipe, u64)>,
    /// Wavefronts of the LSU's data pipe, as `l1tex__data_pipe_lsu_wavefronts`.
    pub lsu_wavefronts: u64,
}

impl LaunchResources {
    pub(super) fn of(profile: &Profile, arch: Arch) -> LaunchResources {
        LaunchResources {
            registers: profile.registers,
            local_bytes: profile.local_bytes,
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
            instructions: Pipe::ALL.map(of_pipe).into(),
            lsu_wavefronts: of_grid(profile.instructions.iter().map(|count| count.lsu_wavefronts).sum()),
        }
    }
}
