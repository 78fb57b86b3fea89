//! The profile of a launch: instructions, barriers, traffic, and the wavefronts of each shared-memory instruction.

use crate::barrier::DivergentBarrier;
use crate::global_race::GlobalRace;
use crate::overrun::Overrun;
use crate::past_end::PastEnd;
use crate::race::{Race, UnwrittenRead};
use std::fmt;
use std::sync::Arc;

/// A source line with the calls that lead to it, from `.loc` (compile with `-lineinfo`).
///
/// ```
/// # use smem_sim::*;
/// # fn show(profile: &Profile) {
/// for count in &profile.shared {
///     if let Some(loc) = &count.loc {
///         println!("{loc}: {} wavefronts", count.wavefronts);   // "scan2d.cu:24:5 in warp_scan, inlined at scan2d.cu:37:5"
///     }
/// }
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SourceLoc {
    /// The file's path, as the compiler wrote it.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1; 0 for machine code, whose listing has none.
    pub column: u32,
    /// The linker name of the function that this line was inlined from, by the compiler or by the simulator, which expands
    /// device functions where they are called.
    pub function: Option<String>,
    /// The line that it was inlined at; `None` for the outermost.
    pub inlined_at: Option<Box<SourceLoc>>,
}

impl SourceLoc {
    /// Returns the common start of two chains, innermost first; `None` if even the first lines differ.
    pub(crate) fn common(&self, other: &Self) -> Option<Self> {
        let inner = |loc: &Self| Self { inlined_at: None, ..loc.clone() };
        let same = inner(self);
        if same != inner(other) {
            return None;
        }
        let at = self.inlined_at.as_ref().zip(other.inlined_at.as_ref());
        Some(Self { inlined_at: at.and_then(|(one, other)| one.common(other)).map(Box::new), ..same })
    }
}

impl fmt::Display for SourceLoc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.column != 0 {
            write!(f, ":{}", self.column)?;
        }
        if let Some(function) = &self.function {
            write!(f, " in {function}")?;
        }
        if let Some(at) = &self.inlined_at {
            write!(f, ", inlined at {at}")?;
        }
        Ok(())
    }
}

/// An instruction set that the simulator runs.
///
/// ```
/// assert_eq!(smem_sim::Isa::Sass.to_string(), "SASS");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isa {
    /// PTX, the compiler's portable output.
    Ptx,
    /// SASS, the machine code of one architecture.
    Sass,
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ptx => "PTX",
            Self::Sass => "SASS",
        })
    }
}

/// The kind of a shared-memory instruction.
///
/// ```
/// assert_eq!(smem_sim::SharedOp::LdMatrix.to_string(), "ldmatrix");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SharedOp {
    /// `ld`
    Load,
    /// `st`
    Store,
    /// `atom` and `red`. Lanes on one word take a wavefront each, two for compare-and-swap.
    Atomic,
    /// `ldmatrix`
    LdMatrix,
    /// `stmatrix`
    StMatrix,
    /// `cp.async`, which is neither a load nor a store: a GPU's counters of those do not see it, though its counter of all wavefronts does.
    ///
    /// `.ca` takes what [`BankModel::async_copy_cost`](smem_layout::BankModel::async_copy_cost) says of a source that misses L1: with its
    /// source in L1 a GPU may take fewer wavefronts, never fewer than the shared addresses ask for. `.cg` takes none for any addresses;
    /// with source sizes of 1 to 15 bytes a GPU takes some, which are not counted.
    AsyncCopy,
    /// `wgmma`, the matrix product of four warps, as it reads its factors: a request is counted in the first of the warps.
    ///
    /// On an H200 it takes a wavefront for each 128 bytes of both factors, whatever their layout: so did 16 products of five kernels, in a
    /// counter of its own.
    GroupProduct,
}

