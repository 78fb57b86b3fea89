//! Remedies: what orders the accesses of a race, after the simulator ran the kernel with it.

use crate::race_side::RaceAccess;
use crate::source_loc::SourceLoc;
use std::fmt;
use std::sync::Arc;

/// The most `mbarrier`s that a remedy waits for in turn.
pub(crate) const MOST_IN_RING: usize = 16;

/// Something that orders accesses to shared memory, which a kernel may lack.
///
/// ```
/// assert_eq!(smem_sim::Sync::BlockBarrier.to_string(), "`__syncthreads()`");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Sync {
    /// `__threadfence_block()`: the accesses before it are done before those after it.
    Fence,
    /// `__pipeline_commit()`, which is `cp.async.commit_group`: a wait for groups includes the asynchronous copies so far.
    CopyCommit,
    /// `__pipeline_wait_prior(0)`, which is `cp.async.wait_group 0`: the thread waits for the groups of asynchronous copies that it has committed.
    CopyWait,
    /// `fence.proxy.async`: bulk copies after it see what the thread stored before it.
    ProxyFence,
    /// `cp.async.bulk.commit_group`: a wait for groups includes the bulk copies so far.
    BulkCommit,
    /// `cp.async.bulk.wait_group.read 0`: the thread waits until the groups of bulk copies that it has committed have read shared memory.
    BulkWait,
    /// `wgmma.commit_group.sync.aligned`: a wait for groups includes the products so far.
    ProductCommit,
    /// `wgmma.wait_group.sync.aligned 0`: the warp waits until the groups of products that it has committed have read shared memory.
    ProductWait,
    /// A loop of `mbarrier.try_wait` that waits for the next phase of the `mbarrier` at this byte of the block's shared memory.
    PhaseWait(u32),
    /// A loop of `mbarrier.try_wait` that waits for the next phase of one of several `mbarrier`s, of each in its turn.
    #[non_exhaustive]
    RingWait {
        /// The first one's byte of the block's shared memory.
        first: u32,
        /// Bytes from one to the next.
        stride: u32,
        /// How many they are.
        count: u32,
    },
    /// `__syncwarp()`.
    WarpBarrier,
    /// `__syncwarp(mask)` of these lanes.
    LanesBarrier(u32),
    /// `__syncthreads()`.
    BlockBarrier,
}

impl fmt::Display for Sync {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PhaseWait(address) => {
                return write!(f, "a wait for the `mbarrier` at byte {address:#x} (`mbarrier.try_wait`)");
            }
            Self::RingWait { first, count, .. } => {
                return write!(
                    f,
                    "a wait for the next of the {count} `mbarrier`s from byte {first:#x} on (`mbarrier.try_wait`)"
                );
            }
            Self::LanesBarrier(lanes) => return write!(f, "`__syncwarp({lanes:#010x})`"),
            Self::Fence => "`__threadfence_block()`",
            Self::CopyCommit => "`__pipeline_commit()`",
            Self::CopyWait => "`__pipeline_wait_prior(0)`",
            Self::ProxyFence => "`fence.proxy.async`",
            Self::BulkCommit => "`cp.async.bulk.commit_group`",
            Self::BulkWait => "`cp.async.bulk.wait_group.read 0`",
            Self::ProductCommit => "`wgmma.commit_group.sync.aligned`",
            Self::ProductWait => "`wgmma.wait_group.sync.aligned 0`",
            Self::WarpBarrier => "`__syncwarp()`",
            Self::BlockBarrier => "`__syncthreads()`",
        })
    }
}

/// A line of the code, at the level of the function in which a remedy is added.
///
/// ```
/// # fn show(place: &smem_sim::CodePlace) {
/// println!("{place}");   // "scan.cu:14"
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CodePlace {
    /// Line of the PTX text, or of the listing of machine code, counted from 1.
    pub line: u32,
    /// The source line, if the module has source lines: that of the call, where the access is in a function that was inlined there.
    pub loc: Option<Arc<SourceLoc>>,
}

impl CodePlace {
    /// Whether both are one line of the source, or without source lines of the text.
    pub(crate) fn is_line(&self, other: &Self) -> bool {
        match (&self.loc, &other.loc) {
            (Some(one), Some(other)) => (&one.file, one.line) == (&other.file, other.line),
            _ => self.line == other.line,
        }
    }

    /// Whether the line of the other is this one or further down in the same file.
    pub(crate) fn is_before(&self, other: &Self) -> bool {
        match (&self.loc, &other.loc) {
            (Some(one), Some(other)) => one.file == other.file && one.line <= other.line,
            (None, None) => self.line <= other.line,
            _ => false,
        }
    }
}

impl fmt::Display for CodePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.loc {
            Some(loc) => write!(f, "{}:{}", loc.file, loc.line),
            None => write!(f, "line {}", self.line),
        }
    }
}

