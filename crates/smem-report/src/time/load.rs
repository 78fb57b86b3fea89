//! The load of a launch: what it asks of the multiprocessors and of memory.

use smem_sim::{Arch, Isa, Pipe, Profile};

use super::extrapolation::extrapolation;
use super::instruction_load::InstructionLoad;
use super::occupancy::Occupancy;

/// The work that a launch asks of a GPU. Sums are of all blocks of the grid; where only some of them ran, they are extrapolated.
///
/// ```
/// use smem_report::{GpuRates, LaunchLoad, TimeBound, TimePrediction};
///
/// // 13.2 million wavefronts are 100,000 on each of 132 multiprocessors, half of them for conflicts.
/// let mut load = LaunchLoad::default();
/// (load.blocks, load.resident) = (10_560.0, 8.0);
/// (load.lsu_wavefronts, load.shared_wavefronts, load.excess_wavefronts) = (13.2e6, 13.2e6, 6.6e6);
/// let cycles = |load: &LaunchLoad| TimePrediction::of(load, &GpuRates::H200).cycles.round();
/// assert_eq!([cycles(&load), cycles(&load.without_excess())], [106_000.0, 56_000.0]);
/// assert_eq!(TimePrediction::of(&load, &GpuRates::H200).bound_by, TimeBound::SharedMemory);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct LaunchLoad {
    /// Blocks of the grid.
    pub blocks: f64,
    /// Blocks that a multiprocessor holds at the same time.
    pub resident: f64,
    /// Instructions of warps.
    pub instructions: f64,
    /// Of these, those of the pipe `alu`.
    pub alu: f64,
    /// Those of the pipe `fma`.
    pub fma: f64,
    /// Those that only the half `fmaheavy` of that pipe executes.
    pub fma_heavy: f64,
    /// Those of the pipe `xu`.
    pub xu: f64,
    /// Those of the pipe `fp64`.
    pub fp64: f64,
    /// Wavefronts of the LSU's data pipe.
    pub lsu_wavefronts: f64,
    /// Wavefronts of shared memory among them.
    pub shared_wavefronts: f64,
    /// Wavefronts that conflicts add.
    pub excess_wavefronts: f64,
    /// Sectors of global and local memory, of 32 bytes.
    pub sectors: f64,
    /// Bytes of the different sectors that are loaded: of a sample of blocks as many as of its grid if no two blocks shared any, but no more than
    /// the buffers have that are loaded from.
    pub loaded_bytes: f64,
    /// Bytes of the different sectors that are stored to, likewise.
    pub stored_bytes: f64,
    /// Cycles of a block's chain of dependent instructions, without its loads from global memory.
    pub path_cycles: f64,
    /// Cycles among these for wavefronts that conflicts add.
    pub path_excess: f64,
    /// Loads from global memory in that chain.
    pub path_loads: f64,
}

impl LaunchLoad {
    /// Returns the load of a launch of machine code; `None` for PTX, and where no block ran to its end or fits a multiprocessor.
    pub fn of(profile: &Profile, arch: Arch) -> Option<LaunchLoad> {
        if profile.isa != Isa::Sass || profile.blocks_run == 0 || profile.paths.is_empty() {
            return None;
        }
        let occupancy = Occupancy::of_profile(profile, arch)?;
        let mut all = InstructionLoad::default();
        profile.instructions.iter().for_each(|count| all.add(count));
        let (all, times) = (all.of_grid(profile), extrapolation(profile));
        let global: u64 = profile.global.iter().map(|count| count.sectors).sum();
        let footprint = &profile.footprint;
        let followed = profile.paths.len() as f64;
        let mean = |of: fn(&smem_sim::BlockPath) -> u64| profile.paths.iter().map(of).sum::<u64>() as f64 / followed;
        Some(LaunchLoad {
            blocks: profile.grid_blocks as f64,
            resident: occupancy.blocks.into(),
            instructions: all.instructions,
            alu: all.of(Pipe::Alu),
            fma: all.of(Pipe::Fma),
            fma_heavy: all.fma_heavy,
            xu: all.of(Pipe::Xu),
            fp64: all.of(Pipe::Fp64),
            lsu_wavefronts: all.lsu_wavefronts,
            shared_wavefronts: times * profile.wavefronts() as f64,
            excess_wavefronts: times * profile.wavefronts().saturating_sub(profile.ideal()) as f64,
            sectors: times * global as f64 + all.local_sectors,
            loaded_bytes: of_grid(times, footprint.loaded_bytes, footprint.loaded_allocations),
            stored_bytes: of_grid(times, footprint.stored_bytes, footprint.stored_allocations),
            path_cycles: mean(|path| path.cycles),
            path_excess: mean(|path| path.excess_cycles),
            path_loads: mean(|path| path.global_loads),
        })
    }

