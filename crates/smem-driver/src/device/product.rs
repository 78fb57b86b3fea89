//! The sizes of a simulated device.

use smem_report::{BlockNeeds, Occupancy};
use smem_sim::{Arch, Gpu, MultiprocessorLimits};

/// A device of an architecture: what its compute capability fixes, and the multiprocessors and L2 of a GPU that was sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Product {
    pub(crate) arch: Arch,
    pub(crate) gpu: &'static Gpu,
    /// The limits of a multiprocessor: those of the architecture, or of the GPU where the table lacks it.
    pub(crate) limits: MultiprocessorLimits,
    /// The architecture of the limits.
    limits_arch: Arch,
}

/// Multiprocessors of each group of an H200, in which a cluster stays. Which of a chip's multiprocessors are in use differs from chip to
/// chip: these are of the one whose answers to 96 questions `tests/driver` has (driver 580.159.04).
const HOPPER_GROUPS: [u32; 12] = [18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2];
/// Multiprocessors of a group where none was measured: an assumption, with the largest cluster in each group.
const ASSUMED_GROUP: u32 = 16;

/// The most blocks of clusters that a multiprocessor of an H200 holds, by the same answers.
const BLOCKS_OF_CLUSTERS: u32 = 8;

impl Product {
    /// The device of an architecture, with the multiprocessors of a GPU.
    pub(crate) fn of(arch: Arch, gpu: &'static Gpu) -> Product {
        let own = MultiprocessorLimits::of(arch);
        let (limits, limits_arch) = own.map_or((gpu.limits(), gpu.arch), |own| (own, arch));
        Product { arch, gpu, limits, limits_arch }
    }

    /// The name that programs show.
    pub(crate) fn name(&self) -> String {
        format!("smem-tile simulator {}", self.arch)
    }

    /// Blocks of a kernel that a multiprocessor holds at once, by threads, blocks and shared memory. Registers count where they are
    /// known. 0 where not even one fits.
    pub(crate) fn resident_blocks(&self, threads: u32, shared_bytes: u32, registers: Option<u32>) -> u32 {
        if threads > 1024 {
            return 0;
        }
        let needs = BlockNeeds::new(threads, registers.unwrap_or(0), shared_bytes);
        Occupancy::of(self.limits_arch, needs).map_or(0, |occupancy| occupancy.blocks)
    }

    /// Clusters of so many blocks that the device holds at once, where a multiprocessor holds `resident` blocks. A group of multiprocessors
    /// takes clusters of no more blocks than it has multiprocessors, and then as many as there is room for their blocks.
    pub(crate) fn clusters_at_once(&self, size: u32, resident: u32) -> u32 {
        if size == 0 || self.arch.number() < 90 {
            return 0;
        }
        let resident = resident.min(BLOCKS_OF_CLUSTERS);
        let of_group = |group: u32| if size > group { 0 } else { group * resident / size };
        if self.arch.number() == 90 && self.gpu.multiprocessors == HOPPER_GROUPS.iter().sum::<u32>() {
            return HOPPER_GROUPS.into_iter().map(of_group).sum();
        }
        let (whole, rest) = (self.gpu.multiprocessors / ASSUMED_GROUP, self.gpu.multiprocessors % ASSUMED_GROUP);
        whole * of_group(ASSUMED_GROUP) + of_group(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arch: Arch) -> Product {
        Product::of(arch, Gpu::of(arch))
    }

    #[test]
    fn a_multiprocessor_holds_as_many_blocks_as_its_scarcest_part_allows() {
        let hopper = of(Arch::SM_90);
        assert_eq!(hopper.resident_blocks(1024, 0, None), 2);
        assert_eq!(hopper.resident_blocks(32, 0, None), 32);
        assert_eq!(hopper.resident_blocks(128, 227 << 10, None), 1);
        assert_eq!(hopper.resident_blocks(256, 0, Some(128)), 2);
        assert_eq!(hopper.resident_blocks(1025, 0, None), 0);
        assert_eq!(of(Arch::SM_80).resident_blocks(256, 48 << 10, Some(32)), 3);
    }

    #[test]
    fn groups_of_multiprocessors_are_all_of_a_device_and_hold_whole_clusters() {
        let hopper = of(Arch::SM_90);
        assert_eq!(HOPPER_GROUPS.iter().sum::<u32>(), hopper.gpu.multiprocessors);
        assert_eq!(hopper.clusters_at_once(1, 2), 264);
        assert_eq!(hopper.clusters_at_once(4, 1), 30);
        assert_eq!(hopper.clusters_at_once(9, 2), 23);
        assert_eq!(hopper.clusters_at_once(16, 32), 58);
        assert_eq!(hopper.clusters_at_once(2, 0), 0);
        assert_eq!(of(Arch::SM_80).clusters_at_once(2, 1), 0);
        assert_eq!(of(Arch::SM_100).clusters_at_once(2, 1), 74);
    }
}
