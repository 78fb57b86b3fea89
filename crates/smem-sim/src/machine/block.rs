//! One block: its warps take turns, meet at barriers and share memory. It can be suspended and resumed.

mod asked;
mod barriers;
mod faults;
mod spinning;
mod warp_barriers;

use super::context::LaunchContext;
use super::fragments::{State, WarpFragment};
use super::hazards::Hazards;
use super::host_words::HostWord;
use super::lockstep::{LockstepWarp, Stop};
use super::observe::{Questions, Tally};
use super::schedule::Schedule;
use crate::fault::Fault;
use crate::memory::{AddressMap, SharedMemory};

/// The instructions that a warp executes before the next one has its turn.
const TURN: u32 = 1 << 14;

#[derive(Debug, Default)]
pub(crate) struct RunningBlock<W> {
    pub(super) index: [u32; 3],
    warps: Vec<W>,
    pub(super) shared: SharedMemory,
    /// The phase of the cluster's barrier when the block last ran.
    phase: u32,
    barriers: [Arrivals; 16],
    /// The first barrier that opened for threads that waited at another one.
    out_of_step: Option<OutOfStep>,
    /// The executions that the LSU's barriers wait for, since the last barrier; while the block runs, the tally's at that barrier.
    in_lsu: u64,
    /// The choices of the order of its warps; `None` for that of their numbers.
    schedule: Option<Schedule>,
    /// The race check, which the tally has while the block runs.
    pub(super) hazards: Option<Box<Hazards>>,
    /// The questions of its warps when it was last looked at whether it is stuck.
    questions: Option<Box<Questions>>,
    /// The words of the host's memory among it.
    pub(super) host_words: Vec<HostWord>,
}

/// The arrivals at one of a block's barriers.
#[derive(Debug, Clone, Copy, Default)]
struct Arrivals {
    threads: u32,
    /// The threads that have arrived, a whole warp counted as 32, for barriers with a count.
    rounded: u32,
    /// The count that the arriving threads named, if any.
    wanted: Option<u32>,
}

/// A question about a block that is stuck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    /// Only its own shared memory, or nothing.
    Itself,
    /// Global memory, which other blocks may change.
    Others,
}

/// Threads of a warp that waited at another instruction than the one at which a barrier opened.
#[derive(Debug, Clone, Copy)]
struct OutOfStep {
    /// The barrier that they had not come to, and the one that they waited at.
    pc: u32,
    met: u32,
    warp: u32,
    missing: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockProgress {
    Done,
    /// Every warp has had a turn, and some are not finished.
    More,
    /// None can go on before other blocks of the cluster do.
    Waits,
}

impl<W: LockstepWarp> RunningBlock<W> {
    pub(super) fn reset(&mut self, context: &LaunchContext<'_>, code: &W::LaunchedCode<'_>, index: [u32; 3]) {
        self.index = index;
        (self.phase, self.in_lsu, self.out_of_step) = (0, 0, None);
        self.schedule = context.schedule.map(|seed| Schedule::of(seed, context.number_of(index)));
        let count = context.threads.div_ceil(32);
        self.warps.resize_with(count as usize, W::default);
        for (i, warp) in self.warps.iter_mut().enumerate() {
            warp.reset(context, code, i as u32, self.index);
        }
        let system = &context.cooperative.reserved_shared;
        let declared = context.map.map_or(context.shared_bytes, AddressMap::kept_bytes);
        let past_end = context.allocated_shared.max(system.end) - context.shared_bytes;
        self.shared.reset(declared as usize, (declared + past_end) as usize, context.unwritten);
        for at in system.clone().step_by(8) {
            self.shared.store(at as usize, 8, 0);
        }
        self.barriers = [Arrivals::default(); 16];
        self.hazards = self.hazards.take().filter(|_| context.race_check && !context.shares_memory());
        // The blocks of a cluster have one check.
        if context.race_check && !context.shares_memory() {
            let number = context.number_of(index);
            let hazards = self.hazards.get_or_insert_with(Default::default);
            hazards.begin(number, index, count as usize, context.allocated_shared as usize, context.in_step);
            if let Some(trial) = context.trial {
                hazards.begin_trial(trial);
            }
            hazards.logs_fences = context.global_races;
        }
    }

