//! Races on shared memory, and reads of uninitialized shared memory.

use crate::program::SharedVariable;
use crate::race_side::{RaceKind, RaceSide};
use crate::remedy::{RaceCause, Remedy};
use std::fmt;

/// Two accesses to the same bytes of a block's shared memory, by different threads or by a thread and a copy, at least one of them a
/// write and not both atomic, that nothing orders: see [`Simulator::race_check`](crate::Simulator::race_check), whose example finds one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Race {
    /// The kind of the race.
    pub kind: RaceKind,
    /// The access that the code comes to first, or one of two in different branches.
    pub first: RaceSide,
    /// The other one.
    pub second: RaceSide,
    /// The block in which it was found first: `blockIdx`.
    pub block: [u32; 3],
    /// The blocks of the threads of [`first`](Self::first) and [`second`](Self::second). In a cluster a thread of another block may access the
    /// shared memory of [`block`](Self::block).
    pub blocks: [[u32; 3]; 2],
    /// The first byte that both access there, from the block's first byte of shared memory.
    pub address: u32,
    /// Whether both threads are of one warp wherever it was found.
    pub in_warp: bool,
    /// Whether both wrote the same values wherever it was found, so that nothing goes wrong.
    pub same_values: bool,
    /// The second access is in a later round of a loop than the first.
    pub in_next_round: bool,
    /// Why they race.
    pub cause: RaceCause,
    /// The remedy with which the simulator ran the kernel without this race. `None` if nothing was tried, which only
    /// [`Simulator::race_remedies`](crate::Simulator::race_remedies) asks for, or nothing that was tried helps.
    pub remedy: Option<Remedy>,
    /// The array that the bytes are in; `None` for machine code, whose cubin has no names.
    pub array: Option<SharedVariable>,
    /// The bytes that the thread of the second access touches there, 1 to 4.
    pub bytes: u32,
    /// How often it was found: pieces of 1 or 4 bytes.
    pub times: u64,
    /// The pairs of threads of [`block`](Self::block) for which it was found; `None` unless remedies were asked for.
    pub pairs: Option<u64>,
    /// Further races that are gone with the same remedy.
    pub same_cause: Vec<Race>,
    /// The lanes of all pairs of threads that were found, where those are counted.
    pub(crate) lanes: u32,
    /// The first bytes of the `mbarrier`s at which the copies of one side complete, and of those at which any bulk copy does, ascending.
    pub(crate) mbarriers: [Vec<u32>; 2],
    /// The instructions, in the order of the sides.
    pub(crate) instructions: Vec<[u32; 2]>,
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |side: &RaceSide| match &side.loc {
            Some(loc) => loc.to_string(),
            None => format!("line {}: `{}`", side.line, side.text),
        };
        let shown = |[x, y, z]: [u32; 3]| format!("({x}, {y}, {z})");
        let thread = |side: &RaceSide, block: [u32; 3]| match block == self.block {
            true => shown(side.thread),
            false => format!("{} of block {}", shown(side.thread), shown(block)),
        };
        write!(
            f,
            "{} race on byte {:#x} of shared memory: {} by thread {} at {}; {} by thread {} at {}; block {}; ",
            self.kind,
            self.address,
            self.first.access,
            thread(&self.first, self.blocks[0]),
            place(&self.first),
            self.second.access,
            thread(&self.second, self.blocks[1]),
            place(&self.second),
            shown(self.block)
        )?;
        match &self.remedy {
            Some(remedy) => write!(f, "missing: {remedy}"),
            None => write!(f, "{}", self.cause),
        }
    }
}

/// The reads of uninitialized shared memory, by the instructions of one source line.
///
/// ```
/// # use smem_sim::*;
/// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
///     .visible .entry k() { .shared .align 4 .b8 a[8]; .reg .b32 %r; ld.shared.u32 %r, [a+4]; ret; }").unwrap();
/// let profile = Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(1, 1), &[]).unwrap();
/// let [read] = &profile.unwritten[..] else { panic!("one read") };
/// assert_eq!((read.address, read.side.thread, read.times), (4, [0, 0, 0], 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnwrittenRead {
    /// The read that was found first.
    pub side: RaceSide,
    /// Its block: `blockIdx`.
    pub block: [u32; 3],
    /// The first uninitialized byte, from the block's first byte of shared memory.
    pub address: u32,
    /// How many reads of threads there were.
    pub times: u64,
}

impl fmt::Display for UnwrittenRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y, z], [bx, by, bz]) = (self.side.thread, self.block);
        write!(f, "a read of byte {:#x} of shared memory, which is uninitialized", self.address)?;
        write!(f, "; block ({bx}, {by}, {bz}), thread ({x}, {y}, {z})")?;
        match &self.side.loc {
            Some(loc) => write!(f, "; {loc}"),
            None => write!(f, "; line {}: `{}`", self.side.line, self.side.text),
        }
    }
}
