//! Device attributes by number.

use super::Product;

/// Returns a device attribute by its number in CUDA's header; `None` for a number that is unknown.
pub(crate) fn attribute(product: &Product, number: i32, ordinal: u32) -> Option<i32> {
    let arch = product.arch.number();
    let from = |capability: u32| i32::from(arch >= capability);
    let count = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
    Some(match number {
        // Blocks: threads, their extents; grids.
        1..=3 => 1024,
        4 => 64,
        5 => i32::MAX,
        6 | 7 => 65_535,
        // Shared memory of a block, of a multiprocessor, by opt-in, for the system.
        8 => count(product.arch.static_limit()),
        81 => count(product.limits.shared_kib * 1024),
        97 => count(product.arch.opt_in_limit()),
        111 => 1024 * from(80),
        // Constant memory, warps, pitch.
        9 => 65_536,
        10 => 32,
        11 => i32::MAX,
        // Registers of a block, of a multiprocessor.
        12 | 82 => count(product.limits.registers),
        // Clock in kHz, which programs show and nothing here depends on; alignment of textures and of their pitch, copies beside kernels.
        13 => 1_500_000,
        14 => 512,
        51 => 32,
        15 => 1,
        16 => count(product.gpu.multiprocessors),
        // No limit of time, not integrated, host memory can be mapped, default compute mode.
        17 | 18 | 20 => 0,
        19 => 1,
        // Textures and surfaces: their extents are those of compute capability 5.0 and later.
        21 | 42 => 131_072,
        22 | 23 => 65_536,
        24..=26 => 16_384,
        27 | 28 => 32_768,
        29 => 2048,
        30 => 512,
        // Concurrent kernels; memory with ECC; bus, device and domain.
        31 | 32 => 1,
        34 | 50 => 0,
        33 => count(ordinal + 1),
        35 => 0,
        // Memory clock in kHz, width of its bus, L2, threads of a multiprocessor, copy engines, unified addresses.
        36 => 2_600_000,
        37 => 5120,
        38 => count(product.gpu.l2_mib << 20),
        39 => count(32 * product.limits.warps),
        40 => 3,
        41 => 1,
        75 => count(arch / 10),
        76 => count(arch % 10),
        // Stream priorities, caches, managed memory.
        78..=80 => 1,
        83 => 1,
        84 | 85 => 0,
        86 => 0,
        // Ratio of f32 to f64, pageable memory, managed memory from both sides at once, preemption.
        87 => {
            if matches!(arch, 60 | 70 | 80 | 90 | 100) {
                2
            } else {
                32
            }
        }
        88 | 100 | 101 => 0,
        89 | 90 => from(60),
        91 => 1,
        // Words that streams write and wait for: as drivers of CUDA 12 say it, and with 122 and 123.
        92..=94 => 0,
        95 => from(60),
        96 | 98 => 0,
        99 => 1,
        // Virtual memory.
        102 => 1,
        103..=105 => 0,
        106 => count(product.limits.blocks),
        107..=110 | 112 | 113 | 114 => 0,
        115 => 1,
        116..=119 => 0,
        120 => from(90),
        121 => 0,
        122 | 123 => 1,
        // Known to CUDA 13, and nothing that a simulated device has.
        124..=144 | 42..=75 => 0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_sim::{Arch, Gpu};

    #[test]
    fn attributes_are_those_of_the_architecture() {
        let of = |arch, number| attribute(&Product::of(arch, Gpu::of(arch)), number, 0);
        assert_eq!((of(Arch::SM_90, 75), of(Arch::SM_90, 76)), (Some(9), Some(0)));
        assert_eq!((of(Arch::SM_120, 75), of(Arch::SM_86, 76)), (Some(12), Some(6)));
        assert_eq!(of(Arch::SM_90, 97), Some(227 * 1024));
        assert_eq!([1, 2, 3, 4].map(|number| of(Arch::SM_80, number)), [Some(1024), Some(1024), Some(1024), Some(64)]);
        assert_eq!((of(Arch::SM_80, 0), of(Arch::SM_80, 1000), of(Arch::SM_80, 10)), (None, None, Some(32)));
    }
}
