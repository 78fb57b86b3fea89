//! The blocks that a multiprocessor holds at the same time.

use serde::{Deserialize, Serialize};
use smem_sim::{Arch, MultiprocessorLimits, Profile};

/// The resource of a multiprocessor that allows the fewest blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OccupancyLimit {
    /// The number of blocks itself.
    Blocks,
    /// The number of warps.
    Warps,
    /// Registers.
    Registers,
    /// Shared memory.
    #[serde(rename = "shared")]
    SharedMemory,
}

/// The needs of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlockNeeds {
    /// Threads.
    pub threads: u32,
    /// Registers of a thread; 0 where they are not known, and then they limit nothing.
    pub registers: u32,
    /// Bytes of shared memory, static and dynamic.
    pub shared_bytes: u32,
}

impl BlockNeeds {
    /// Returns the needs of a block of so many threads, with so many registers each, and so many bytes of shared memory.
    pub fn new(threads: u32, registers: u32, shared_bytes: u32) -> BlockNeeds {
        BlockNeeds { threads, registers, shared_bytes }
    }
}

/// The blocks and warps that a multiprocessor holds at the same time.
///
/// ```
/// use smem_report::{BlockNeeds, Occupancy, OccupancyLimit};
/// use smem_sim::Arch;
///
/// // A padded tile of 33 KiB a block: six blocks of 256 threads instead of eight.
/// let occupancy = Occupancy::of(Arch::SM_90, BlockNeeds::new(256, 26, 33 << 10)).unwrap();
/// assert_eq!((occupancy.blocks, occupancy.warps, occupancy.limited_by), (6, 48, OccupancyLimit::SharedMemory));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Occupancy {
    /// Blocks: the fewest that any resource allows.
    #[serde(rename = "blocks_per_multiprocessor")]
    pub blocks: u32,
    /// Their warps.
    #[serde(rename = "warps_per_multiprocessor")]
    pub warps: u32,
    /// The resource that allows no more blocks; of several the first of warps, registers, shared memory and blocks.
    pub limited_by: OccupancyLimit,
    /// The blocks that the warps of a multiprocessor allow.
    #[serde(skip)]
    pub by_warps: u32,
    /// The blocks that its registers allow.
    #[serde(skip)]
    pub by_registers: u32,
    /// The blocks that its shared memory allows, where all of it that can be is shared memory.
    #[serde(skip)]
    pub by_shared_memory: u32,
}

/// Registers are allocated to a warp in units of so many.
const REGISTER_UNIT: u32 = 256;

impl Occupancy {
    /// Returns the blocks of a launch of machine code that a multiprocessor holds; `None` as [`of`](Self::of), and for PTX.
    pub fn of_profile(profile: &Profile, arch: Arch) -> Option<Occupancy> {
        let registers = profile.registers?;
        Self::of(arch, BlockNeeds::new(profile.block_threads, registers, profile.shared_bytes))
    }

    /// Returns the blocks of such needs that a multiprocessor of an architecture holds; `None` for architectures before 5.0, for blocks that
    /// do not fit, and for blocks without threads.
    pub fn of(arch: Arch, needs: BlockNeeds) -> Option<Occupancy> {
        let all = MultiprocessorLimits::of(arch)?;
        let warps = needs.threads.div_ceil(32);
        if needs.shared_bytes > arch.opt_in_limit() {
            return None;
        }
        let shared = (needs.shared_bytes + all.reserved).next_multiple_of(arch.shared_granule());
        let by_warps = all.warps.checked_div(warps)?;
        let by_registers = by_registers(&all, needs.registers, warps);
        let by_shared_memory = (all.shared_kib << 10).checked_div(shared).unwrap_or(u32::MAX);
        let allowed = [
            (by_warps, OccupancyLimit::Warps),
            (by_registers, OccupancyLimit::Registers),
            (by_shared_memory, OccupancyLimit::SharedMemory),
            (all.blocks, OccupancyLimit::Blocks),
        ];
        let (blocks, limited_by) = allowed.into_iter().min_by_key(|(blocks, _)| *blocks)?;
        (blocks > 0).then_some(Occupancy {
            blocks,
            warps: blocks * warps,
            limited_by,
            by_warps,
            by_registers,
            by_shared_memory,
        })
    }
}

