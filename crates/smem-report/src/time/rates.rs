//! The work of a GPU in a cycle.

/// The rates of a GPU by which times are predicted.
///
/// ```
/// use smem_report::GpuRates;
///
/// // 2,300 bytes a cycle of all multiprocessors together: at 1.98 GHz 4.6 TB a second.
/// let h200 = GpuRates::H200;
/// assert_eq!((h200.multiprocessors, h200.dram_bytes), (132.0, 2300.0));
/// assert_eq!([h200.busy_multiprocessors(10.0), h200.busy_multiprocessors(1e6)], [10.0, 132.0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct GpuRates {
    /// As sentences name it.
    pub name: &'static str,
    /// Multiprocessors.
    pub multiprocessors: f64,
    /// Wavefronts of the LSU's data pipe of a multiprocessor in a cycle.
    pub wavefronts: f64,
    /// Sectors of 32 bytes between a multiprocessor and L2 in a cycle.
    pub l2_sectors: f64,
    /// Bytes that DRAM moves in a cycle, of all multiprocessors together.
    pub dram_bytes: f64,
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
    /// An H200. Multiprocessors, wavefronts and sectors a cycle are documented or follow from counters; bytes, latency, start and overlap were
    /// fitted to 21 launches of the gallery, of seven kernels, whose counters and times were measured.
    pub const H200: GpuRates = GpuRates {
        name: "H200",
        multiprocessors: 132.0,
        wavefronts: 1.0,
        l2_sectors: 2.0,
        dram_bytes: 2300.0,
        kept_bytes: 20e6,
        load_latency: 700.0,
        start: 6000.0,
        overlap: 2.5,
    };

    /// Returns the multiprocessors that so many blocks keep busy.
    pub fn busy_multiprocessors(&self, blocks: f64) -> f64 {
        self.multiprocessors.min(blocks.max(1.0))
    }
}
