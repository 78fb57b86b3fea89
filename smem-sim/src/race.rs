//! Races on shared memory, and reads of shared memory that nothing wrote.

use crate::profile::SourceLoc;
use std::fmt;
use std::sync::Arc;

/// The order of two accesses that nothing orders, as the code has them.
///
/// ```
/// assert_eq!(smem_sim::RaceKind::ReadAfterWrite.to_string(), "read-after-write");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RaceKind {
    /// The second access may read what was there before the first one wrote.
    ReadAfterWrite,
    /// The second access may write before the first one has read.
    WriteAfterRead,
    /// The first access may overwrite the second.
    WriteAfterWrite,
}

impl fmt::Display for RaceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ReadAfterWrite => "read-after-write",
            Self::WriteAfterRead => "write-after-read",
            Self::WriteAfterWrite => "write-after-write",
        })
    }
}

/// What one side of a race does.
///
/// ```
/// assert_eq!(smem_sim::RaceAccess::Copy.to_string(), "asynchronous copy");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RaceAccess {
    /// A load.
    Read,
    /// A store.
    Write,
    /// An atomic operation, which races with loads and stores but not with other atomics.
    Atomic,
    /// The write of `cp.async` or of a bulk copy.
    Copy,
}

impl fmt::Display for RaceAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Atomic => "atomic",
            Self::Copy => "asynchronous copy",
        })
    }
}

/// What orders the two accesses of a race if it is added.
///
/// ```
/// let here = smem_sim::RaceRemedy::BlockBarrier { in_next_round: false };
/// assert_eq!(here.to_string(), "`__syncthreads()` between them");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RaceRemedy {
    /// A barrier of the block.
    BlockBarrier {
        /// The second access is in the next round of a loop: the barrier belongs behind the first one, in front of the loop's end, or
        /// in front of the second.
        in_next_round: bool,
    },
    /// A barrier of the warp: both threads are of one.
    WarpBarrier {
        /// As of a barrier of the block.
        in_next_round: bool,
    },
    /// A wait for the asynchronous copy by the thread that began it, and a barrier behind it if another thread reads.
    CopyWait,
    /// A fence behind the stores, which lets copies see them: `fence.proxy.async`, between them and the copy that reads.
    ProxyFence,
    /// One instruction writes different values to the same bytes for several threads: one of them should write, or an atomic.
    OneWriter,
}

impl fmt::Display for RaceRemedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |next: bool| {
            if next { "behind the first, at the end of the loop's body" } else { "between them" }
        };
        match self {
            Self::BlockBarrier { in_next_round } => write!(f, "`__syncthreads()` {}", place(*in_next_round)),
            Self::WarpBarrier { in_next_round } => write!(f, "`__syncwarp()` {}", place(*in_next_round)),
            Self::CopyWait => {
                f.write_str("a wait for the copy between them, and a barrier behind it for other threads")
            }
            Self::ProxyFence => f.write_str("`fence.proxy.async` between them, behind the stores"),
            Self::OneWriter => f.write_str("one thread that writes, or an atomic"),
        }
    }
}

/// One of the two accesses of a [`Race`], or a read of an [`UnwrittenRead`].
///
/// ```
/// # fn show(race: &smem_sim::Race) {
/// println!("{} at line {} by {:?}", race.first.access, race.first.line, race.first.thread);
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RaceSide {
    /// What it does.
    pub access: RaceAccess,
    /// Line of the PTX text, or of the listing of machine code, counted from 1.
    pub line: u32,
    /// The instruction, as written in that text.
    pub text: Arc<str>,
    /// The source line, if the module has source lines.
    pub loc: Option<Arc<SourceLoc>>,
    /// `threadIdx`.
    pub thread: [u32; 3],
}

/// Two accesses of one block to the same bytes of shared memory, by different threads or by a thread and a copy, at least one of them a
/// write and not both atomic, that nothing orders: see [`Simulator::race_check`](crate::Simulator::race_check), whose example finds one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Race {
    /// What may go wrong.
    pub kind: RaceKind,
    /// The access that the code comes to first.
    pub first: RaceSide,
    /// The other one.
    pub second: RaceSide,
    /// The block in which it was found first: `blockIdx`.
    pub block: [u32; 3],
    /// The first byte that both access there, from the block's first byte of shared memory.
    pub address: u32,
    /// Whether both threads are of one warp wherever it was found.
    pub in_warp: bool,
    /// Whether both wrote the same values wherever it was found, so that nothing goes wrong.
    pub same_values: bool,
    /// What orders them.
    pub remedy: RaceRemedy,
    /// How often it was found: pieces of 1 or 4 bytes.
    pub times: u64,
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |side: &RaceSide| match &side.loc {
            Some(loc) => loc.to_string(),
            None => format!("line {}: `{}`", side.line, side.text),
        };
        let thread = |[x, y, z]: [u32; 3]| format!("({x}, {y}, {z})");
        write!(
            f,
            "{} race on byte {:#x} of shared memory: {} by thread {} at {}; {} by thread {} at {}; block {}; missing: {}",
            self.kind,
            self.address,
            self.first.access,
            thread(self.first.thread),
            place(&self.first),
            self.second.access,
            thread(self.second.thread),
            place(&self.second),
            thread(self.block),
            self.remedy
        )
    }
}

/// The reads of shared memory that nothing wrote, by one instruction.
///
/// ```
/// # use smem_sim::*;
/// let module = Module::parse(".version 8.8 .target sm_90 .address_size 64
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
    /// The first byte that nothing wrote, from the block's first byte of shared memory.
    pub address: u32,
    /// How many threads' reads there were.
    pub times: u64,
}

impl fmt::Display for UnwrittenRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y, z], [bx, by, bz]) = (self.side.thread, self.block);
        write!(f, "a read of byte {:#x} of shared memory, which nothing wrote", self.address)?;
        write!(f, "; block ({bx}, {by}, {bz}), thread ({x}, {y}, {z})")?;
        match &self.side.loc {
            Some(loc) => write!(f, "; {loc}"),
            None => write!(f, "; line {}: `{}`", self.side.line, self.side.text),
        }
    }
}
