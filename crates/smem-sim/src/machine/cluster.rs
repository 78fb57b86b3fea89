//! One cluster: its blocks take turns, and each reaches the shared memory of the others while it runs. A launch without clusters has a
//! cluster for each block.

use super::block::{Asks, BlockProgress, RunningBlock};
use super::context::LaunchContext;
use super::hazards::Hazards;
use super::host_words::HostWord;
use super::lockstep::LockstepWarp;
use super::observe::Tally;
use crate::fault::Fault;
use crate::memory::ClusterMemory;

/// Turns after which it is looked at for the first time whether a cluster is stuck.
const FIRST_LOOK: u32 = 4;

/// The number of a cluster in the grid, and its blocks.
#[derive(Debug, Default)]
pub(crate) struct RunningCluster<W> {
    pub(super) number: u64,
    /// Turns since it began, and after how many it is next looked at whether it is stuck.
    turns: u32,
    look_at: u32,
    /// The state of global memory in which it cannot go on.
    pub(super) asleep: Option<u64>,
    blocks: Vec<RunningBlock<W>>,
    /// Blocks that have not finished.
    running: Vec<bool>,
    /// Which the running block has meanwhile.
    memory: Option<Box<ClusterMemory>>,
    /// The race check of blocks that reach the memory of one another; the running block has it meanwhile.
    hazards: Option<Box<Hazards>>,
}

impl<W: LockstepWarp> RunningCluster<W> {
    pub(super) fn reset(&mut self, context: &LaunchContext<'_>, code: &W::LaunchedCode<'_>, number: u64) {
        self.number = number;
        (self.turns, self.look_at, self.asleep) = (0, FIRST_LOOK, None);
        let [x, y, z] = context.cluster;
        let clusters = [0, 1].map(|axis| u64::from(context.grid[axis] / context.cluster[axis]));
        let first = [number % clusters[0], number / clusters[0] % clusters[1], number / (clusters[0] * clusters[1])];
        let count = x * y * z;
        self.blocks.resize_with(count as usize, RunningBlock::default);
        for (rank, block) in (0..count).zip(&mut self.blocks) {
            let inside = [rank % x, rank / x % y, rank / (x * y)];
            let index = std::array::from_fn(|axis| first[axis] as u32 * context.cluster[axis] + inside[axis]);
            block.reset(context, code, index);
        }
        self.running.clear();
        self.running.resize(count as usize, true);
        self.memory = Some(Box::new(ClusterMemory::new(count as usize, context.threads)));
        if context.race_check && context.shares_memory() {
            self.begin_check(context);
        }
    }

    /// Begins the race check of all blocks together.
    fn begin_check(&mut self, context: &LaunchContext<'_>) {
        let hazards = self.hazards.get_or_insert_with(Default::default);
        let blocks: Vec<_> = self.blocks.iter().map(|block| block.index).collect();
        let number = blocks.first().map_or(0, |first| context.number_of(*first));
        hazards.begin_cluster(
            number,
            &blocks,
            context.threads.div_ceil(32) as usize,
            context.allocated_shared as usize,
        );
        if let Some(trial) = context.trial {
            hazards.begin_trial(trial);
        }
    }

