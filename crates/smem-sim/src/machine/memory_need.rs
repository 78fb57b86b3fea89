//! The memory of the host that the blocks of a launch need while they run, taken from the budget before they start.

use super::context::LaunchContext;
use super::lockstep::LockstepWarp;
use crate::fault::{Fault, FaultKind};
use crate::memory::TakenMemory;
use std::sync::{Mutex, PoisonError};

/// Bytes that a host thread has for each instruction of the kernel: its counts.
const BYTES_OF_INSTRUCTION: u64 = 128;

/// Bytes that the race check keeps for each byte of shared memory and each warp: an estimate, since it grows with what a warp accesses.
const CHECKED_BYTES: u64 = 10;

/// The memory of each host thread and each cluster, and the number of host threads.
#[derive(Debug)]
pub(super) struct MemoryNeed {
    bytes_of_host_thread: u64,
    bytes_of_cluster: u64,
    holders: Mutex<usize>,
}

/// The memory of the clusters that a host thread runs, given back when it ends.
#[derive(Debug)]
pub(super) struct HostThreadMemory<'n> {
    need: &'n MemoryNeed,
    taken: Vec<TakenMemory>,
    others: usize,
}

impl MemoryNeed {
    pub(super) fn of<W: LockstepWarp>(context: &LaunchContext<'_>, code: &W::LaunchedCode<'_>) -> MemoryNeed {
        let blocks: u64 = context.cluster.iter().map(|&blocks| u64::from(blocks)).product();
        let warps = u64::from(context.threads.div_ceil(32));
        let shared = u64::from(context.shared_bytes);
        let checked = if context.race_check { CHECKED_BYTES.saturating_mul(shared).saturating_mul(warps) } else { 0 };
        let block = warps.saturating_mul(W::bytes(context, code)).saturating_add(2 * shared).saturating_add(checked);
        MemoryNeed {
            bytes_of_host_thread: BYTES_OF_INSTRUCTION * context.kernel.info.len() as u64,
            bytes_of_cluster: blocks.saturating_mul(block),
            holders: Mutex::new(0),
        }
    }

    pub(super) fn of_host_thread(&self) -> HostThreadMemory<'_> {
        HostThreadMemory { need: self, taken: Vec::new(), others: 0 }
    }

    /// The fault of a launch that cannot run for want of memory.
    pub(super) fn fault(&self, context: &LaunchContext<'_>) -> Fault {
        let bytes = self.bytes_of_cluster.saturating_add(self.bytes_of_host_thread);
        let what = if context.clustered { "a cluster of its blocks" } else { "a block of it" };
        let message = format!("{what} takes {bytes} bytes of memory here: {}", context.global.budget().describe());
        Fault { kind: FaultKind::Memory(message), kernel: Some(context.kernel.name.clone()), site: None, so_far: None }
    }
}

impl HostThreadMemory<'_> {
    /// Takes the memory of one more cluster. Returns whether there is as much.
    pub(super) fn take(&mut self, context: &LaunchContext<'_>) -> bool {
        let mut holders = self.need.holders.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = self.taken.is_empty();
        let own = if is_first { self.need.bytes_of_host_thread } else { 0 };
        let taken = context.global.budget().take(self.need.bytes_of_cluster.saturating_add(own));
        self.others = *holders - usize::from(!is_first);
        *holders += usize::from(is_first && taken.is_some());
        let is_there = taken.is_some();
        self.taken.extend(taken);
        is_there
    }

    /// Whether other host threads had clusters to run when memory was last asked for.
    pub(super) fn others_run(&self) -> bool {
        self.others > 0
    }
}

impl Drop for HostThreadMemory<'_> {
    fn drop(&mut self) {
        if !self.taken.is_empty() {
            *self.need.holders.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        }
    }
}
