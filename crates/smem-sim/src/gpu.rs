//! The GPUs that are known by name: what each has, and what a multiprocessor of each architecture holds.

use smem_banks::Arch;

/// A GPU that was sold, as NVIDIA's documents describe it.
///
/// ```
/// use smem_banks::Arch;
/// use smem_sim::Gpu;
///
/// let l4 = Gpu::from_name("l4").unwrap();
/// assert_eq!((l4.arch, l4.multiprocessors, l4.to_string()), (Arch::SM_89, 58, "L4".to_string()));
/// assert_eq!(Gpu::of(Arch::SM_90).name, "H200");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gpu {
    /// The name that sentences have: `RTX 4090`.
    pub name: &'static str,
    /// The architecture of its multiprocessors.
    pub arch: Arch,
    /// Multiprocessors.
    pub multiprocessors: u32,
    /// The boost clock of the multiprocessors in MHz.
    pub clock_mhz: u32,
    /// Bytes that its DRAM moves in a nanosecond (GB/s).
    pub dram_bytes: u32,
    /// MiB of the L2 cache, at least 1.
    pub l2_mib: u32,
    /// Whether predicted times were compared with times measured on such a GPU.
    pub is_measured: bool,
    /// NVIDIA's document with these numbers.
    pub source: &'static str,
}

/// The GPUs, the default of each architecture before the others of it.
static GPUS: [Gpu; 22] = [
    gpu("GTX 750 Ti", Arch::SM_50, 5, 1085, 86, 2, "the white paper on GeForce GTX 750 Ti"),
    gpu("M40", Arch::SM_52, 24, 1114, 288, 3, "the Tesla M40 data sheet"),
    gpu("Jetson TX1", Arch::SM_53, 2, 998, 26, 1, "the Jetson TX1 data sheet"),
    gpu("P100", Arch::SM_60, 56, 1480, 732, 4, "the white paper on Tesla P100"),
    gpu("GTX 1080 Ti", Arch::SM_61, 28, 1582, 484, 3, "the GeForce GTX 1080 Ti specifications"),
    gpu("Jetson TX2", Arch::SM_62, 2, 1300, 60, 1, "the Jetson TX2 data sheet"),
    gpu("V100", Arch::SM_70, 80, 1530, 900, 6, "the white paper on Tesla V100"),
    gpu("Jetson AGX Xavier", Arch::SM_72, 8, 1377, 137, 1, "the Jetson AGX Xavier data sheet"),
    gpu("T4", Arch::SM_75, 40, 1590, 320, 4, "the T4 data sheet and the white paper on Turing"),
    gpu("A100", Arch::SM_80, 108, 1410, 2039, 40, "the A100 80GB SXM data sheet and the white paper on A100"),
    gpu("A40", Arch::SM_86, 84, 1740, 696, 6, "the A40 data sheet and the white paper on GA102"),
    gpu("A10", Arch::SM_86, 72, 1695, 600, 6, "the A10 data sheet and the white paper on GA102"),
    gpu("RTX 3090", Arch::SM_86, 82, 1695, 936, 6, "the white paper on GA102"),
    gpu("Jetson AGX Orin", Arch::SM_87, 16, 1300, 205, 4, "the Jetson AGX Orin data sheet"),
    gpu("RTX 4090", Arch::SM_89, 128, 2520, 1008, 72, "the white paper on Ada"),
    gpu("L4", Arch::SM_89, 58, 2040, 300, 48, "the L4 data sheet and the white paper on Ada"),
    gpu("L40S", Arch::SM_89, 142, 2520, 864, 96, "the L40S data sheet and the white paper on Ada"),
    gpu("H200", Arch::SM_90, 132, 1980, 4800, 50, "the H200 data sheet and the white paper on H100"),
    gpu("H100", Arch::SM_90, 132, 1980, 3350, 50, "the H100 SXM data sheet and the white paper on H100"),
    gpu("H100 PCIe", Arch::SM_90, 114, 1755, 2000, 50, "the H100 PCIe data sheet and the white paper on H100"),
    gpu("B200", Arch::SM_100, 148, 1965, 8000, 126, "the HGX B200 data sheet and the tuning guide of Blackwell"),
    gpu("RTX 5090", Arch::SM_120, 170, 2407, 1792, 96, "the white paper on RTX Blackwell"),
];

/// A row of the table: multiprocessors, MHz, GB/s and MiB of L2.
const fn gpu(
    name: &'static str,
    arch: Arch,
    multiprocessors: u32,
    clock_mhz: u32,
    dram_bytes: u32,
    l2_mib: u32,
    source: &'static str,
) -> Gpu {
    // Times of the gallery and of published kernels were measured on an H200 alone.
    let is_measured = arch.number() == 90 && dram_bytes == 4800;
    Gpu { name, arch, multiprocessors, clock_mhz, dram_bytes, l2_mib, is_measured, source }
}

