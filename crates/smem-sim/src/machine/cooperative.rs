//! Kernels of CUDA's cooperative groups: blocks that wait for one another, and the system's part of shared memory.

use super::host_settings::{HostSettings, MOST_RUNNING};
use crate::isa::SpecialRegister;
use crate::isa::sass::LaunchNeeds;
use crate::launch::LaunchShape;
use crate::memory::RESERVED_SHARED;
use crate::program::{DecodedKernel, KernelCode};
use std::ops::Range;

/// Bytes of the memory at which the blocks of a grid wait for one another.
const WORKSPACE: u64 = 256;

/// The memory that a launch has for cooperative groups; none, if its kernel uses none.
#[derive(Debug, Clone, Default)]
pub(crate) struct CooperativeMemory {
    /// The address of the memory at which the blocks of the grid wait for one another; 0 without.
    pub(super) workspace: u64,
    /// The system's shared memory, after that of the kernel.
    pub(super) reserved_shared: Range<u32>,
}

impl CooperativeMemory {
    /// Makes the memory that a kernel uses, by `alloc` what is in global memory. If its blocks wait for one another, all of them are set to run at the same time.
    pub(crate) fn begin(
        kernel: &DecodedKernel,
        launch: &LaunchShape,
        threads: u32,
        shared_bytes: u32,
        alloc: impl FnOnce(u64) -> Option<u64>,
        host: &mut HostSettings,
    ) -> Result<Self, String> {
        let mut memory = Self::default();
        let needs = needs(kernel);
        if needs.reserved {
            let start = shared_bytes.next_multiple_of(RESERVED_SHARED);
            memory.reserved_shared = start..start + RESERVED_SHARED;
        }
        if needs.workspace {
            host.resident = all_resident(launch, threads)?;
            // A sample of them would wait for the others.
            host.sample = 0;
            memory.workspace = alloc(WORKSPACE).ok_or("there is no memory for it")?;
        }
        Ok(memory)
    }

    /// Whether the blocks of the grid wait for one another.
    pub(crate) fn waits_for_blocks(&self) -> bool {
        self.workspace != 0
    }

    /// The address of memory that is to be freed when the launch ends.
    pub(crate) fn workspace(&self) -> Option<u64> {
        (self.workspace != 0).then_some(self.workspace)
    }
}

/// Whether a part of each block's shared memory is the system's.
pub(crate) fn reserves_shared(kernel: &DecodedKernel) -> bool {
    needs(kernel).reserved
}

/// Returns the parts of it that a kernel's instructions read.
fn needs(kernel: &DecodedKernel) -> LaunchNeeds {
    match &kernel.code {
        KernelCode::Ptx(code) => LaunchNeeds {
            workspace: code.reads(|special| matches!(special, SpecialRegister::GridWorkspace(_))),
            reserved: code.reads(|special| special == SpecialRegister::ReservedShared),
        },
        KernelCode::Sass(code) => code.needs,
    }
}

/// The number of blocks of a launch whose blocks wait for one another, which all run at the same time.
fn all_resident(launch: &LaunchShape, threads: u32) -> Result<usize, String> {
    let blocks = launch.grid.iter().fold(1u64, |blocks, &n| blocks.saturating_mul(n.into()));
    if blocks.saturating_mul(threads.into()) > MOST_RUNNING {
        return Err(format!(
            "its blocks wait for one another, and {blocks} blocks of {threads} threads cannot run at the same time: \
             {MOST_RUNNING} threads can"
        ));
    }
    Ok(blocks as usize)
}