    /// Gives every warp a turn.
    pub(super) fn run_turn(
        &mut self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> Result<BlockProgress, Fault> {
        tally.hazards = self.hazards.take();
        // Blocks take turns on a host thread, and each counts its own.
        self.in_lsu = tally.in_lsu().wrapping_sub(self.in_lsu);
        let result = self.run_warps(context, code, tally);
        self.in_lsu = tally.in_lsu().wrapping_sub(self.in_lsu);
        self.hazards = tally.hazards.take();
        if let Some(hazards) = &mut self.hazards {
            if !matches!(result, Ok(BlockProgress::More | BlockProgress::Waits)) {
                if result.is_ok() {
                    hazards.end_block()
                } else {
                    hazards.finish()
                }
                if let Some(global) = &mut tally.global {
                    global.finish(context.number_of(self.index));
                }
            }
            if !hazards.findings.is_empty() {
                tally.findings.merge(&hazards.findings.taken());
            }
        }
        result
    }

    /// Moves the findings of a block that cannot go on to the tally.
    pub(super) fn give_up(&mut self, tally: &mut Tally) {
        if let Some(hazards) = &mut self.hazards {
            hazards.give_up(tally);
        }
    }

    fn run_warps(
        &mut self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> Result<BlockProgress, Fault> {
        let mut moved = self.wake();
        match self.schedule {
            None => {
                for w in 0..self.warps.len() {
                    moved |= self.run_warp(w, TURN, context, code, tally)?;
                }
            }
            Some(mut schedule) => {
                let (held, first): (Vec<usize>, Vec<usize>) =
                    schedule.order(self.warps.len()).into_iter().partition(|_| schedule.holds_back());
                for w in first {
                    moved |= self.run_warp(w, schedule.turn(TURN), context, code, tally)?;
                }
                // Where no other can go on, none is held back.
                for w in if moved { Vec::new() } else { held } {
                    moved |= self.run_warp(w, schedule.turn(TURN), context, code, tally)?;
                }
                self.schedule = Some(schedule);
            }
        }
        if self.warps.iter().all(W::finished) {
            return Ok(BlockProgress::Done);
        }
        let waits = |f: &WarpFragment| f.state == State::Cluster;
        match moved {
            true => Ok(BlockProgress::More),
            false if self.warps.iter().any(|w| w.core().fragments.list.iter().any(waits)) => Ok(BlockProgress::Waits),
            false => match self.barrier_of_the_rest() {
                Some((id, pc)) => {
                    self.note_passers(context, id, tally);
                    self.open(code, id, pc, tally);
                    Ok(BlockProgress::More)
                }
                None if (0..self.warps.len()).any(|w| self.pass_warp_barrier(w, context, code, tally)) => {
                    Ok(BlockProgress::More)
                }
                None => Err(self.stuck(context)),
            },
        }
    }

    /// Gives a warp a turn of so many instructions. Returns whether it has gone on.
    fn run_warp(
        &mut self,
        w: usize,
        mut turn: u32,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> Result<bool, Fault> {
        let mut moved = false;
        loop {
            let before = turn;
            let stop = self.warps[w]
                .run(context, code, &mut self.shared, tally, &mut turn)
                .map_err(|fault| self.fault(context, *fault))?;
            moved |= turn != before;
            match stop {
                Stop::Idle if self.waits_for_itself(w) && self.pass_warp_barrier(w, context, code, tally) => {
                    moved = true;
                }
                Stop::Idle => return Ok(moved),
                Stop::Turn => return Ok(true),
                Stop::Barrier(f) => {
                    moved = true;
                    self.arrive(context, code, w, f, tally).map_err(|fault| self.fault(context, *fault))?;
                }
            }
        }
    }

    /// The times that the cluster's barrier has opened.
    fn cluster_phase(&self) -> u32 {
        self.shared.cluster.as_ref().map_or(0, |cluster| cluster.seen)
    }

    /// Lets threads that wait at the cluster's barrier look again, if it has opened since. Returns whether it has.
    fn wake(&mut self) -> bool {
        let phase = self.cluster_phase();
        if phase == self.phase {
            return false;
        }
        self.phase = phase;
        for warp in &mut self.warps {
            let core = warp.core_mut();
            core.site.epoch += 1;
            for fragment in core.fragments.list.iter_mut().filter(|f| f.state == State::Cluster) {
                fragment.state = State::Ready;
            }
        }
        true
    }
}
