//! The executions of each instruction.

use crate::pipe::Pipe;
use crate::source_loc::SourceLoc;
use std::sync::Arc;

/// The executions of one instruction, over all warps and blocks of a launch.
///
/// ```
/// use smem_sim::*;
///
/// let module = smem_ptx::module(
///     ".version 8.8 .target sm_90 .address_size 64
///      .visible .entry k() { .reg .b32 %r; mov.u32 %r, %tid.x; add.u32 %r, %r, 1; ret; }",
/// )?;
/// let profile = Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(3, 64), &[])?;
/// // Three blocks of two warps.
/// assert!(profile.instructions.iter().all(|instruction| instruction.warps == 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InstructionCount {
    /// Line of the PTX text, or of the listing of machine code, counted from 1.
    pub line: u32,
    /// The instruction, as written in that text.
    pub text: Arc<str>,
    /// The source line, as far as all expansions of the instruction have it in common.
    pub loc: Option<Arc<SourceLoc>>,
    /// Executions by a warp, or by a part of a diverged warp, including those that a predicate turns off for every lane.
    pub warps: u64,
    /// The pipe that executes it; `None` if it takes an issue slot only, or if its pipe is not known, as that of PTX.
    pub pipe: Option<Pipe>,
    /// Whether the pipe, or that there is none, was compared with the counters of an H200, and the code is of its architecture.
    pub pipe_is_measured: bool,
    /// Wavefronts in the data pipe of the LSU, of an instruction of machine code: those of shared memory, of global and local memory, one for each
    /// execution that accesses nothing, and two for a block's barrier after accesses. An H200 counts more, by what depends on time.
    pub lsu_wavefronts: u64,
    /// Its requests on local memory.
    pub local: LocalCount,
}

impl InstructionCount {
    /// Returns true if either half of the pipe `fma` executes it, `fmaheavy` or `fmalite`: arithmetic of `f32` does, integer products do not.
    ///
    /// ```
    /// # fn show(count: &smem_sim::InstructionCount) {
    /// println!("{}: {}", count.text, if count.takes_either_fma() { "fmaheavy or fmalite" } else { "fmaheavy" });
    /// # }
    /// ```
    pub fn takes_either_fma(&self) -> bool {
        let opcode = self.text.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or_default();
        ["FADD", "FFMA", "FMUL"].contains(&opcode.split('.').next().unwrap_or_default())
    }
}

/// The requests of an instruction on local memory, as registers that were spilled. A word of a thread is beside that of the next lane.
///
/// ```
/// # fn show(count: &smem_sim::InstructionCount) {
/// println!("{}: {} sectors for {} requests", count.text, count.local.sectors, count.local.requests);
/// # }
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LocalCount {
    /// Warp-wide executions with at least one active lane.
    pub requests: u64,
    /// Sectors of 32 bytes that they took.
    pub sectors: u64,
    /// Wavefronts that they took in the data pipe of the LSU.
    pub wavefronts: u64,
    /// Whether the instruction stores.
    pub stores: bool,
}
