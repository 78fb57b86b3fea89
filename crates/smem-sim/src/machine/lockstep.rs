//! A warp as its block and its grid see it, whichever instruction set it executes.

use super::context::LaunchContext;
use super::fragments::WarpFragment;
use super::lane_fault::{LaneFault, WarpFault};
use super::observe::Tally;
use super::warp_core::WarpCore;
use crate::isa::LoopStep;
use crate::memory::SharedMemory;
use std::fmt::Debug;

/// The reason why a warp stopped.
pub(super) enum Stop {
    /// Every fragment waits or is gone.
    Idle,
    /// Its turn is over.
    Turn,
    /// This fragment is at a barrier of the block.
    Barrier(usize),
}

/// A fragment's arrival at a barrier of the block.
pub(super) struct Arrival {
    pub(super) id: u32,
    /// Threads to wait for; `None`: all of the block.
    pub(super) wanted: Option<u32>,
    /// Wait, or only arrive.
    pub(super) waits: bool,
    /// Every thread of the warp must reach the same instruction.
    pub(super) aligned: bool,
}

/// The votes of all threads that waited at a barrier.
#[derive(Debug, Clone, Copy)]
pub(super) struct Votes {
    pub(super) count: u32,
    pub(super) all: bool,
}

/// The warps of one instruction set.
pub(super) trait LockstepWarp: Debug + Default + Clone {
    /// The instructions as a launch has them.
    type LaunchedCode<'k>: Sync;

    /// Whether fragments that a barrier of the block lets go at one place go on together.
    const BARRIERS_JOIN: bool;

    /// The parts that the instructions have in loops that may wait.
    fn loop_steps(code: &Self::LaunchedCode<'_>) -> Vec<LoopStep>;

    /// Bytes of the host's memory for the registers and the local memory of a warp.
    fn bytes(context: &LaunchContext<'_>, code: &Self::LaunchedCode<'_>) -> u64;

    fn reset(&mut self, context: &LaunchContext<'_>, code: &Self::LaunchedCode<'_>, index: u32, block: [u32; 3]);

    /// Whether the warp is in the state that it was in `before`: with the same memory it does the same again.
    fn is_where(&self, before: &Self) -> bool;

    fn core(&self) -> &WarpCore;
    fn core_mut(&mut self) -> &mut WarpCore;

    /// Runs one fragment until it waits, splits or ends. A fault comes with its instruction.
    fn run_fragment(
        &mut self,
        f: usize,
        context: &LaunchContext<'_>,
        code: &Self::LaunchedCode<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
        turn: &mut u32,
    ) -> Result<Option<Stop>, (u32, Box<LaneFault>)>;

    /// Runs until the warp waits, a fragment reaches a barrier, or `turn` instructions are done.
    fn run(
        &mut self,
        context: &LaunchContext<'_>,
        code: &Self::LaunchedCode<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
        turn: &mut u32,
    ) -> Result<Stop, Box<WarpFault>> {
        while let Some(f) = self.core().fragments.ready() {
            match self.run_fragment(f, context, code, shared, tally, turn) {
                Ok(None) => {}
                Ok(Some(stop)) => return Ok(stop),
                Err((pc, fault)) => {
                    let LaneFault { lane, address, kind } = *fault;
                    return Err(Box::new(WarpFault { pc, warp: self.core().site.warp, lane, address, kind }));
                }
            }
        }
        Ok(Stop::Idle)
    }

    /// Returns the arrival that the barrier of fragment `f` asks for.
    fn arrival(&self, code: &Self::LaunchedCode<'_>, f: usize) -> Option<Arrival>;
    /// The lanes that a barrier of the warp names at which fragment `f` is.
    fn named(&self, code: &Self::LaunchedCode<'_>, f: usize) -> Option<u32>;
    /// The lanes of a waiting fragment that vote yes, where its barrier counts votes.
    fn votes(&self, code: &Self::LaunchedCode<'_>, fragment: &WarpFragment) -> Option<u32>;
    /// Gives a waiting fragment the result of its barrier.
    fn deliver(&mut self, code: &Self::LaunchedCode<'_>, fragment: &WarpFragment, votes: Votes);

    fn finished(&self) -> bool {
        self.core().fragments.list.is_empty()
    }
}