/// Where something was added when a remedy was tried.
///
/// ```
/// # fn show(position: smem_sim::RemedyPosition) {
/// if position == smem_sim::RemedyPosition::Between {
///     println!("on a line of its own");
/// }
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemedyPosition {
    /// Between the lines of the two accesses, or between the two where they are on one line.
    Between,
    /// After the line of the first access.
    BehindFirstLine,
    /// In front of the line of the second access.
    BeforeSecondLine,
    /// Directly after the first access, in front of what follows it on its line.
    BehindFirst,
    /// Directly in front of the second access, after what precedes it on its line.
    BeforeSecond,
}

/// A part of a [`Remedy`]: what was added at one place.
///
/// ```
/// # fn show(step: &smem_sim::RemedyStep) {
/// println!("{step}");   // "`__syncthreads()` between scan.cu:14 and scan.cu:16"
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RemedyStep {
    /// The synchronisation that was added, in this order.
    pub syncs: Vec<Sync>,
    /// Where.
    pub position: RemedyPosition,
    /// The kinds of the two accesses.
    pub accesses: [RaceAccess; 2],
    /// The line of the first access: that of the call, if the accesses are in functions that are inlined.
    pub first: CodePlace,
    /// The line of the second access, likewise.
    pub second: CodePlace,
    /// The second access is in a later round of a loop than the first.
    pub in_next_round: bool,
    /// The branch that it is outside of: not every thread takes it.
    pub outside: Option<CodePlace>,
}

impl RemedyStep {
    /// Describes the step, with each place as `name` names it.
    ///
    /// ```
    /// # fn show(step: &smem_sim::RemedyStep) {
    /// println!("{}", step.named(|place| format!("line {}", place.line)));
    /// # }
    /// ```
    pub fn named(&self, name: impl Fn(&CodePlace) -> String) -> String {
        let Self { syncs, position, accesses: [a, b], first, second, in_next_round, outside } = self;
        let (one, other) = (name(first), name(second));
        let place = match (position, in_next_round, first.is_line(second)) {
            (RemedyPosition::BehindFirstLine, ..) => format!("after {one}"),
            (RemedyPosition::BeforeSecondLine, ..) => format!("in front of {other}"),
            (RemedyPosition::BehindFirst, ..) => format!("directly after the {a} of {one}"),
            (RemedyPosition::BeforeSecond, ..) => format!("directly in front of the {b} of {other}"),
            (RemedyPosition::Between, true, true) => format!("between {one} and itself in the next round of the loop"),
            (RemedyPosition::Between, true, false) => {
                format!("between {one} and {other} of the next round, as at the end of the loop's body")
            }
            (RemedyPosition::Between, false, true) => format!("between the {a} and the {b} of {one}"),
            (RemedyPosition::Between, false, false) => format!("between {one} and {other}"),
        };
        let syncs: Vec<String> = syncs.iter().map(Sync::to_string).collect();
        let outside =
            outside.as_ref().map_or(String::new(), |branch| format!(", outside the branch of {}", name(branch)));
        format!("{} {place}{outside}", syncs.join(" and then "))
    }
}

impl fmt::Display for RemedyStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.named(CodePlace::to_string))
    }
}

/// A change that orders the accesses of a race: the simulator ran the kernel with it, and the race was gone.
///
/// ```
/// # fn show(race: &smem_sim::Race) {
/// match &race.remedy {
///     Some(remedy) => println!("missing: {remedy}"),
///     None => println!("{}", race.cause),
/// }
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remedy {
    /// The additions, all of which are required.
    pub steps: Vec<RemedyStep>,
    /// The blocks that were run with it.
    pub blocks: u64,
    /// Whether the race is gone with these steps alone; else it takes the remedies of the launch's other races as well.
    pub alone: bool,
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.steps.iter().enumerate() {
            write!(f, "{}{step}", if at == 0 { "" } else { ", and " })?;
        }
        Ok(())
    }
}

/// Why two accesses race.
///
/// ```
/// assert_eq!(smem_sim::RaceCause::Unordered.to_string(), "nothing orders the two accesses");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RaceCause {
    /// Neither a barrier nor a flag orders them.
    Unordered,
    /// The thread that began an asynchronous copy has not waited for it.
    CopyNotAwaited,
    /// A warp that has begun a matrix product (`wgmma`) has not waited for it.
    ProductNotAwaited,
    /// A bulk copy or a matrix product reads what a thread has stored, in front of it but without a fence that lets it see that.
    ProxyFence,
    /// One instruction writes different values to the same bytes for several threads.
    OneInstruction,
}

impl RaceCause {
    /// All of them.
    pub const ALL: [RaceCause; 5] =
        [Self::Unordered, Self::CopyNotAwaited, Self::ProductNotAwaited, Self::ProxyFence, Self::OneInstruction];
}

impl fmt::Display for RaceCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unordered => "nothing orders the two accesses",
            Self::CopyNotAwaited => "nothing waits for the asynchronous copy before the other access",
            Self::ProductNotAwaited => "nothing waits for the matrix product before the other access",
            Self::ProxyFence => "no `fence.proxy.async` is between the store and the copy or product that reads it",
            Self::OneInstruction => "one instruction writes different values to the same bytes for several threads",
        })
    }
}
