//! The load and the time of a launch as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use smem_sim::Pipe;

use crate::report::{LaunchReport, PipeLine};
use crate::time::{GainVerdict, LaunchTime};

/// Warp instructions of the whole launch by pipe, and the wavefronts of the LSU's data pipe.
#[derive(Serialize)]
pub(super) struct JsonPipes {
    lsu_wavefronts: u64,
    #[serde(flatten)]
    instructions: BTreeMap<String, u64>,
    /// Whether they are extrapolated from the blocks that ran.
    extrapolated: bool,
}

/// Warp instructions of a source line by pipe.
#[derive(Serialize)]
pub(super) struct JsonPipeLine<'a> {
    file: &'a str,
    line: u32,
    instructions: u64,
    pipes: BTreeMap<String, u64>,
    lsu_wavefronts: u64,
    /// Null where no time is predicted.
    cycles_at_stake: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct JsonResources {
    /// Of a thread.
    registers: Option<u32>,
    /// Local memory of a thread, where spilled registers are.
    spill_bytes: u64,
    /// Of a block.
    shared_bytes: u32,
    blocks_per_multiprocessor: Option<u32>,
    warps_per_multiprocessor: Option<u32>,
    limited_by: Option<&'static str>,
}

#[derive(Serialize)]
pub(super) struct JsonTime {
    cycles: u64,
    bound_by: &'static str,
    busy: f64,
    without_excess: Option<JsonCure>,
    gpu: &'static str,
    /// Whether the launch fills the GPU; if not, `without_excess` is of a grid that does.
    fills_gpu: bool,
    /// Why it is an estimate of a model that was not compared with a GPU in such a case.
    estimate: Option<String>,
    sentence: String,
}

#[derive(Serialize)]
struct JsonCure {
    cycles: u64,
    bound_by: &'static str,
    gain: f64,
    least: f64,
    most: f64,
    /// Whether the gain is a tenth or more, as far as the prediction knows: `worth`, `may_be` or `little`.
    verdict: &'static str,
}

/// Returns a number with two decimals.
pub(super) fn rounded(number: f64) -> f64 {
    (100.0 * number).round() / 100.0
}

impl JsonPipes {
    pub(super) fn of(launch: &LaunchReport) -> JsonPipes {
        let name = |pipe: &Pipe| pipe.to_string();
        JsonPipes {
            lsu_wavefronts: launch.pipes.lsu_wavefronts,
            instructions: launch.pipes.instructions.iter().map(|(pipe, count)| (name(pipe), *count)).collect(),
            extrapolated: launch.blocks.run < launch.blocks.grid,
        }
    }
}

impl JsonPipeLine<'_> {
    pub(super) fn of(line: &PipeLine) -> JsonPipeLine<'_> {
        JsonPipeLine {
            file: &line.place.file,
            line: line.place.line,
            instructions: line.instructions,
            pipes: line.pipes.iter().map(|(pipe, count)| (pipe.to_string(), *count)).collect(),
            lsu_wavefronts: line.lsu_wavefronts,
            cycles_at_stake: line.cycles_at_stake.map(rounded),
        }
    }
}

impl JsonResources {
    pub(super) fn of(launch: &LaunchReport) -> JsonResources {
        let resources = &launch.resources;
        JsonResources {
            registers: resources.registers,
            spill_bytes: resources.local_bytes,
            shared_bytes: launch.shared_bytes,
            blocks_per_multiprocessor: resources.occupancy.map(|one| one.blocks),
            warps_per_multiprocessor: resources.occupancy.map(|one| one.warps),
            limited_by: resources.occupancy.map(|one| one.limited_by.name()),
        }
    }
}

impl JsonTime {
    pub(super) fn of(time: &LaunchTime) -> JsonTime {
        JsonTime {
            cycles: time.now.cycles as u64,
            bound_by: time.now.bound_by.name(),
            busy: rounded(time.now.busy),
            without_excess: time.cure.map(|cure| JsonCure {
                cycles: cure.without.cycles as u64,
                bound_by: cure.without.bound_by.name(),
                gain: rounded(cure.gain),
                least: rounded(cure.least),
                most: rounded(cure.most),
                verdict: GainVerdict::of(cure.gain).name(),
            }),
            gpu: time.gpu,
            fills_gpu: !time.is_small(),
            estimate: time.estimate.clone(),
            sentence: time.sentence(),
        }
    }
}
