//! The values of special registers.

use super::context::LaunchContext;
use super::site::thread;
use crate::isa::SpecialRegister;
use crate::memory::SHARED_WINDOW;

/// A warp that starts, and the bytes of shared memory that the system keeps in front of its block's own.
#[derive(Debug, Clone, Copy)]
pub(super) struct StartingWarp {
    pub(super) index: u32,
    pub(super) block: [u32; 3],
    pub(super) reserved_shared: u32,
}

/// The value of a special register in each lane.
pub(super) fn special(register: SpecialRegister, context: &LaunchContext<'_>, warp: StartingWarp) -> [u32; 32] {
    let StartingWarp { index, block, reserved_shared } = warp;
    let [width, height, _] = context.block;
    let per_lane = |f: &dyn Fn(u32) -> u32| std::array::from_fn(|lane| f(lane as u32));
    match register {
        SpecialRegister::Thread(axis) => per_lane(&|lane| thread(index, lane, width, height)[axis]),
        SpecialRegister::PackedThread => per_lane(&|lane| {
            let [x, y, z] = thread(index, lane, width, height);
            x | y << 16 | z << 26
        }),
        SpecialRegister::Threads(axis) => [context.block[axis]; 32],
        SpecialRegister::Block(axis) => [block[axis]; 32],
        SpecialRegister::Blocks(axis) => [context.grid[axis]; 32],
        SpecialRegister::Lane => per_lane(&|lane| lane),
        SpecialRegister::Warp => [index; 32],
        SpecialRegister::Warps => [context.threads.div_ceil(32); 32],
        SpecialRegister::Multiprocessor => {
            let [width, height, _] = context.grid.map(u64::from);
            let number = u64::from(block[0]) + width * (u64::from(block[1]) + height * u64::from(block[2]));
            [(number % u64::from(context.multiprocessors)) as u32; 32]
        }
        SpecialRegister::Multiprocessors => [context.multiprocessors; 32],
        SpecialRegister::LanesEqual => per_lane(&|lane| 1 << lane),
        SpecialRegister::LanesLess => per_lane(&|lane| (1 << lane) - 1),
        SpecialRegister::LanesLessEqual => per_lane(&|lane| u32::MAX >> (31 - lane)),
        SpecialRegister::LanesGreater => per_lane(&|lane| !(u32::MAX >> (31 - lane))),
        SpecialRegister::LanesGreaterEqual => per_lane(&|lane| u32::MAX << lane),
        SpecialRegister::Same(value) => [value; 32],
        SpecialRegister::DynamicShared => [context.dynamic_shared; 32],
        SpecialRegister::TotalShared => [context.allocated_shared + reserved_shared; 32],
        SpecialRegister::ReservedShared => [context.cooperative.reserved_shared.start; 32],
        SpecialRegister::SharedWindow => [(SHARED_WINDOW >> 32) as u32; 32],
        SpecialRegister::GridWorkspace(half) => [(context.cooperative.workspace >> (32 * half)) as u32; 32],
        SpecialRegister::ClusterRank => [cluster_rank(context, block); 32],
        SpecialRegister::ClusterBlocks => [context.cluster.iter().product(); 32],
        SpecialRegister::BlockInCluster(axis) => [block[axis] % context.cluster[axis]; 32],
        SpecialRegister::BlocksOfCluster(axis) => [context.cluster[axis]; 32],
        SpecialRegister::Cluster(axis) => [block[axis] / context.cluster[axis]; 32],
        SpecialRegister::Clusters(axis) => [context.grid[axis] / context.cluster[axis]; 32],
    }
}

/// The number of a block in its cluster.
fn cluster_rank(context: &LaunchContext<'_>, block: [u32; 3]) -> u32 {
    let [x, y, z] = std::array::from_fn(|axis| block[axis] % context.cluster[axis]);
    let [width, height, _] = context.cluster;
    (z * height + y) * width + x
}
