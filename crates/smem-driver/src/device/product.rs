//! The sizes of a device of each architecture, as the tables of CUDA's programming guide have them.

use smem_sim::Arch;

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

/// Compute capability, multiprocessors, threads, blocks, KiB of shared memory, MiB of L2.
const PRODUCTS: [(u32, u32, u32, u32, u32, u32); 17] = [
    (50, 5, 2048, 32, 64, 2),
    (52, 24, 2048, 32, 96, 3),
    (53, 2, 2048, 32, 64, 1),
    (60, 56, 2048, 32, 64, 4),
    (61, 28, 2048, 32, 96, 3),
    (62, 2, 2048, 32, 64, 1),
    (70, 80, 2048, 32, 96, 6),
    (72, 8, 2048, 32, 96, 1),
    (75, 40, 1024, 16, 64, 4),
    (80, 108, 2048, 32, 164, 40),
    (86, 84, 1536, 16, 100, 6),
    (87, 16, 1536, 16, 164, 4),
    (89, 128, 1536, 24, 100, 72),
    (90, 132, 2048, 32, 228, 50),
    (100, 148, 2048, 32, 228, 126),
    (103, 148, 2048, 32, 228, 126),
    (120, 170, 1536, 24, 100, 96),
];

impl Product {
    /// The device of an architecture; of one that has no row, the latest before it.
    pub(crate) fn of(arch: Arch) -> Product {
        let fits = PRODUCTS.iter().rfind(|row| row.0 <= arch.number());
        let &(_, multiprocessors, threads, blocks, shared_kib, l2_mib) = fits.unwrap_or(&PRODUCTS[0]);
        Product { arch, multiprocessors, threads, blocks, shared_kib, registers: 65_536, l2_mib }
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
}
