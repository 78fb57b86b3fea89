//! The load of some of a launch's instructions: of those of a source line, or of all.

use std::collections::BTreeMap;

use smem_sim::{InstructionCount, Pipe, Profile};

use super::extrapolation::extrapolation;

/// The instructions by pipe, with what they ask of memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct InstructionLoad {
    /// Instructions of warps.
    pub(crate) instructions: f64,
    pub(crate) pipes: BTreeMap<Pipe, f64>,
    /// Of the pipe `fma`, those that only its half `fmaheavy` executes.
    pub(crate) fma_heavy: f64,
    /// Wavefronts of the LSU's data pipe.
    pub(crate) lsu_wavefronts: f64,
    /// Sectors of local memory.
    pub(crate) local_sectors: f64,
}

impl InstructionLoad {
    /// Adds an instruction.
    pub(crate) fn add(&mut self, count: &InstructionCount) {
        self.instructions += count.warps as f64;
        if let Some(pipe) = count.pipe {
            *self.pipes.entry(pipe).or_default() += count.warps as f64;
        }
        if count.pipe == Some(Pipe::Fma) && !count.takes_either_fma() {
            self.fma_heavy += count.warps as f64;
        }
        self.lsu_wavefronts += count.lsu_wavefronts as f64;
        self.local_sectors += count.local.sectors as f64;
    }

    /// Returns the load of the whole grid, where these are the instructions of the blocks that ran.
    pub(crate) fn of_grid(mut self, profile: &Profile) -> InstructionLoad {
        let times = extrapolation(profile);
        self.pipes.values_mut().for_each(|count| *count *= times);
        InstructionLoad {
            instructions: times * self.instructions,
            fma_heavy: times * self.fma_heavy,
            lsu_wavefronts: times * self.lsu_wavefronts,
            local_sectors: times * self.local_sectors,
            ..self
        }
    }

    /// Returns the instructions of a pipe.
    pub(crate) fn of(&self, pipe: Pipe) -> f64 {
        self.pipes.get(&pipe).copied().unwrap_or_default()
    }
}
