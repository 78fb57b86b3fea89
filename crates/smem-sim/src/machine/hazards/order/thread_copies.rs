//! The asynchronous copies of a thread, and how they are done.

use super::known::Tick;

/// How an asynchronous copy of a thread is done.
#[derive(Debug, Clone, Copy)]
pub(super) enum CopyDone {
    /// Its thread has waited, and the stretch after began with this tick.
    Waited(Tick),
    /// It completes at the `mbarrier` of this agent; arrivals before this tick do not cover it.
    AtBarrier(usize, Tick),
}

/// The asynchronous copies of a thread, in groups.
#[derive(Debug, Clone, Default)]
pub(super) struct ThreadCopies {
    /// The group that the next copy joins.
    pub(super) open: u32,
    /// Groups up to this one are known to all threads.
    pub(super) settled: u32,
    /// The last group that each wait covers, ascending.
    pub(super) done: Vec<(u32, CopyDone)>,
}