impl Gpu {
    /// Returns all GPUs, by architecture, the default of each architecture first.
    pub fn all() -> &'static [Gpu] {
        &GPUS
    }

    /// Returns the GPU of an architecture where none is named: the first of its rows, or of the latest architecture before it that has one.
    /// The simulated device of [`Simulator`](crate::Simulator) has its multiprocessors (`%nsmid`): block `n` runs on number
    /// `n % multiprocessors`.
    pub fn of(arch: Arch) -> &'static Gpu {
        let latest = GPUS.iter().map(|gpu| gpu.arch.number()).filter(|number| *number <= arch.number()).max();
        GPUS.iter().find(|gpu| Some(gpu.arch.number()) == latest).unwrap_or(&GPUS[0])
    }

    /// Returns the GPU of a name, in letters of either case, with or without its spaces and hyphens; `None` where none is called so.
    pub fn from_name(name: &str) -> Option<&'static Gpu> {
        let plain = plain(name);
        GPUS.iter().find(|gpu| gpu.id() == plain)
    }

    /// Returns the name as options have it: `rtx4090`.
    pub fn id(&self) -> String {
        plain(self.name)
    }

    /// Returns whether it runs machine code of an architecture: of its own, or of an earlier one of the same generation.
    pub fn runs(&self, arch: Arch) -> bool {
        let (own, other) = (self.arch.number(), arch.number());
        own / 10 == other / 10 && other <= own
    }

    /// Returns what a multiprocessor of it holds.
    pub fn limits(&self) -> MultiprocessorLimits {
        MultiprocessorLimits::of(self.arch).unwrap_or(OLDEST)
    }

    /// Returns its name with its article: `an H200`, `a T4`.
    pub fn with_article(&self) -> String {
        // Letters that are spoken with a vowel first.
        let is_vowel = self.name.starts_with(['A', 'H', 'L', 'M', 'R']);
        format!("{} {}", if is_vowel { "an" } else { "a" }, self.name)
    }
}

impl std::fmt::Display for Gpu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

fn plain(name: &str) -> String {
    name.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// What a multiprocessor of an architecture holds at the same time.
///
/// Blocks, warps and shared memory are those of the table "Technical Specifications per Compute Capability" of the CUDA programming guide: of 7.5
/// and later they were compared with its edition of CUDA 13 at second hand, and those before are of earlier editions. 10.1 is 11.0 under its
/// first name. Parts are those of the occupancy calculator of CUDA's toolkit, `cuda_occupancy.h`. Only 9.0 was compared with a GPU.
///
/// ```
/// use smem_banks::Arch;
/// use smem_sim::MultiprocessorLimits;
///
/// let hopper = MultiprocessorLimits::of(Arch::SM_90).unwrap();
/// assert_eq!((hopper.blocks, hopper.warps, hopper.shared_kib), (32, 64, 228));
/// assert_eq!(MultiprocessorLimits::of(Arch::SM_35), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MultiprocessorLimits {
    /// Blocks.
    pub blocks: u32,
    /// Warps.
    pub warps: u32,
    /// KiB of shared memory.
    pub shared_kib: u32,
    /// Bytes of shared memory that the system takes of each block.
    pub reserved: u32,
    /// Registers.
    pub registers: u32,
    /// Registers that a block may have.
    pub block_registers: u32,
    /// Parts, each with registers and warps of its own.
    pub parts: u32,
}

/// The limits of 5.0, of which no GPU of the table is older.
const OLDEST: MultiprocessorLimits = MultiprocessorLimits {
    blocks: 32,
    warps: 64,
    shared_kib: 64,
    reserved: 0,
    registers: 64 << 10,
    block_registers: 64 << 10,
    parts: 4,
};

impl MultiprocessorLimits {
    /// Returns the limits of an architecture; `None` before 5.0.
    pub fn of(arch: Arch) -> Option<MultiprocessorLimits> {
        let number = arch.number();
        let (blocks, warps, shared_kib) = match number {
            50 | 53 | 60 | 62 => (32, 64, 64),
            52 | 61 => (32, 64, 96),
            70 | 72 => (32, 64, 96),
            75 => (16, 32, 64),
            80 => (32, 64, 164),
            86 => (16, 48, 100),
            87 => (16, 48, 164),
            89 | 120 | 121 => (24, 48, 100),
            90 | 100 | 103 => (32, 64, 228),
            101 | 110 => (24, 48, 228),
            _ => return None,
        };
        let registers = 64 << 10;
        Some(MultiprocessorLimits {
            blocks,
            warps,
            shared_kib,
            reserved: if number >= 80 { 1 << 10 } else { 0 },
            registers,
            block_registers: if matches!(number, 53 | 62) { registers / 2 } else { registers },
            parts: if number == 60 { 2 } else { 4 },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_people_write_them_and_no_two_are_alike() {
        for gpu in Gpu::all() {
            assert_eq!(Gpu::from_name(gpu.name), Some(gpu));
            assert_eq!(Gpu::from_name(&gpu.id()), Some(gpu));
            assert!(gpu.runs(gpu.arch) && MultiprocessorLimits::of(gpu.arch).is_some(), "{gpu}");
        }
        assert_eq!(MultiprocessorLimits::of(Arch::SM_50), Some(OLDEST));
        assert_eq!(Gpu::from_name("rtx-4090"), Gpu::from_name("RTX 4090"));
        assert_eq!(Gpu::from_name("h300"), None);
    }

    #[test]
    fn each_architecture_has_a_gpu_of_it_or_of_one_before() {
        let of = |arch| Gpu::of(arch).name;
        assert_eq!([Arch::SM_75, Arch::SM_80, Arch::SM_89, Arch::SM_90].map(of), ["T4", "A100", "RTX 4090", "H200"]);
        assert_eq!([Arch::SM_10, Arch::SM_103, Arch::SM_121].map(of), ["GTX 750 Ti", "B200", "RTX 5090"]);
    }

    #[test]
    fn machine_code_runs_on_later_gpus_of_its_generation() {
        let gpu = |name| Gpu::from_name(name).unwrap();
        assert!(gpu("a40").runs(Arch::SM_80) && !gpu("a100").runs(Arch::SM_86) && !gpu("h100").runs(Arch::SM_80));
        assert_eq!([gpu("h100").with_article(), gpu("t4").with_article()], ["an H100", "a T4"]);
    }
}
