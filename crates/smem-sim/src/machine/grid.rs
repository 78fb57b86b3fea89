//! Runs the blocks of a launch on a few host threads.
//!
//! Clusters start in order, and without clusters blocks. A host thread keeps one, or a few that take turns, so that a block which waits for
//! an earlier one always sees it run. Where none of them ends for long, further ones run beside them, for which they may wait.

use super::block::{Asks, BlockProgress};
use super::carried_reads::CarriedReads;
use super::cluster::RunningCluster;
use super::context::LaunchContext;
use super::copied_loads::CopiedLoads;
use super::host_settings::{HostSettings, MOST_RUNNING, WARP};
use super::live_parts::LiveParts;
use super::lockstep::LockstepWarp;
use super::memory_need::MemoryNeed;
use super::observe::{CodePlans, Observer, Tally, WaitPlan, of_lsu};
use super::sample::ClusterSample;
use super::schedule::{RESIDENT, Schedule, started};
use super::sleepers::{Sleepers, Woken};
use crate::fault::Fault;
use crate::profile::Profile;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// The thread instructions that earlier blocks may still execute after a fault: one of them may wait for the faulted block forever.
const GRACE: u64 = 1 << 28;

/// Turns of each block of a host thread without one that ends, after which more blocks run beside them.
const PATIENCE: usize = 16;

struct GridProgress {
    /// The place in the sample of the cluster to start next.
    next: AtomicU64,
    /// The number of the first cluster that faulted: later ones need not run.
    stop: AtomicU64,
    spent: AtomicU64,
    spent_since_fault: AtomicU64,
    fault: Mutex<Option<(u64, Fault)>>,
    need: MemoryNeed,
    sleepers: Sleepers,
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
    let size = cluster_size(context);
    let in_grid = context.grid.iter().fold(1u64, |a, &n| a.saturating_mul(n.into()));
    // The blocks of a cluster run together, in a sample as well.
    let sample = match &host.only[..] {
        [] => ClusterSample::of(in_grid / size, host.sample.div_ceil(size)),
        only => ClusterSample::of(only.len() as u64, 0),
    };
    host.control.begin(sample.clusters * size);
    // By another order several blocks take turns from the start.
    let resident = host.resident.max(if host.schedule.is_some() { RESIDENT } else { 1 });
    // The knowledge of blocks about one another is kept in one place.
    let most = if context.global_races || host.schedule.is_some() { 1 } else { host.host_threads.max(1) };
    let host_threads = (most as u64).min(sample.clusters.div_ceil(resident as u64)) as usize;
    let progress = GridProgress {
        next: AtomicU64::new(0),
        stop: AtomicU64::new(u64::MAX),
        spent: AtomicU64::new(0),
        spent_since_fault: AtomicU64::new(0),
        fault: Mutex::new(None),
        need: MemoryNeed::of::<W>(context, code),
        sleepers: Sleepers::new(host_threads, Arc::clone(&host.patience)),
    };
    let share = resident.div_ceil(host_threads);
    let waits = Arc::new(WaitPlan::of_origins(&W::loop_steps(code), &context.kernel.origins));
    let live = Arc::new(LiveParts::new(&context.kernel.code));
    let carried = if context.race_check { CarriedReads::new(&context.kernel.code) } else { CarriedReads::default() };
    let copied = Arc::<CopiedLoads>::default();
    let plans = CodePlans { waits, live, copied, carried: Arc::new(carried), of_lsu: of_lsu(context.kernel) };
    let new_tally = || {
        let mut tally = Tally::new(context.kernel.info.len(), context.banks, plans.clone(), new.map(|new| new()));
        tally.global = context.global_races.then(Default::default);
        tally
    };
    let work = || {
        let tally = run_clusters::<W>(context, code, host, sample, share, &progress, new_tally());
        progress.sleepers.leave();
        tally
    };
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
    observers.extend(tally.observer.take());
    let mut profile = tally.profile(context);
    (profile.grid_blocks, profile.blocks_run) = (in_grid, host.control.blocks_done());
    match progress.fault.into_inner().ok().flatten() {
        Some((_, fault)) => Err(Fault { so_far: Some(Box::new(profile)), ..fault }),
        None => {
            profile.stopped = host.control.is_stopped() && profile.blocks_run < sample.clusters * size;
            Ok((profile, observers))
        }
    }
}

/// The blocks of a cluster.
fn cluster_size(context: &LaunchContext<'_>) -> u64 {
    context.cluster.iter().map(|&blocks| u64::from(blocks)).product()
}

/// The state of global memory in which none of these can go on.
fn state_of_all_asleep<W>(running: &VecDeque<RunningCluster<W>>) -> Option<u64> {
    let state = running.front()?.asleep?;
    running.iter().all(|cluster| cluster.asleep == Some(state)).then_some(state)
}

/// Words on the other blocks of a launch that cannot go on.
fn others<W>(running: &VecDeque<RunningCluster<W>>, sample: ClusterSample, progress: &GridProgress) -> String {
    let mut words = String::new();
    if running.len() > 1 {
        words += &format!("; {} other blocks wait as well", running.len() - 1);
    }
    let begun = progress.next.load(Relaxed).min(sample.clusters);
    if begun < sample.clusters {
        words += &format!("; {} blocks have not begun, because so many do not run at a time", sample.clusters - begun);
    }
    words
}

