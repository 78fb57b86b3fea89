//! Runs the blocks of a launch on a few host threads.
//!
//! Blocks start in order. A host thread keeps one block, or a few that take turns, so that a block which waits for an
//! earlier one always sees it run.

use super::block::{BlockProgress, RunningBlock};
use super::context::LaunchContext;
use super::lockstep::LockstepWarp;
use super::observe::{Observer, Tally, WaitPlan};
use super::sample::BlockSample;
use crate::fault::Fault;
use crate::launch_control::LaunchControl;
use crate::profile::Profile;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// Settings of the host for a launch.
#[derive(Debug, Clone)]
pub(crate) struct HostSettings {
    pub(crate) host_threads: usize,
    /// Blocks that take turns.
    pub(crate) resident: usize,
    /// The limit of thread instructions, counted as [`WARP`] for each instruction of a warp; 0 for no limit.
    pub(crate) limit: u64,
    /// Blocks of each launch that are run; 0 for all.
    pub(crate) sample: u64,
    pub(crate) control: LaunchControl,
}

/// The thread instructions that an instruction of a warp counts as: its cost does not depend on its active lanes.
const WARP: u64 = 32;

/// The thread instructions that earlier blocks may still execute after a fault: one of them may wait for the faulted block forever.
const GRACE: u64 = 1 << 28;

struct GridProgress {
    /// The place in the sample of the block to start next.
    next: AtomicU64,
    /// The number of the first block that faulted: later ones need not run.
    stop: AtomicU64,
    spent: AtomicU64,
    spent_since_fault: AtomicU64,
    fault: Mutex<Option<(u64, Fault)>>,
}

impl GridProgress {
    fn report(&self, number: u64, fault: Fault) {
        self.stop.fetch_min(number, Relaxed);
        if let Ok(mut slot) = self.fault.lock()
            && slot.as_ref().is_none_or(|(other, _)| number < *other)
        {
            *slot = Some((number, fault));
        }
    }
}

/// Makes an observer for each host thread.
pub(crate) type NewObserver<'o> = &'o (dyn Fn() -> Box<dyn Observer> + Sync);

/// Runs all blocks; returns the profile and the observers of all host threads.
pub(super) fn run<W: LockstepWarp>(
    context: &LaunchContext<'_>,
    code: &W::LaunchedCode<'_>,
    host: &HostSettings,
    new: Option<NewObserver<'_>>,
) -> Result<(Profile, Vec<Box<dyn Observer>>), Fault> {
    let in_grid = context.grid.iter().fold(1u64, |a, &n| a.saturating_mul(n.into()));
    let sample = BlockSample::of(in_grid, host.sample);
    host.control.begin(sample.blocks);
    let progress = GridProgress {
        next: AtomicU64::new(0),
        stop: AtomicU64::new(u64::MAX),
        spent: AtomicU64::new(0),
        spent_since_fault: AtomicU64::new(0),
        fault: Mutex::new(None),
    };
    let resident = host.resident.max(1);
    let host_threads = (host.host_threads.max(1) as u64).min(sample.blocks.div_ceil(resident as u64)) as usize;
    let share = resident.div_ceil(host_threads);
    let waits = Arc::new(WaitPlan::new(&W::loop_steps(code)));
    let work = || run_blocks::<W>(context, code, host, sample, share, &progress, (&waits, new));
    let mut observers = Vec::new();
    let mut tally = if host_threads == 1 {
        work()
    } else {
        std::thread::scope(|scope| {
            // If the host cannot start that many threads, fewer do the work.
            let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..host_threads).map_while(spawn).collect();
            let mut all = work();
            for other in others {
                // A panic of a worker is a bug in the simulator; it is passed on to the caller.
                let other = other.join().unwrap_or_else(|e| std::panic::resume_unwind(e));
                all.merge(&other);
                observers.extend(other.observer);
            }
            all
        })
    };
    let fault = progress.fault.into_inner().ok().flatten();
    match fault {
        Some((_, fault)) => Err(fault),
        None => {
            observers.extend(tally.observer.take());
            let mut profile = tally.profile(context);
            (profile.grid_blocks, profile.blocks_run) = (in_grid, host.control.blocks_done());
            profile.stopped = host.control.is_stopped() && profile.blocks_run < sample.blocks;
            Ok((profile, observers))
        }
    }
}

fn run_blocks<W: LockstepWarp>(
    context: &LaunchContext<'_>,
    code: &W::LaunchedCode<'_>,
    host: &HostSettings,
    sample: BlockSample,
    resident: usize,
    progress: &GridProgress,
    (waits, new): (&Arc<WaitPlan>, Option<NewObserver<'_>>),
) -> Tally {
    let mut tally = Tally::new(context.kernel.info.len(), context.banks, Arc::clone(waits), new.map(|new| new()));
    let mut running: VecDeque<RunningBlock<W>> = VecDeque::new();
    let mut unused: Vec<RunningBlock<W>> = Vec::new();
    let mut reported = 0;
    loop {
        while running.len() < resident {
            let at = progress.next.fetch_add(1, Relaxed);
            if at >= sample.blocks || host.control.is_stopped() {
                break;
            }
            let number = sample.number(at);
            if number > progress.stop.load(Relaxed) {
                break;
            }
            let mut block = unused.pop().unwrap_or_default();
            block.reset(context, code, number);
            if context.race_check {
                block.check_races(context);
            }
            running.push_back(block);
        }
        let Some(mut block) = running.pop_front() else { return tally };
        if host.control.is_stopped() {
            return tally;
        }
        let stop = progress.stop.load(Relaxed);
        if block.number > stop {
            unused.push(block);
            continue;
        }
        let result = block.run_turn(context, code, &mut tally);
        let spent = WARP * (tally.warp_instructions - reported);
        reported = tally.warp_instructions;
        let total = progress.spent.fetch_add(spent, Relaxed) + spent;
        host.control.add(spent, u64::from(matches!(result, Ok(BlockProgress::Done))));
        if stop != u64::MAX && progress.spent_since_fault.fetch_add(spent, Relaxed) > GRACE {
            return tally;
        }
        match result {
            Err(fault) => {
                progress.report(block.number, fault);
                unused.push(block);
            }
            Ok(_) if host.limit != 0 && total > host.limit => {
                progress.report(block.number, block.too_long(context, host.limit));
                return tally;
            }
            Ok(BlockProgress::Done) => {
                tally.finish(block.index);
                unused.push(block);
            }
            Ok(BlockProgress::More) => running.push_back(block),
        }
    }
}
