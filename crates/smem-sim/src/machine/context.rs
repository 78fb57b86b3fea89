//! The state of a launch that all its blocks share.

use super::cooperative::CooperativeMemory;
use super::driver::{ChildLaunches, Printed};
use crate::memory::{AddressMap, GlobalMemory};
use crate::program::DecodedKernel;
use crate::texture::TextureTable;
use smem_banks::BankModel;

/// The kernel, its arguments, and the memory and extents that all blocks of a launch share.
#[derive(Debug)]
pub(crate) struct LaunchContext<'k> {
    pub(crate) kernel: &'k DecodedKernel,
    pub(crate) global: &'k GlobalMemory,
    pub(crate) textures: &'k TextureTable,
    /// The arguments, laid out as the kernel's parameters.
    pub(crate) params: &'k [u8],
    /// Addresses of the module's variables.
    pub(crate) variables: &'k [u64],
    /// Address of the module's constant bank 3, if it has one.
    pub(crate) constants: Option<u64>,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    /// Blocks of a cluster along each axis.
    pub(crate) cluster: [u32; 3],
    /// The launch is one of clusters, if only of one block each.
    pub(crate) clustered: bool,
    /// Threads of a block.
    pub(crate) threads: u32,
    /// Bytes of dynamic shared memory of a block.
    pub(crate) dynamic_shared: u32,
    /// Bytes of shared memory of a block, static and dynamic.
    pub(crate) shared_bytes: u32,
    /// Bytes of shared memory that a GPU allocates for that: whole granules.
    pub(crate) allocated_shared: u32,
    /// The memory of cooperative groups.
    pub(crate) cooperative: CooperativeMemory,
    pub(crate) banks: BankModel,
    pub(crate) multiprocessors: u32,
    /// The lanes of a warp execute one instruction after the other together, as before compute capability 7.0.
    pub(crate) in_step: bool,
    /// Look for races on shared memory.
    pub(crate) race_check: bool,
    /// The settings of the race check in a trial of a remedy.
    pub(crate) trial: Option<RaceTrial<'k>>,
    /// Look for races on global memory as well.
    pub(crate) global_races: bool,
    /// About one block of so many is followed, to know how long its instructions wait for one another.
    pub(crate) followed: u64,
    /// The seed of the order in which warps run; `None` for that of their numbers.
    pub(crate) schedule: Option<u64>,
    /// The value of each byte of shared memory that no thread has written.
    pub(crate) unwritten: u8,
    /// Where the bytes of shared memory are kept, if not at their addresses.
    pub(crate) map: Option<&'k AddressMap>,
    pub(crate) printed: &'k Printed,
    /// The grids that the kernel launches.
    pub(crate) children: &'k ChildLaunches<'k>,
}

/// A run in which a remedy of a race is tried.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RaceTrial<'t> {
    /// Accesses that are taken for those of a flag race as well: a fence makes any volatile store after it one.
    pub(crate) meant_only: bool,
    /// The pairs of threads of each race are counted.
    pub(crate) counts_pairs: bool,
    /// The run ends as soon as two of these instructions, in either order, race: the trial was not a remedy.
    pub(crate) ended_by: &'t [[u32; 2]],
}

impl LaunchContext<'_> {
    /// The same launch of another form of its kernel, with other memory, as a trial.
    pub(crate) fn with<'o>(
        &'o self,
        kernel: &'o DecodedKernel,
        global: &'o GlobalMemory,
        printed: &'o Printed,
        trial: RaceTrial<'o>,
    ) -> LaunchContext<'o> {
        LaunchContext {
            kernel,
            global,
            printed,
            cooperative: self.cooperative.clone(),
            trial: Some(trial),
            global_races: false,
            ..*self
        }
    }

    /// Whether blocks reach the shared memory of one another: they are in clusters of several.
    pub(crate) fn shares_memory(&self) -> bool {
        self.cluster != [1; 3]
    }

    /// Whether a block is one of the few that are followed. They are spread over the grid, the same in every run.
    pub(crate) fn is_followed(&self, block: [u32; 3]) -> bool {
        let mixed = (self.number_of(block) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        mixed.is_multiple_of(self.followed.max(1))
    }

    /// How much shared memory a block has, for the message of a fault.
    pub(crate) fn shared_extent(&self) -> String {
        let Self { shared_bytes, allocated_shared, .. } = self;
        let allocated = match allocated_shared == shared_bytes {
            true => String::new(),
            false => format!(", for which a GPU allocates {allocated_shared}"),
        };
        format!("the block has {shared_bytes} bytes{allocated}")
    }

    /// The number of a block in the grid.
    pub(crate) fn number_of(&self, [x, y, z]: [u32; 3]) -> u64 {
        let [width, height, _] = self.grid.map(u64::from);
        (u64::from(z) * height + u64::from(y)) * width + u64::from(x)
    }
}