impl fmt::Display for SharedOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Load => "load",
            Self::Store => "store",
            Self::Atomic => "atomic",
            Self::LdMatrix => "ldmatrix",
            Self::StMatrix => "stmatrix",
            Self::AsyncCopy => "asynchronous copy",
            Self::GroupProduct => "warp-group product",
        })
    }
}

/// The shared-memory requests of one instruction, over all warps and blocks of a launch.
///
/// ```
/// # use smem_sim::*;
/// # fn check(profile: &Profile) {
/// assert!(profile.shared.iter().all(|count| count.excess() == 0), "bank conflicts");
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SharedCount {
    /// Line of the PTX text, or of the listing of machine code, counted from 1.
    pub line: u32,
    /// The instruction, as written in that text.
    pub text: Arc<str>,
    /// The source line, if the PTX was compiled with `-lineinfo`. In a device function that is called from several places, the
    /// chain ends where the calls differ; an [`Observer`](crate::Observer) receives each call's own chain.
    pub loc: Option<Arc<SourceLoc>>,
    /// The kind of instruction.
    pub op: SharedOp,
    /// Bytes that each lane accesses.
    pub bytes: u32,
    /// Warp-wide executions with at least one active lane.
    pub requests: u64,
    /// Warp-wide executions, including those that a predicate turns off for every lane. Through a generic address, only
    /// those that reach shared memory.
    pub executed: u64,
    /// Passes through the banks that the requests took.
    pub wavefronts: u64,
    /// Passes that the requests would have taken without conflicts.
    pub ideal: u64,
    /// Wavefronts of the most expensive request.
    pub worst: u32,
    /// N of the worst N-way conflict, 1 without one: the greatest [`Cost::ways`](smem_layout::Cost::ways) of the requests.
    pub ways: u32,
    pub(crate) depends_on_timing: bool,
}

impl SharedCount {
    /// Returns whether the counts are those of one order in which warps may come, and may differ on a GPU and from launch to launch: two
    /// warps of a block met at one word, with no barrier of the block between, and the instruction waits for that word. It is, or is in
    /// a loop with, a compare-and-swap, or it is in a loop that does nothing but wait. Floating-point sums and most operations of 64 bits
    /// are such loops.
    ///
    /// ```
    /// # fn show(count: &smem_sim::SharedCount) {
    /// println!("{}{} wavefronts", if count.depends_on_timing() { "~" } else { "" }, count.wavefronts);
    /// # }
    /// ```
    pub fn depends_on_timing(&self) -> bool {
        self.depends_on_timing
    }

    /// Wavefronts beyond the ideal ones, which conflicts added.
    ///
    /// ```
    /// # fn show(count: &smem_sim::SharedCount) {
    /// println!("PTX line {}: {} wavefronts too many", count.line, count.excess());
    /// # }
    /// ```
    pub fn excess(&self) -> u64 {
        self.wavefronts.saturating_sub(self.ideal)
    }
}

