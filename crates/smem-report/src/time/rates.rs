//! The work of a GPU in a cycle.

use smem_sim::{Arch, Gpu};

/// The rates of a GPU by which times are predicted.
///
/// ```
/// use smem_report::GpuRates;
/// use smem_sim::Gpu;
///
/// // 2,300 bytes a cycle of all multiprocessors together: at 1.98 GHz 4.6 TB a second.
/// let h200 = GpuRates::H200;
/// assert_eq!((h200.multiprocessors, h200.dram_bytes), (132.0, 2300.0));
/// assert_eq!([h200.busy_multiprocessors(10.0), h200.busy_multiprocessors(1e6)], [10.0, 132.0]);
/// // 300 GB a second at 2.04 GHz, of which a kernel gets as much as it does on an H200.
/// let l4 = GpuRates::of(Gpu::from_name("l4").unwrap());
/// assert_eq!((l4.multiprocessors, l4.dram_bytes.round(), l4.fp64), (58.0, 140.0, 0.0625));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct GpuRates {
    /// Multiprocessors.
    pub multiprocessors: f64,
    /// Instructions that a multiprocessor issues in a cycle.
    pub issue: f64,
    /// Instructions of warps that the pipe `alu` of a multiprocessor takes in a cycle.
    pub alu: f64,
    /// Those that the pipe `fma` takes.
    pub fma: f64,
    /// Those that the half `fmaheavy` of that pipe takes.
    pub fma_heavy: f64,
    /// Those that the pipe `xu` takes.
    pub xu: f64,
    /// Those that the pipe `fp64` takes.
    pub fp64: f64,
    /// Wavefronts of the LSU's data pipe of a multiprocessor in a cycle.
    pub wavefronts: f64,
    /// Sectors of 32 bytes between a multiprocessor and L2 in a cycle.
    pub l2_sectors: f64,
    /// Bytes that DRAM moves in a cycle, of all multiprocessors together.
    pub dram_bytes: f64,
    /// Bytes of the L2 cache.
    pub l2_bytes: f64,
    /// Bytes that a launch stores and that stay in L2.
    pub kept_bytes: f64,
    /// Cycles of a load from global memory, with the traffic of other warps.
    pub load_latency: f64,
    /// Cycles of a launch that does nothing.
    pub start: f64,
    /// The power of the norm that joins the bounds: 1 if nothing overlapped, infinite if everything did.
    pub overlap: f64,
}

impl GpuRates {
    /// An H200. Multiprocessors, instructions, wavefronts and sectors a cycle are documented or follow from counters; bytes, latency, start and
    /// overlap were fitted to 21 launches of the gallery, of seven kernels, whose counters and times were measured.
    pub const H200: GpuRates = GpuRates {
        multiprocessors: 132.0,
        issue: 4.0,
        alu: 2.0,
        fma: 4.0,
        fma_heavy: 2.0,
        xu: 0.5,
        fp64: 2.0,
        wavefronts: 1.0,
        l2_sectors: 2.0,
        dram_bytes: 2300.0,
        l2_bytes: 50.0 * MIB,
        kept_bytes: 20e6,
        load_latency: 700.0,
        start: 6000.0,
        overlap: 2.5,
    };

    /// Returns the rates of a GPU. Instructions a cycle are those of the table "Throughput of Native Arithmetic Instructions" of the CUDA
    /// programming guide. What was fitted to an H200 is scaled to other GPUs by their clock, bandwidth and L2, or taken as it is: other
    /// GPUs were not measured.
    pub fn of(gpu: &Gpu) -> GpuRates {
        let (h200, measured) = (Self::H200, Gpu::of(Arch::SM_90));
        // Of a row: bytes that its DRAM moves in a cycle of its clock.
        let a_cycle = |gpu: &Gpu| f64::from(gpu.dram_bytes) / f64::from(gpu.clock_mhz);
        let number = gpu.arch.number();
        let fp64 = match number {
            60 | 70 | 72 | 80 => 1.0,
            90 | 100 | 103 => 2.0,
            50..=62 => 0.125,
            _ => 0.0625,
        };
        let (alu, fma, xu) = match number {
            60 | 70..=80 => (2.0, 2.0, 0.5),
            50..=62 => (4.0, 4.0, 1.0),
            _ => (2.0, 4.0, 0.5),
        };
        let l2_bytes = f64::from(gpu.l2_mib) * MIB;
        GpuRates {
            multiprocessors: gpu.multiprocessors.into(),
            alu,
            fma,
            xu,
            fp64,
            dram_bytes: h200.dram_bytes * (a_cycle(gpu) / a_cycle(measured)),
            l2_bytes,
            kept_bytes: h200.kept_bytes * (l2_bytes / h200.l2_bytes),
            ..h200
        }
    }

    /// Returns the multiprocessors that so many blocks keep busy.
    pub fn busy_multiprocessors(&self, blocks: f64) -> f64 {
        self.multiprocessors.min(blocks.max(1.0))
    }
}

const MIB: f64 = 1048576.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rates_that_were_fitted_are_those_of_the_table() {
        assert_eq!(GpuRates::of(Gpu::from_name("h200").unwrap()), GpuRates::H200);
    }
}
