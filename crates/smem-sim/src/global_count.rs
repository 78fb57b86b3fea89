//! The requests of global-memory instructions, in sectors.

use crate::source_loc::SourceLoc;
use std::fmt;
use std::sync::Arc;

/// The kind of a global-memory instruction.
///
/// ```
/// assert_eq!(smem_sim::GlobalOp::Reduction.to_string(), "reduction");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum GlobalOp {
    /// `ld`
    Load,
    /// `st`
    Store,
    /// `atom`, whose old value is used.
    Atomic,
    /// `red`: an atomic without a result.
    Reduction,
    /// `cp.async`, by what it reads.
    AsyncCopy,
}

impl fmt::Display for GlobalOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Load => "load",
            Self::Store => "store",
            Self::Atomic => "atomic",
            Self::Reduction => "reduction",
            Self::AsyncCopy => "asynchronous copy",
        })
    }
}

/// The global-memory requests of one instruction, over all warps and blocks of a launch.
///
/// A request takes the sectors, of 32 aligned bytes, that its lanes touch, each once; an atomic or a reduction takes lanes of one address one
/// after the other, and the sectors again. Bulk and tensor copies, textures and constants go other
/// ways, and are not counted. Nsight Compute has the same numbers as `l1tex__t_requests_pipe_lsu_mem_global_op_ld` and
/// `l1tex__t_sectors_pipe_lsu_mem_global_op_ld`, `_st`, `_atom` and `_red`, compared on an H200: equal for 672 loads and stores of 1 to 16 bytes a
/// lane, and for 181 of 192 atomics and reductions, whose lanes share addresses in the other 11.
///
/// ```
/// use smem_sim::*;
///
/// // Each lane reads a word of a sector of its own.
/// let module = smem_ptx::module(
///     ".version 8.8 .target sm_90 .address_size 64
///      .visible .entry k(.param .u64 from) {
///        .reg .b32 %r<2>; .reg .b64 %d<3>;
///        ld.param.u64 %d0, [from]; mov.u32 %r0, %tid.x; mul.wide.u32 %d1, %r0, 32; add.u64 %d2, %d0, %d1;
///        ld.global.u32 %r1, [%d2]; ret;
///      }",
/// )?;
/// let sim = Simulator::new(Arch::SM_90);
/// let from = KernelArg::Bytes(sim.alloc(1024).to_le_bytes().to_vec());
/// let profile = sim.launch(&module, "k", &LaunchShape::new(1, 32), &[from])?;
/// let [load] = &profile.global[..] else { panic!("one load") };
/// assert_eq!((load.requests, load.sectors, load.ideal, load.excess()), (1, 32, 4, 28));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlobalCount {
    /// Line of the PTX text, or of the listing of machine code, counted from 1.
    pub line: u32,
    /// The instruction, as written in that text.
    pub text: Arc<str>,
    /// The source line, as far as all expansions of the instruction have it in common.
    pub loc: Option<Arc<SourceLoc>>,
    /// The kind of instruction.
    pub op: GlobalOp,
    /// Bytes that each lane accesses.
    pub bytes: u32,
    /// Warp-wide executions with at least one active lane.
    pub requests: u64,
    /// Sectors of 32 bytes that the requests took.
    pub sectors: u64,
    /// Sectors that would hold the bytes that the requests touch.
    pub ideal: u64,
    /// Wavefronts that the requests take in the data pipe of the LSU.
    pub wavefronts: u64,
    /// The lowest address that the first lane of a request accessed: it is in a buffer that the instruction accesses.
    pub lowest_address: u64,
}

impl GlobalCount {
    /// Sectors beyond the ideal ones: the lanes use a part of each.
    ///
    /// ```
    /// # fn show(count: &smem_sim::GlobalCount) {
    /// println!("line {}: {} sectors too many", count.line, count.excess());
    /// # }
    /// ```
    pub fn excess(&self) -> u64 {
        self.sectors.saturating_sub(self.ideal)
    }
}