fn run_clusters<W: LockstepWarp>(
    context: &LaunchContext<'_>,
    code: &W::LaunchedCode<'_>,
    host: &HostSettings,
    sample: ClusterSample,
    resident: usize,
    progress: &GridProgress,
    mut tally: Tally,
) -> Tally {
    let mut running: VecDeque<RunningCluster<W>> = VecDeque::new();
    let mut unused: Vec<RunningCluster<W>> = Vec::new();
    let mut reported = 0;
    let mut resident = resident;
    let mut turns = 0;
    let mut memory = progress.need.of_host_thread();
    let mut schedule = host.schedule.map(|seed| Schedule::of(seed, u64::MAX));
    loop {
        while running.len() < resident {
            if unused.is_empty() {
                if !memory.take(context) {
                    // A kernel whose blocks all run at the same time needs them all.
                    if host.resident == 0 && !running.is_empty() {
                        resident = running.len();
                        break;
                    }
                    if host.resident != 0 || !memory.others_run() {
                        progress.report(0, progress.need.fault(context));
                    }
                    return tally;
                }
                unused.push(RunningCluster::default());
            }
            let at = progress.next.fetch_add(1, Relaxed);
            if at >= sample.clusters || host.control.is_stopped() {
                break;
            }
            let place = host.schedule.map_or(at, |seed| started(seed, at, sample.clusters));
            let number = host.only.get(place as usize).copied().unwrap_or_else(|| sample.number(place));
            let stop = progress.stop.load(Relaxed);
            if number > stop || host.schedule.is_some() && stop != u64::MAX {
                break;
            }
            let mut cluster = unused.pop().unwrap_or_default();
            cluster.reset(context, code, number);
            running.push_back(cluster);
        }
        let can_grow = |running: &VecDeque<RunningCluster<W>>| {
            // They may wait for later ones.
            let threads = running.len() as u64 * u64::from(context.threads) * cluster_size(context);
            let is_more = progress.next.load(Relaxed) < sample.clusters && progress.stop.load(Relaxed) == u64::MAX;
            host.resident == 0 && is_more && threads < MOST_RUNNING
        };
        if let Some(state) = state_of_all_asleep(&running) {
            if can_grow(&running) {
                resident = 2 * running.len();
                continue;
            }
            let stops = || host.control.is_stopped() || progress.stop.load(Relaxed) != u64::MAX;
            let words: Vec<_> = running.iter().flat_map(RunningCluster::host_words).copied().collect();
            match progress.sleepers.sleep(context, state, &words, stops) {
                Woken::Look => running.iter_mut().for_each(|cluster| cluster.asleep = None),
                Woken::Never => {
                    let others = others(&running, sample, progress);
                    let cluster = &mut running[0];
                    let fault = cluster.deadlock(context, code, &mut tally, Asks::Others, &others);
                    progress.report(cluster.number, fault);
                    return tally;
                }
            }
        }
        if let Some(schedule) = schedule.as_mut().filter(|_| running.len() > 1) {
            let next = schedule.next_cluster(running.iter().map(|cluster| cluster.number));
            running.swap(0, next);
        }
        let Some(mut cluster) = running.pop_front() else { return tally };
        if host.control.is_stopped() {
            return tally;
        }
        let stop = progress.stop.load(Relaxed);
        if cluster.number > stop {
            unused.push(cluster);
            continue;
        }
        if cluster.asleep.is_some_and(|state| state == progress.sleepers.state(context)) {
            running.push_back(cluster);
            continue;
        }
        let result = cluster.run_turn(context, code, &mut tally);
        if let Some(trial) = context.trial
            && !trial.ended_by.is_empty()
            && tally.findings.have_race_of(trial.ended_by, context)
        {
            host.control.stop();
        }
        let spent = WARP * (tally.warp_instructions - reported);
        reported = tally.warp_instructions;
        let total = progress.spent.fetch_add(spent, Relaxed) + spent;
        host.control.add(spent, if matches!(result, Ok(BlockProgress::Done)) { cluster_size(context) } else { 0 });
        if stop != u64::MAX && progress.spent_since_fault.fetch_add(spent, Relaxed) > GRACE {
            return tally;
        }
        match result {
            Err(fault) => {
                progress.report(cluster.number, fault);
                unused.push(cluster);
            }
            Ok(_) if host.limit != 0 && total > host.limit => {
                progress.report(cluster.number, cluster.too_long(context, &mut tally, host.limit));
                return tally;
            }
            Ok(BlockProgress::Done) => {
                turns = 0;
                unused.push(cluster);
            }
            Ok(BlockProgress::More | BlockProgress::Waits) => {
                if cluster.is_suspect() {
                    let state = progress.sleepers.state(context);
                    match cluster.asks(context, code, &mut tally) {
                        Err(fault) => {
                            progress.report(cluster.number, fault);
                            unused.push(cluster);
                            continue;
                        }
                        Ok(Some(Asks::Itself)) => {
                            let fault = cluster.deadlock(context, code, &mut tally, Asks::Itself, "");
                            progress.report(cluster.number, fault);
                            unused.push(cluster);
                            continue;
                        }
                        Ok(Some(Asks::Others)) => cluster.asleep = Some(state),
                        Ok(None) => cluster.asleep = None,
                    }
                }
                running.push_back(cluster);
                turns += 1;
                if turns > PATIENCE * running.len() && can_grow(&running) {
                    turns = 0;
                    resident = resident.max(2 * running.len());
                }
            }
        }
    }
}
