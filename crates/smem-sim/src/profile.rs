//! The profile of a launch: instructions, barriers, traffic, and the wavefronts of each shared-memory instruction.

use crate::barrier::DivergentBarrier;
use crate::block_path::{BlockPath, GlobalFootprint};
use crate::cluster_access::ClusterAccess;
use crate::global_count::GlobalCount;
use crate::global_race::GlobalRace;
use crate::instruction_count::InstructionCount;
use crate::instruction_set::Isa;
use crate::local_overrun::LocalOverrun;
use crate::overrun::Overrun;
use crate::past_end::PastEnd;
use crate::race::{Race, UnwrittenRead};
use crate::shared_op::SharedOp;
use crate::source_loc::SourceLoc;
use crate::unawaited::UnawaitedResult;
use std::sync::Arc;

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
    /// N of the worst N-way conflict, 1 without one: the greatest [`Cost::ways`](smem_banks::Cost::ways) of the requests.
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
/// let module = smem_ptx::module(
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
    /// Blocks of the grid along x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z.
    pub block: [u32; 3],
    /// Threads of a block.
    pub block_threads: u32,
    /// Registers of a thread; `None` for PTX, to which the assembler assigns them.
    pub registers: Option<u32>,
    /// Bytes of local memory of a thread: its spilled registers, and arrays that are not in registers.
    pub local_bytes: u64,
    /// Blocks of the grid.
    pub grid_blocks: u64,
    /// Blocks that ran to their end: all of the grid, unless [`Simulator::sample_blocks`](crate::Simulator::sample_blocks) asked for fewer
    /// or the launch was stopped.
    pub blocks_run: u64,
    /// Whether [`LaunchControl::stop`](crate::LaunchControl::stop) ended the launch: then the counts are those so far.
    pub stopped: bool,
    /// The launch was not run: it is one that was run before from the same state of memory on, whose counts and findings these are.
    pub repeated: bool,
    /// Each shared-memory instruction that was executed, by line of the PTX or of the listing.
    pub shared: Vec<SharedCount>,
    /// Each global-memory instruction that was executed, by line of the PTX or of the listing.
    pub global: Vec<GlobalCount>,
    /// Each instruction that was executed, by line of the PTX or of the listing.
    pub instructions: Vec<InstructionCount>,
    /// The chains of dependent instructions of a few blocks of machine code, those of the lowest numbers first; none of PTX.
    pub paths: Vec<BlockPath>,
    /// The global memory that the blocks touch.
    pub footprint: GlobalFootprint,
    /// Whether races were looked for.
    pub races_checked: bool,
    /// The races on shared memory, those first that do harm; empty unless [`Simulator::race_check`](crate::Simulator::race_check) looked
    /// for them.
    pub races: Vec<Race>,
    /// Pairs of instructions that race too and are not described in [`races`](Self::races), which takes at most 4,096 pairs: those of
    /// many different lines first. 0 for most launches; further pairs than 524,288 are not counted.
    pub races_left_out: u64,
    /// Reads of uninitialized shared memory, by instruction. Of machine code only with
    /// [`Simulator::race_check`](crate::Simulator::race_check), and then also of words that the source does not access: its hoisted loads
    /// read them. What no instruction goes on to read of a wide load is not among them.
    pub unwritten: Vec<UnwrittenRead>,
    /// Accesses of PTX to one shared array through the address of another, by instruction; none of machine code, which does not say from
    /// which array an address comes. Only with [`Simulator::race_check`](crate::Simulator::race_check).
    pub overruns: Vec<Overrun>,
    /// Accesses of PTX to one local array through the address of another, by instruction. Only with
    /// [`Simulator::race_check`](crate::Simulator::race_check).
    pub local_overruns: Vec<LocalOverrun>,
    /// Whether races on global memory were looked for.
    pub global_races_checked: bool,
    /// The races on global memory, those first that do harm; empty unless
    /// [`Simulator::global_race_check`](crate::Simulator::global_race_check) looked for them.
    pub global_races: Vec<GlobalRace>,
    /// Accesses to the shared memory of another block of the cluster that may not have started or may have exited, by source line. Only with
    /// [`Simulator::race_check`](crate::Simulator::race_check).
    pub cluster_accesses: Vec<ClusterAccess>,
    /// Uses of the results of matrix products of four warps (`wgmma`) before a wait for them, by source line; none of machine code, whose
    /// assembler adds the wait. Only with [`Simulator::race_check`](crate::Simulator::race_check).
    pub unawaited_results: Vec<UnawaitedResult>,
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