/// The blocks of so many warps that the registers of a multiprocessor allow: each of its parts runs whole warps.
fn by_registers(all: &MultiprocessorLimits, registers: u32, warps: u32) -> u32 {
    if registers == 0 {
        return u32::MAX;
    }
    let of_warp = (32 * registers).next_multiple_of(REGISTER_UNIT);
    if of_warp * warps.next_multiple_of(all.parts) > all.block_registers {
        return 0;
    }
    (all.parts * (all.registers / all.parts / of_warp)).checked_div(warps).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_limited_as_an_h200_says() {
        // Registers, threads and bytes of kernels of the gallery, and `launch__occupancy_limit_registers` and `_warps` of Nsight Compute.
        for (registers, threads, by_registers, by_warps) in [
            (30, 256, 8, 8),
            (46, 256, 5, 8),
            (63, 256, 4, 8),
            (18, 512, 5, 4),
            (36, 128, 12, 16),
            (40, 256, 6, 8),
            (16, 256, 16, 8),
        ] {
            let occupancy = Occupancy::of(Arch::SM_90, BlockNeeds::new(threads, registers, 0)).unwrap();
            assert_eq!((occupancy.by_registers, occupancy.by_warps), (by_registers, by_warps), "{registers}");
        }
    }

    #[test]
    fn each_architecture_holds_what_its_documents_say() {
        // Blocks, warps, and KiB of shared memory without what the system takes of each block.
        for (arch, blocks, warps, shared_kib) in [
            (Arch::SM_50, 32, 64, 64),
            (Arch::SM_52, 32, 64, 96),
            (Arch::SM_53, 32, 64, 64),
            (Arch::SM_60, 32, 64, 64),
            (Arch::SM_61, 32, 64, 96),
            (Arch::SM_62, 32, 64, 64),
            (Arch::SM_70, 32, 64, 96),
            (Arch::SM_72, 32, 64, 96),
            (Arch::SM_75, 16, 32, 64),
        ] {
            let of = |threads, shared| Occupancy::of(arch, BlockNeeds::new(threads, 16, shared)).unwrap();
            assert_eq!((of(32, 0).blocks, of(1024, 0).warps), (blocks, warps), "{arch}");
            assert_eq!(of(32, 16 << 10).by_shared_memory, shared_kib / 16, "{arch}");
        }
    }

    #[test]
    fn a_padded_tile_may_cost_a_block() {
        let blocks = |bytes| Occupancy::of(Arch::SM_90, BlockNeeds::new(128, 32, bytes)).unwrap().blocks;
        assert_eq!((blocks(28 << 10), blocks((28 << 10) + 128)), (7, 7));
        assert_eq!((blocks(113 << 10), blocks((113 << 10) + 128)), (2, 1));
        assert_eq!(Occupancy::of(Arch::SM_90, BlockNeeds::new(128, 32, 228 << 10)), None);
    }

    #[test]
    fn a_block_that_no_launch_may_have_does_not_fit() {
        let fits = |arch, needs| Occupancy::of(arch, needs).map(|occupancy| occupancy.blocks);
        // 64 KiB a multiprocessor of 6.0, and 48 a block.
        assert_eq!(fits(Arch::SM_60, BlockNeeds::new(64, 32, 48 << 10)), Some(1));
        assert_eq!(fits(Arch::SM_60, BlockNeeds::new(64, 32, (48 << 10) + 4)), None);
        assert_eq!(fits(Arch::SM_90, BlockNeeds::new(64, 32, 227 << 10)), Some(1));
        assert_eq!(fits(Arch::SM_90, BlockNeeds::new(64, 32, (227 << 10) + 4)), None);
        // 1024 threads of 80 registers are more than 64 Ki.
        assert_eq!(fits(Arch::SM_90, BlockNeeds::new(1024, 80, 0)), None);
    }

    #[test]
    fn a_multiprocessor_of_two_parts_holds_warps_that_four_parts_do_not() {
        // Warps of 6,144 registers: each of two parts holds five, each of four parts two.
        let warps = |arch| Occupancy::of(arch, BlockNeeds::new(32, 192, 0)).unwrap().by_registers;
        assert_eq!((warps(Arch::SM_60), warps(Arch::SM_61)), (10, 8));
    }
}