    /// Gives every warp of every block a turn.
    pub(super) fn run_turn(
        &mut self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> Result<BlockProgress, Fault> {
        let mut moved = false;
        for own in 0..self.blocks.len() {
            if !self.running[own] {
                continue;
            }
            self.lend(own, context);
            let progress = self.blocks[own].run_turn(context, code, tally);
            self.take_back(own);
            match progress? {
                BlockProgress::Done => {
                    self.running[own] = false;
                    self.blocks[own].shared.has_ended = true;
                    moved = true;
                    tally.finish(self.blocks[own].index);
                }
                BlockProgress::More => moved = true,
                BlockProgress::Waits => {}
            }
        }
        match self.running.iter().position(|running| *running) {
            None => Ok(BlockProgress::Done),
            Some(_) if moved => Ok(BlockProgress::More),
            Some(first) => Err(self.blocks[first].stuck(context)),
        }
    }

    /// Notes a turn. Returns whether it is time to look whether the cluster is stuck.
    pub(super) fn is_suspect(&mut self) -> bool {
        self.turns += 1;
        let is_due = self.turns >= self.look_at;
        if is_due {
            self.look_at = self.turns.saturating_mul(2);
        }
        is_due
    }

    /// Runs each warp for a while, and returns what the cluster asks for if it cannot go on by itself. `None` if it can, or may.
    pub(super) fn asks(
        &mut self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> Result<Option<Asks>, Fault> {
        let mut all = Asks::Itself;
        for own in 0..self.blocks.len() {
            if !self.running[own] {
                continue;
            }
            self.lend(own, context);
            let asks = self.blocks[own].asks(context, code, tally);
            self.take_back(own);
            match asks? {
                None => return Ok(None),
                Some(Asks::Others) => all = Asks::Others,
                Some(Asks::Itself) => {}
            }
        }
        // A block may have changed the memory of one in front of it.
        let changed = self.blocks.iter().any(|block| block.shared.changed);
        Ok((!changed).then_some(all))
    }

    /// The fault of a cluster that is stuck. Moves the findings of its blocks to the tally.
    pub(super) fn deadlock(
        &mut self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
        asks: Asks,
        also: &str,
    ) -> Fault {
        self.give_up(tally);
        let first = self.running.iter().position(|running| *running).unwrap_or(0);
        // Threads may ask for what is in the memory of another block.
        self.lend(first, context);
        let fault = self.blocks[first].deadlock(context, code, asks, also);
        self.take_back(first);
        fault
    }

    /// The words of the host's memory that its blocks ask for.
    pub(super) fn host_words(&self) -> impl Iterator<Item = &HostWord> {
        self.blocks.iter().zip(&self.running).filter(|(_, running)| **running).flat_map(|(block, _)| &block.host_words)
    }

    /// Gives a block the memory of the others.
    fn lend(&mut self, own: usize, context: &LaunchContext<'_>) {
        let Some(mut memory) = self.memory.take() else { return };
        if let Some(mut hazards) = self.hazards.take() {
            hazards.run_as(own, context.threads.div_ceil(32) as usize);
            self.blocks[own].hazards = Some(hazards);
        }
        memory.own = own;
        memory.seen = memory.barrier.phase;
        for (at, block) in self.blocks.iter_mut().enumerate().filter(|(at, _)| *at != own) {
            memory.blocks[at] = std::mem::take(&mut block.shared);
        }
        self.blocks[own].shared.cluster = Some(memory);
    }

    fn take_back(&mut self, own: usize) {
        if self.blocks.len() > 1 {
            self.hazards = self.blocks[own].hazards.take();
        }
        let Some(mut memory) = self.blocks[own].shared.cluster.take() else { return };
        for (at, block) in self.blocks.iter_mut().enumerate().filter(|(at, _)| *at != own) {
            block.shared = std::mem::take(&mut memory.blocks[at]);
        }
        self.memory = Some(memory);
    }

    /// Moves the findings of the blocks that run to the tally.
    fn give_up(&mut self, tally: &mut Tally) {
        let running = self.blocks.iter_mut().zip(&self.running).filter(|(_, running)| **running);
        running.for_each(|(block, _)| block.give_up(tally));
        if let Some(hazards) = &mut self.hazards {
            hazards.give_up(tally);
        }
    }

    /// The fault of a launch that has run for too long. Moves the findings of its blocks to the tally.
    pub(super) fn too_long(&mut self, context: &LaunchContext<'_>, tally: &mut Tally, limit: u64) -> Fault {
        self.give_up(tally);
        let running = self.running.iter().position(|running| *running).unwrap_or(0);
        self.blocks[running].too_long(context, limit)
    }
}