/// The counts of one launch. Nothing is timed.
///
/// ```
/// # use smem_sim::*;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let module = Module::parse(
///     ".version 8.8 .target sm_90 .address_size 64
///      .visible .entry nothing() { ret; }",
/// )?;
/// let profile = Simulator::new(Arch::SM_90).launch(&module, "nothing", &LaunchShape::new(2, 64), &[])?;
/// assert_eq!((profile.warp_instructions, profile.thread_instructions), (4, 128));
/// assert!(profile.shared.is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Profile {
    /// The kernel's name.
    pub kernel: String,
    /// The instruction set that was executed and counted.
    pub isa: Isa,
    /// Instructions, each counted once for every active lane, even if its predicate is false.
    pub thread_instructions: u64,
    /// Instructions, each counted once for a warp, or once for each part of a diverged warp.
    pub warp_instructions: u64,
    /// Block barriers (`bar` and `barrier`), counted once a warp.
    pub barriers: u64,
    /// Bytes that lanes loaded from global memory. Caches are not modelled.
    pub global_loaded: u64,
    /// Bytes that lanes stored to global memory.
    pub global_stored: u64,
    /// Bytes that lanes changed by atomics in global memory.
    pub global_atomic: u64,
    /// Bytes of shared memory of a block, static and dynamic.
    pub shared_bytes: u32,
    /// Blocks of the grid.
    pub grid_blocks: u64,
    /// Blocks that ran to their end: all of the grid, unless [`Simulator::sample_blocks`](crate::Simulator::sample_blocks) asked for fewer
    /// or the launch was stopped.
    pub blocks_run: u64,
    /// Whether [`LaunchControl::stop`](crate::LaunchControl::stop) ended the launch: then the counts are those so far.
    pub stopped: bool,
    /// Each shared-memory instruction that was executed, by line of the PTX or of the listing.
    pub shared: Vec<SharedCount>,
    /// Whether races were looked for.
    pub races_checked: bool,
    /// The races on shared memory, those first that do harm; empty unless [`Simulator::race_check`](crate::Simulator::race_check) looked
    /// for them.
    pub races: Vec<Race>,
    /// Pairs of instructions that race too and are not described in [`races`](Self::races), which takes at most 4,096 pairs: those of
    /// many different lines first. 0 for most launches; further pairs than 524,288 are not counted.
    pub races_left_out: u64,
    /// Reads of shared memory that nothing wrote, by instruction. Of machine code only with
    /// [`Simulator::race_check`](crate::Simulator::race_check), and then also of words that the source does not access: its hoisted loads
    /// read them. What no instruction goes on to read of a wide load is not among them.
    pub unwritten: Vec<UnwrittenRead>,
    /// Accesses of PTX to one shared array through the address of another, by instruction; none of machine code, which does not say from
    /// which array an address comes. Only with [`Simulator::race_check`](crate::Simulator::race_check).
    pub overruns: Vec<Overrun>,
    /// Whether races on global memory were looked for.
    pub global_races_checked: bool,
    /// The races on global memory, those first that do harm; empty unless
    /// [`Simulator::global_race_check`](crate::Simulator::global_race_check) looked for them.
    pub global_races: Vec<GlobalRace>,
    /// Accesses past the bytes of shared memory that a block asks for, but inside what a GPU allocates for them, by instruction.
    pub past_end: Vec<PastEnd>,
    /// Barriers of the block that only some threads reached, by instruction: every launch looks for them. Of PTX, where not all lanes of a
    /// warp reach one, that is a fault.
    pub divergent_barriers: Vec<DivergentBarrier>,
    /// Whether a loop of the kernel waits until another thread changes shared memory, as for a lock or a flag. Machine code does not say
    /// which stores are meant for such a loop, so an ordinary store that opens a lock races in PTX only.
    pub waits_for_shared: bool,
}

impl Profile {
    /// Requests of all shared-memory instructions.
    ///
    /// ```
    /// # fn show(profile: &smem_sim::Profile) {
    /// println!("{} wavefronts for {} requests", profile.wavefronts(), profile.requests());
    /// # }
    /// ```
    pub fn requests(&self) -> u64 {
        self.shared.iter().map(|c| c.requests).sum()
    }

    /// Wavefronts of all shared-memory instructions.
    ///
    /// ```
    /// # fn show(profile: &smem_sim::Profile) {
    /// println!("{} of {} wavefronts are needed", profile.ideal(), profile.wavefronts());
    /// # }
    /// ```
    pub fn wavefronts(&self) -> u64 {
        self.shared.iter().map(|c| c.wavefronts).sum()
    }

    /// Wavefronts of all shared-memory instructions if nothing conflicted.
    ///
    /// ```
    /// # fn check(profile: &smem_sim::Profile) {
    /// assert_eq!(profile.wavefronts(), profile.ideal());
    /// # }
    /// ```
    pub fn ideal(&self) -> u64 {
        self.shared.iter().map(|c| c.ideal).sum()
    }
}