    /// Returns the load without the wavefronts that conflicts add.
    pub fn without_excess(&self) -> LaunchLoad {
        self.with_less_excess(self.excess_wavefronts)
    }

    /// Returns the load without so many of the wavefronts that conflicts add; the chain of dependent instructions loses its cycles for them in
    /// proportion.
    pub(super) fn with_less_excess(&self, wavefronts: f64) -> LaunchLoad {
        let wavefronts = wavefronts.min(self.excess_wavefronts);
        let part = if self.excess_wavefronts > 0.0 { wavefronts / self.excess_wavefronts } else { 0.0 };
        LaunchLoad {
            lsu_wavefronts: self.lsu_wavefronts - wavefronts,
            shared_wavefronts: self.shared_wavefronts - wavefronts,
            excess_wavefronts: self.excess_wavefronts - wavefronts,
            path_cycles: self.path_cycles - part * self.path_excess,
            path_excess: self.path_excess - part * self.path_excess,
            ..*self
        }
    }

    /// Returns the load without the instructions of a line and their wavefronts.
    pub(super) fn without_line(&self, line: &InstructionLoad) -> LaunchLoad {
        let less = |all: f64, part: f64| (all - part).max(0.0);
        LaunchLoad {
            instructions: less(self.instructions, line.instructions),
            alu: less(self.alu, line.of(Pipe::Alu)),
            fma: less(self.fma, line.of(Pipe::Fma)),
            fma_heavy: less(self.fma_heavy, line.fma_heavy),
            xu: less(self.xu, line.of(Pipe::Xu)),
            fp64: less(self.fp64, line.of(Pipe::Fp64)),
            lsu_wavefronts: less(self.lsu_wavefronts, line.lsu_wavefronts),
            sectors: less(self.sectors, line.local_sectors),
            ..*self
        }
    }

    /// Returns the load of a grid of so many blocks that are like these.
    pub fn of_blocks(&self, blocks: f64) -> LaunchLoad {
        let times = blocks / self.blocks;
        LaunchLoad {
            blocks,
            instructions: times * self.instructions,
            alu: times * self.alu,
            fma: times * self.fma,
            fma_heavy: times * self.fma_heavy,
            xu: times * self.xu,
            fp64: times * self.fp64,
            lsu_wavefronts: times * self.lsu_wavefronts,
            shared_wavefronts: times * self.shared_wavefronts,
            excess_wavefronts: times * self.excess_wavefronts,
            sectors: times * self.sectors,
            loaded_bytes: times * self.loaded_bytes,
            stored_bytes: times * self.stored_bytes,
            ..*self
        }
    }
}

/// The bytes of a whole grid's sectors by those of the blocks that ran, and by the bytes of the buffers that they are in. A padded end of a buffer
/// may be counted where all of its sectors are.
fn of_grid(times: f64, touched: u64, allocations: u64) -> f64 {
    (times * touched as f64).min(allocations.max(touched) as f64)
}

#[cfg(test)]
mod tests {
    use super::of_grid;

    #[test]
    fn a_sample_of_blocks_that_share_what_they_load_asks_for_no_more_than_there_is() {
        assert_eq!([of_grid(1.0, 4096, 4000), of_grid(8.0, 1024, 65_536)], [4096.0, 8192.0]);
        assert_eq!(of_grid(100.0, 1 << 20, 64 << 20), f64::from(64 << 20));
    }
}
