//! The time of a launch by its load: bounds of each pipe and of memory, and the latency of a block's chain of dependent instructions.

use serde::{Deserialize, Serialize, Serializer};

use super::load::LaunchLoad;
use super::rates::GpuRates;
use crate::line::serialize_rounded;

/// The resource that a launch keeps busy the longest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TimeBound {
    /// The data pipe of the LSU, whose wavefronts are mostly those of shared memory.
    #[serde(rename = "shared")]
    SharedMemory,
    /// The data pipe of the LSU, whose wavefronts are mostly others.
    #[serde(rename = "lsu")]
    DataPipe,
    /// The slots in which instructions are issued.
    Issue,
    /// The pipe `alu`.
    Alu,
    /// The pipe `fma`.
    Fma,
    /// The pipe `xu`.
    Xu,
    /// The pipe `fp64`.
    Fp64,
    /// Traffic between L1 and L2.
    L2,
    /// DRAM.
    Dram,
    /// No resource: instructions wait for one another, with too few warps to fill the gaps.
    #[default]
    Latency,
}

impl TimeBound {
    /// Returns it as a sentence names it.
    pub fn words(self) -> &'static str {
        match self {
            Self::SharedMemory => "the shared-memory pipe",
            Self::DataPipe => "the data pipe of loads and stores",
            Self::Issue => "the issue of instructions",
            Self::Alu => "the integer pipe",
            Self::Fma => "the floating-point pipe",
            Self::Xu => "the pipe of conversions and functions",
            Self::Fp64 => "the double-precision pipe",
            Self::L2 => "L2",
            Self::Dram => "DRAM",
            Self::Latency => "latency",
        }
    }
}

/// The predicted time of a launch alone on a GPU, with cold caches.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TimePrediction {
    /// Cycles from the launch to its end.
    #[serde(serialize_with = "serialize_cycles")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub cycles: f64,
    /// The resource that is busy the longest.
    pub bound_by: TimeBound,
    /// The part of these cycles in which it is busy, 0 to 1.
    #[serde(serialize_with = "serialize_rounded")]
    pub busy: f64,
}

impl TimePrediction {
    /// Predicts the time of a load.
    ///
    /// Each resource alone would take so many cycles; instructions that wait for one another overlap with those of other warps, but not all,
    /// so the prediction is a norm of the bounds instead of the greatest.
    pub fn of(load: &LaunchLoad, rates: &GpuRates) -> TimePrediction {
        let bounds = bounds(load, rates);
        let power = rates.overlap;
        let all = bounds.iter().map(|(_, cycles)| cycles.powf(power)).sum::<f64>().powf(power.recip());
        let cycles = rates.start + all;
        let greatest = bounds.into_iter().reduce(|most, one| if one.1 > most.1 { one } else { most });
        let (bound_by, busy) = greatest.map_or((TimeBound::Latency, 0.0), |(bound, taken)| (bound, taken / cycles));
        TimePrediction { cycles, bound_by, busy }
    }
}

/// Writes whole cycles.
pub(super) fn serialize_cycles<S: Serializer>(cycles: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(*cycles as u64)
}

/// The cycles that each resource alone would take.
fn bounds(load: &LaunchLoad, rates: &GpuRates) -> [(TimeBound, f64); 10] {
    let each = |amount: f64, a_cycle: f64| amount / (rates.busy_multiprocessors(load.blocks) * a_cycle);
    let shared_share = if load.lsu_wavefronts > 0.0 { load.shared_wavefronts / load.lsu_wavefronts } else { 0.0 };
    let (shared, other) = if shared_share > 0.5 { (load.lsu_wavefronts, 0.0) } else { (0.0, load.lsu_wavefronts) };
    // The last stores stay in L2.
    let dram = load.loaded_bytes + (load.stored_bytes - rates.kept_bytes).max(0.0);
    [
        (TimeBound::SharedMemory, each(shared, rates.wavefronts)),
        (TimeBound::DataPipe, each(other, rates.wavefronts)),
        (TimeBound::Issue, each(load.instructions, rates.issue)),
        (TimeBound::Alu, each(load.alu, rates.alu)),
        (TimeBound::Fma, each(load.fma_heavy, rates.fma_heavy).max(each(load.fma, rates.fma))),
        (TimeBound::Xu, each(load.xu, rates.xu)),
        (TimeBound::Fp64, each(load.fp64, rates.fp64)),
        (TimeBound::L2, each(load.sectors, rates.l2_sectors)),
        (TimeBound::Dram, dram / rates.dram_bytes),
        (TimeBound::Latency, latency(load, rates)),
    ]
}

/// The cycles of the blocks that a multiprocessor runs one after the other, each with the latency of its chain.
fn latency(load: &LaunchLoad, rates: &GpuRates) -> f64 {
    let of_multiprocessor = (load.blocks / rates.multiprocessors).ceil();
    let rounds = (of_multiprocessor / load.resident).max(1.0);
    // A last round that is not full takes as long as a full one; of many rounds blocks begin when others end.
    let rounds = if rounds < 4.0 { rounds.ceil() } else { rounds };
    rounds * (load.path_cycles + load.path_loads * rates.load_latency)
}
