//! Operations that order accesses of memory, or group asynchronous ones.

use super::memory_scope::MemoryFence;

/// An operation that orders accesses, or makes or awaits groups of asynchronous ones. Within a block instructions run one at a time and
/// copies are done at once, so most of it is for the race check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderOp {
    /// Orders memory, for blocks on other host threads as well.
    Fence(MemoryFence),
    /// Asynchronous copies after it see what these lanes have stored.
    ProxyFence,
    /// `NOP`: what the assembler leaves of a `__syncwarp` of lanes that are together, and after a load or an atomic that acquires.
    WarpSynced,
    /// `CCTL.IVALL`: what it leaves behind a load or an atomic that acquires for more than the block.
    Acquired,
    /// The asynchronous copies so far are a group.
    CommitCopies,
    /// Waits for all but the last so many groups of asynchronous copies; `None`: for all copies.
    WaitCopies { pending: Option<u32> },
    /// The bulk copies so far are a group.
    CommitBulk,
    /// Waits for all but the last so many groups of bulk copies.
    WaitBulk { pending: u32 },
    /// Waits for all but the last so many groups of either kind: machine code has one counter for both.
    WaitGroups { pending: u32 },
    /// The products of four warps so far are a group.
    CommitProducts,
    /// Waits for all but the last so many groups of such products.
    WaitProducts { pending: u32 },
}
