//! The sizes of a device of each architecture, as the tables of CUDA's programming guide have them.

use smem_sim::{Arch, multiprocessors};

/// A device of an architecture: what its compute capability fixes, and the multiprocessors of one product that was sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Product {
    pub(crate) arch: Arch,
    pub(crate) multiprocessors: u32,
    /// Threads that a multiprocessor holds.
    pub(crate) threads: u32,
    /// Blocks that a multiprocessor holds.
    pub(crate) blocks: u32,
    /// KiB of shared memory of a multiprocessor.
    pub(crate) shared_kib: u32,
    /// Registers of a multiprocessor, which a block may have all of.
    pub(crate) registers: u32,
    /// MiB of the L2 cache.
    pub(crate) l2_mib: u32,
}

/// Compute capability, threads, blocks, KiB of shared memory, MiB of L2.
const PRODUCTS: [(u32, u32, u32, u32, u32); 17] = [
    (50, 2048, 32, 64, 2),
    (52, 2048, 32, 96, 3),
    (53, 2048, 32, 64, 1),
    (60, 2048, 32, 64, 4),
    (61, 2048, 32, 96, 3),
    (62, 2048, 32, 64, 1),
    (70, 2048, 32, 96, 6),
    (72, 2048, 32, 96, 1),
    (75, 1024, 16, 64, 4),
    (80, 2048, 32, 164, 40),
    (86, 1536, 16, 100, 6),
    (87, 1536, 16, 164, 4),
    (89, 1536, 24, 100, 72),
    (90, 2048, 32, 228, 50),
    (100, 2048, 32, 228, 126),
    (103, 2048, 32, 228, 126),
    (120, 1536, 24, 100, 96),
];

/// Multiprocessors of each group of an H200, in which a cluster stays. Which of a chip's multiprocessors are in use differs from chip to
/// chip: these are of the one whose answers to 96 questions `tests/driver` has (driver 580.159.04).
const HOPPER_GROUPS: [u32; 12] = [18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2];
/// Multiprocessors of a group where none was measured: an assumption, with the largest cluster in each group.
const ASSUMED_GROUP: u32 = 16;

/// The most blocks of clusters that a multiprocessor of an H200 holds, by the same answers.
const BLOCKS_OF_CLUSTERS: u32 = 8;

impl Product {
    /// The device of an architecture; of one that has no row, the latest before it.
    pub(crate) fn of(arch: Arch) -> Product {
        let fits = PRODUCTS.iter().rfind(|row| row.0 <= arch.number());
        let &(_, threads, blocks, shared_kib, l2_mib) = fits.unwrap_or(&PRODUCTS[0]);
        Product { arch, multiprocessors: multiprocessors(arch), threads, blocks, shared_kib, registers: 65_536, l2_mib }
    }

    /// The name that programs show.
    pub(crate) fn name(&self) -> String {
        format!("smem-tile simulator {}", self.arch)
    }

    /// Blocks of a kernel that a multiprocessor holds at once, by threads, blocks and shared memory. Registers count where they are
    /// known. 0 where not even one fits.
    pub(crate) fn resident_blocks(&self, threads: u32, shared_bytes: u32, registers: Option<u32>) -> u32 {
        if threads == 0 || threads > 1024 {
            return 0;
        }
        let warps = threads.div_ceil(32);
        let by_threads = self.threads / 32 / warps;
        // Each block takes a KiB for the system from compute capability 8.0 on.
        let system = if self.arch.number() >= 80 { 1024 } else { 0 };
        let taken = shared_bytes.next_multiple_of(self.arch.shared_granule()) + system;
        let by_shared = (self.shared_kib * 1024).checked_div(taken).unwrap_or(u32::MAX);
        // A warp's registers come in pieces of 256.
        let by_registers = registers.map_or(u32::MAX, |registers| {
            let of_warp = (registers.max(1) * 32).next_multiple_of(256);
            (self.registers / of_warp) / warps
        });
        by_threads.min(by_shared).min(by_registers).min(self.blocks)
    }

    /// Clusters of so many blocks that the device holds at once, where a multiprocessor holds `resident` blocks. A group of multiprocessors
    /// takes clusters of no more blocks than it has multiprocessors, and then as many as there is room for their blocks.
    pub(crate) fn clusters_at_once(&self, size: u32, resident: u32) -> u32 {
        if size == 0 || self.arch.number() < 90 {
            return 0;
        }
        let resident = resident.min(BLOCKS_OF_CLUSTERS);
        let of_group = |group: u32| if size > group { 0 } else { group * resident / size };
        if self.arch.number() == 90 {
            return HOPPER_GROUPS.into_iter().map(of_group).sum();
        }
        let (whole, rest) = (self.multiprocessors / ASSUMED_GROUP, self.multiprocessors % ASSUMED_GROUP);
        whole * of_group(ASSUMED_GROUP) + of_group(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_multiprocessor_holds_as_many_blocks_as_its_scarcest_part_allows() {
        let hopper = Product::of(Arch::SM_90);
        assert_eq!(hopper.resident_blocks(1024, 0, None), 2);
        assert_eq!(hopper.resident_blocks(32, 0, None), 32);
        assert_eq!(hopper.resident_blocks(128, 227 << 10, None), 1);
        assert_eq!(hopper.resident_blocks(256, 0, Some(128)), 2);
        assert_eq!(hopper.resident_blocks(1025, 0, None), 0);
        assert_eq!(Product::of(Arch::SM_80).resident_blocks(256, 48 << 10, Some(32)), 3);
    }

    #[test]
    fn groups_of_multiprocessors_are_all_of_a_device_and_hold_whole_clusters() {
        let hopper = Product::of(Arch::SM_90);
        assert_eq!(HOPPER_GROUPS.iter().sum::<u32>(), hopper.multiprocessors);
        assert_eq!(hopper.clusters_at_once(1, 2), 264);
        assert_eq!(hopper.clusters_at_once(4, 1), 30);
        assert_eq!(hopper.clusters_at_once(9, 2), 23);
        assert_eq!(hopper.clusters_at_once(16, 32), 58);
        assert_eq!(hopper.clusters_at_once(2, 0), 0);
        assert_eq!(Product::of(Arch::SM_80).clusters_at_once(2, 1), 0);
        assert_eq!(Product::of(Arch::SM_100).clusters_at_once(2, 1), 74);
    }
}
