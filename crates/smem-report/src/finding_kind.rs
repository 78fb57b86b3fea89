//! The kinds of findings, with the one name that each has in every report.

use std::fmt;

/// The kind of a finding.
///
/// ```
/// use smem_report::FindingKind;
///
/// assert_eq!(FindingKind::Race.to_string(), "shared-memory-race");
/// assert!(FindingKind::Race.is_failure() && !FindingKind::UnwrittenRead.is_failure());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingKind {
    /// A kernel did something that a GPU ends it for, or that the simulator cannot run.
    Fault,
    /// A race on shared memory.
    Race,
    /// A race on global memory, which is looked for on request, and by `check`.
    GlobalRace,
    /// An access to the shared memory of another block of the cluster, which may not have started or may have exited.
    ClusterAccess,
    /// A use of the result of a matrix product of four warps before a wait for it.
    UnawaitedResult,
    /// A use of stream-ordered memory out of the order of streams.
    StreamMisuse,
    /// An access to one shared array through the address of another.
    Overrun,
    /// An access to one local array through the address of another.
    LocalOverrun,
    /// A barrier of the block that some threads pass by.
    Barrier,
    /// A read of uninitialized shared memory.
    UnwrittenRead,
    /// An access past the shared memory that the block asked for, inside what a GPU allocates for it.
    PastEnd,
    /// Writes of one value that nothing orders.
    SameValueWrites,
    /// Results in global memory that differ in another order of warps and blocks.
    OrderDependence,
}

impl FindingKind {
    /// All kinds, in the order in which a summary counts them.
    pub const ALL: [FindingKind; 13] = [
        Self::Fault,
        Self::Race,
        Self::GlobalRace,
        Self::ClusterAccess,
        Self::UnawaitedResult,
        Self::StreamMisuse,
        Self::Overrun,
        Self::LocalOverrun,
        Self::Barrier,
        Self::UnwrittenRead,
        Self::PastEnd,
        Self::SameValueWrites,
        Self::OrderDependence,
    ];

    /// Returns so many findings in words.
    ///
    /// ```
    /// use smem_report::FindingKind;
    ///
    /// assert_eq!(FindingKind::GlobalRace.counted(1), "1 race on global memory");
    /// assert_eq!(FindingKind::UnwrittenRead.counted(2), "2 reads of uninitialized shared memory");
    /// ```
    pub fn counted(self, count: usize) -> String {
        let (one, many) = match self {
            Self::Fault => ("fault", "faults"),
            Self::Race => ("race", "races"),
            Self::GlobalRace => ("race on global memory", "races on global memory"),
            Self::ClusterAccess => {
                ("access to a block that may not be there", "accesses to blocks that may not be there")
            }
            Self::UnawaitedResult => ("unawaited matrix product", "unawaited matrix products"),
            Self::StreamMisuse => {
                ("use of stream-ordered memory out of order", "uses of stream-ordered memory out of order")
            }
            Self::Overrun => ("overrun of a shared array", "overruns of shared arrays"),
            Self::LocalOverrun => ("overrun of a local array", "overruns of local arrays"),
            Self::Barrier => ("barrier not reached by every thread", "barriers not reached by every thread"),
            Self::UnwrittenRead => ("read of uninitialized shared memory", "reads of uninitialized shared memory"),
            Self::PastEnd => ("access past the end of shared memory", "accesses past the end of shared memory"),
            Self::SameValueWrites => ("unordered write of one value", "unordered writes of one value"),
            Self::OrderDependence => {
                ("result that depends on the order of blocks", "results that depend on the order of blocks")
            }
        };
        format!("{count} {}", if count == 1 { one } else { many })
    }

    /// Returns true if a run with such a finding has failed; the others are warnings unless they are denied.
    pub fn is_failure(self) -> bool {
        matches!(
            self,
            Self::Fault
                | Self::Race
                | Self::GlobalRace
                | Self::ClusterAccess
                | Self::UnawaitedResult
                | Self::StreamMisuse
                | Self::Overrun
                | Self::LocalOverrun
                | Self::Barrier
        )
    }

    /// Returns its name in every report: `shared-memory-race`. It is the rule in SARIF, and the `id` in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Fault => "kernel-fault",
            Self::Race => "shared-memory-race",
            Self::GlobalRace => "global-memory-race",
            Self::ClusterAccess => "cluster-memory-lifetime",
            Self::UnawaitedResult => "wgmma-not-awaited",
            Self::StreamMisuse => "stream-ordered-memory",
            Self::Overrun => "shared-array-overrun",
            Self::LocalOverrun => "local-array-overrun",
            Self::Barrier => "divergent-barrier",
            Self::UnwrittenRead => "unwritten-read",
            Self::PastEnd => "past-end",
            Self::SameValueWrites => "same-value-writes",
            Self::OrderDependence => "order-dependent-result",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
