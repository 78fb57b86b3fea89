//! The part of a launch's load that one source line has.

use std::collections::BTreeMap;

use smem_sim::{InstructionCount, Pipe};

/// The instructions of a line by pipe.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct LineLoad {
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

impl LineLoad {
    /// Adds an instruction of the line.
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

    /// Returns the load of so many times the blocks.
    pub(crate) fn scaled(mut self, times: f64) -> LineLoad {
        self.pipes.values_mut().for_each(|count| *count *= times);
        LineLoad {
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
