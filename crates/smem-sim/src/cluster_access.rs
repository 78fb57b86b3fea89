//! Accesses to the shared memory of another block of the cluster that may not be there.

use crate::race_side::RaceSide;
use std::fmt;

/// Why the shared memory of another block of the cluster may not be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum BlockLifetime {
    /// Nothing before the access shows that the block has started: `cluster.sync()` does.
    MayNotHaveBegun,
    /// No thread of the block waits for the access before it exits.
    MayHaveEnded,
}

impl fmt::Display for BlockLifetime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MayNotHaveBegun => "may not have started: no `cluster.sync()` comes before the access",
            Self::MayHaveEnded => {
                "may have exited: it does not wait for the access, as a `cluster.sync()` at its end does"
            }
        })
    }
}

/// The accesses of one instruction to the shared memory of another block of the cluster, which may not have started or may have exited.
///
/// The CUDA C++ Programming Guide ("Distributed Shared Memory") requires that all blocks have started to execute, which the barrier of the
/// cluster shows, and that a block exists until the last access to its memory. An access that comes after the exit in the simulator's order is a
/// fault; these are the ones that come before it, and that nothing orders. [`Simulator::race_check`](crate::Simulator::race_check) looks for them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClusterAccess {
    /// The access that was found first.
    pub side: RaceSide,
    /// The block of its thread: `blockIdx`.
    pub block: [u32; 3],
    /// The block whose memory it is.
    pub of: [u32; 3],
    /// The byte, from that block's first byte of shared memory.
    pub address: u32,
    /// Why the memory may not be there.
    pub lifetime: BlockLifetime,
    /// How many threads' accesses there were.
    pub times: u64,
}

impl fmt::Display for ClusterAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |[x, y, z]: [u32; 3]| format!("({x}, {y}, {z})");
        let Self { side, block, of, address, lifetime, .. } = self;
        write!(
            f,
            "{} of byte {address:#x} of the shared memory of block {}, which {lifetime}",
            side.access,
            shown(*of)
        )?;
        write!(f, "; block {}, thread {}", shown(*block), shown(side.thread))?;
        match &side.loc {
            Some(loc) => write!(f, "; {loc}"),
            None => write!(f, "; line {}: `{}`", side.line, side.text),
        }
    }
}
