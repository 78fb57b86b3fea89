//! One block: its warps take turns, meet at barriers and share memory. It can be suspended and resumed.

use super::context::LaunchContext;
use super::fragments::{State, WarpFragment};
use super::hazards::Hazards;
use super::lane_fault::WarpFault;
use super::lockstep::{LockstepWarp, Stop, Votes};
use super::observe::Tally;
use super::site::thread;
use crate::fault::{Fault, FaultKind, FaultSite};
use crate::isa::NOWHERE;
use crate::lanes::lanes;
use crate::memory::{AddressMap, SharedMemory};
use std::sync::Arc;

/// The instructions that a warp executes before the next one has its turn.
const TURN: u32 = 1 << 14;

#[derive(Debug, Clone, Copy, Default)]
struct Arrivals {
    threads: u32,
    /// The threads that have arrived, a whole warp counted as 32, for barriers with a count.
    rounded: u32,
    /// The count that the arriving threads named, if any.
    wanted: Option<u32>,
}

#[derive(Debug, Default)]
pub(crate) struct RunningBlock<W> {
    pub(super) index: [u32; 3],
    warps: Vec<W>,
    pub(super) shared: SharedMemory,
    /// The phase of the cluster's barrier when the block last ran.
    phase: u32,
    barriers: [Arrivals; 16],
    /// The race check, which the tally has while the block runs.
    hazards: Option<Box<Hazards>>,
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
        self.phase = 0;
        let count = context.threads.div_ceil(32);
        self.warps.resize_with(count as usize, W::default);
        for (i, warp) in self.warps.iter_mut().enumerate() {
            warp.reset(context, code, i as u32, self.index);
        }
        let system = &context.cooperative.reserved_shared;
        let addressed = context.shared_bytes.max(system.end);
        self.shared.reset(context.map.map_or(addressed, AddressMap::kept_bytes) as usize);
        for at in system.clone().step_by(8) {
            self.shared.store(at as usize, 8, 0);
        }
        self.barriers = [Arrivals::default(); 16];
        if context.race_check {
            let number = context.number_of(index);
            let hazards = self.hazards.get_or_insert_with(Default::default);
            hazards.begin(number, index, count as usize, context.shared_bytes as usize);
            if let Some(trial) = context.trial {
                hazards.count_pairs(trial.meant_only);
            }
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
        let result = self.run_warps(context, code, tally);
        self.hazards = tally.hazards.take();
        if let Some(hazards) = &mut self.hazards
            && !hazards.findings.is_empty()
        {
            tally.findings.merge(&hazards.findings.taken());
        }
        result
    }

    fn run_warps(
        &mut self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> Result<BlockProgress, Fault> {
        let mut moved = self.wake(tally.hazards.as_deref_mut());
        for w in 0..self.warps.len() {
            let mut turn = TURN;
            loop {
                let before = turn;
                let stop = self.warps[w]
                    .run(context, code, &mut self.shared, tally, &mut turn)
                    .map_err(|fault| self.fault(context, *fault))?;
                moved |= turn != before;
                match stop {
                    Stop::Idle => break,
                    Stop::Turn => {
                        moved = true;
                        break;
                    }
                    Stop::Barrier(f) => {
                        moved = true;
                        self.arrive(context, code, w, f, tally.hazards.as_deref_mut())
                            .map_err(|fault| self.fault(context, *fault))?;
                    }
                }
            }
        }
        if self.warps.iter().all(W::finished) {
            return Ok(BlockProgress::Done);
        }
        let waits = |f: &WarpFragment| f.state == State::Cluster;
        match moved {
            true => Ok(BlockProgress::More),
            false if self.warps.iter().any(|w| w.core().fragments.list.iter().any(waits)) => Ok(BlockProgress::Waits),
            false if self.open_for_the_rest(code, tally.hazards.as_deref_mut()) => Ok(BlockProgress::More),
            false => Err(self.stuck(context)),
        }
    }

    /// Lets threads that wait at the cluster's barrier look again, if it has opened since. Returns whether it has.
    fn wake(&mut self, hazards: Option<&mut Hazards>) -> bool {
        let phase = self.shared.cluster.as_ref().map_or(0, |cluster| cluster.seen);
        if phase == self.phase {
            return false;
        }
        self.phase = phase;
        if let Some(hazards) = hazards {
            hazards.cluster_release();
        }
        for warp in &mut self.warps {
            let core = warp.core_mut();
            core.site.epoch += 1;
            for fragment in core.fragments.list.iter_mut().filter(|f| f.state == State::Cluster) {
                fragment.state = State::Ready;
            }
        }
        true
    }

    fn arrive(
        &mut self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        w: usize,
        f: usize,
        mut hazards: Option<&mut Hazards>,
    ) -> Result<(), Box<WarpFault>> {
        let warp = &mut self.warps[w];
        let fragment = warp.core().fragments.list[f];
        let pc = fragment.pc;
        let Some(barrier) = warp.arrival(code, f) else { return Ok(()) };
        let lane = fragment.mask.trailing_zeros();
        let index = warp.core().site.warp;
        let fault = |lane: u32, kind| Box::new(WarpFault { pc, warp: index, lane, address: None, kind });
        let id = barrier.id;
        if id > 15 {
            return Err(fault(
                lane,
                FaultKind::Barrier(format!("barrier {id} does not exist: a block has the barriers 0 to 15")),
            ));
        }
        let wanted = barrier.wanted;
        if let Some(count) = wanted
            && (count == 0 || count % 32 != 0 || count > context.threads.next_multiple_of(32))
        {
            let message = format!("{count} threads are not whole warps of a block of {}", context.threads);
            return Err(fault(lane, FaultKind::Barrier(message)));
        }
        if barrier.aligned {
            let elsewhere = warp.core().fragments.list.iter().find(|o| o.state == State::Barrier(id) && o.pc != pc);
            if let Some(other) = elsewhere {
                let line = |pc: u32| context.kernel.info[pc as usize].line;
                let message = format!(
                    "barrier not reached by every thread: lanes {:#010x} of the warp wait at line {} and lanes {:#010x} at line {}",
                    other.mask,
                    line(other.pc),
                    fragment.mask,
                    line(pc)
                );
                return Err(fault(lane, FaultKind::Barrier(message)));
            }
        }
        let arrivals = &mut self.barriers[id as usize];
        if arrivals.threads > 0 && arrivals.wanted != wanted {
            let message = format!("threads name different counts for barrier {id}");
            return Err(fault(lane, FaultKind::Barrier(message)));
        }
        arrivals.wanted = wanted;
        arrivals.threads += fragment.mask.count_ones();
        arrivals.rounded += if fragment.mask == warp.core().lanes { 32 } else { fragment.mask.count_ones() };
        let warp = &mut self.warps[w];
        if barrier.waits {
            warp.core_mut().fragments.list[f].state = State::Barrier(id);
        } else {
            warp.core_mut().fragments.list[f].pc = pc + 1;
            if let Some(hazards) = &mut hazards {
                hazards.barrier_arrival(id, index, fragment.mask);
            }
        }
        let full = match wanted {
            None => arrivals.threads >= context.threads,
            Some(count) => arrivals.rounded >= count,
        };
        if full {
            self.open(code, id, hazards);
        }
        Ok(())
    }

    /// Opens the barrier for all at which every thread waits that has not ended, if there is one. From compute capability 7.0 on a
    /// barrier does not wait for threads that have ended (CUDA C++ Programming Guide, "Independent Thread Scheduling").
    fn open_for_the_rest(&mut self, code: &W::LaunchedCode<'_>, hazards: Option<&mut Hazards>) -> bool {
        let alive: u32 = self.warps.iter().map(|w| w.core().fragments.alive().count_ones()).sum();
        let is_open = |barrier: &Arrivals| barrier.wanted.is_none() && barrier.threads == alive;
        let Some(id) = self.barriers.iter().position(is_open) else { return false };
        self.open(code, id as u32, hazards);
        true
    }

    /// Opens a barrier: its threads go on, and know what they did in front of it.
    fn open(&mut self, code: &W::LaunchedCode<'_>, id: u32, hazards: Option<&mut Hazards>) {
        let arrived = std::mem::take(&mut self.barriers[id as usize]);
        if let Some(hazards) = hazards {
            self.order_release(hazards, id, arrived.wanted.is_none());
        }
        self.release(code, id);
    }

    /// Notes that all threads at this barrier have waited for one another.
    fn order_release(&self, hazards: &mut Hazards, id: u32, is_for_all: bool) {
        let at =
            |w: &W| w.core().fragments.list.iter().filter(|f| f.state == State::Barrier(id)).fold(0, |m, f| m | f.mask);
        let waiting: Vec<(u32, u32)> =
            self.warps.iter().map(|w| (w.core().site.warp, at(w))).filter(|w| w.1 != 0).collect();
        // A thread that has ended is not missed at a barrier for all.
        let missing = |w: &W| if is_for_all { w.core().fragments.alive() } else { w.core().lanes } & !at(w);
        if self.warps.iter().all(|w| missing(w) == 0) {
            hazards.whole_block();
        } else {
            hazards.barrier_release(id, &waiting);
        }
    }

    /// Releases all threads at this barrier, with the result of its reduction if it has one.
    fn release(&mut self, code: &W::LaunchedCode<'_>, id: u32) {
        let mut votes = Votes { count: 0, all: true };
        let alive: u32 = self.warps.iter().map(|w| w.core().fragments.alive().count_ones()).sum();
        let mut waiting = 0;
        for warp in &self.warps {
            for f in warp.core().fragments.list.iter().filter(|f| f.state == State::Barrier(id)) {
                waiting += f.mask.count_ones();
                if let Some(yes) = warp.votes(code, f) {
                    votes.count += (yes & f.mask).count_ones();
                    votes.all &= yes & f.mask == f.mask;
                }
            }
        }
        for warp in &mut self.warps {
            warp.core_mut().site.epoch += u32::from(waiting == alive);
            for i in 0..warp.core().fragments.list.len() {
                let f = warp.core().fragments.list[i];
                if f.state != State::Barrier(id) {
                    continue;
                }
                warp.deliver(code, &f, votes);
                let f = &mut warp.core_mut().fragments.list[i];
                f.pc += 1;
                f.state = State::Ready;
            }
            if W::BARRIERS_JOIN {
                warp.core_mut().fragments.merge();
            }
        }
    }

    fn fault(&self, context: &LaunchContext<'_>, fault: WarpFault) -> Fault {
        let info = &context.kernel.info[fault.pc as usize];
        let [width, height, _] = context.block;
        Fault {
            kind: fault.kind,
            kernel: Some(Arc::clone(&context.kernel.name)),
            site: Some(Box::new(FaultSite {
                isa: context.kernel.code.isa(),
                line: info.line,
                instruction: Arc::clone(&info.text),
                loc: info.loc.clone(),
                block: self.index,
                thread: thread(fault.warp, fault.lane, width, height),
                address: fault.address,
            })),
        }
    }

    /// The fault of a block that cannot continue: some threads wait for others that never arrive.
    pub(super) fn stuck(&self, context: &LaunchContext<'_>) -> Fault {
        let line = |pc: u32| context.kernel.info.get(pc as usize).map_or(0, |i| i.line);
        for warp in &self.warps {
            let gathering = warp.core().fragments.list.iter().find(|f| f.state == State::Gathering);
            if let Some(f) = gathering {
                let lane = f.mask.trailing_zeros();
                let elsewhere = warp.core().fragments.alive() & !f.mask;
                let kind = FaultKind::Warp(format!(
                    "lanes {:#010x} wait for lanes of {elsewhere:#010x}, which never execute this",
                    f.mask
                ));
                return self
                    .fault(context, WarpFault { pc: f.pc, warp: warp.core().site.warp, lane, address: None, kind });
            }
        }
        let waiting = self.warps.iter().flat_map(|w| w.core().fragments.list.iter().map(move |f| (w, f)));
        let Some((first, at)) = waiting.clone().find(|(_, f)| matches!(f.state, State::Barrier(_) | State::Cluster))
        else {
            let kind = FaultKind::Barrier("no thread can continue".to_owned());
            return self.fault(context, WarpFault { pc: 0, warp: 0, lane: 0, address: None, kind });
        };
        if at.state == State::Cluster {
            let kind =
                FaultKind::Barrier("threads wait at their cluster's barrier for others that never arrive".to_owned());
            let lane = at.mask.trailing_zeros();
            let warp = first.core().site.warp;
            return self.fault(context, WarpFault { pc: at.pc, warp, lane, address: None, kind });
        }
        let there = |state: State| state == at.state;
        let threads: u32 = waiting.clone().filter(|(_, f)| there(f.state)).map(|(_, f)| f.mask.count_ones()).sum();
        let [width, height, _] = context.block;
        // A thread that is missing: it has exited, or waits at another barrier.
        let gone = self.warps.iter().find_map(|w| {
            let lane = lanes(w.core().lanes).find(|&l| w.core().exits[l] != NOWHERE)?;
            Some((w.core().site.warp, lane as u32, format!("has ended at line {}", line(w.core().exits[lane]))))
        });
        let other = waiting
            .clone()
            .find(|(_, f)| !there(f.state))
            .map(|(w, f)| (w.core().site.warp, f.mask.trailing_zeros(), format!("waits at line {}", line(f.pc))));
        let (warp, lane, doing) = gone.or(other).unwrap_or_else(|| {
            (
                first.core().site.warp,
                at.mask.trailing_zeros(),
                format!("waits at line {} for more threads than come", line(at.pc)),
            )
        });
        let [x, y, z] = thread(warp, lane, width, height);
        let [bx, by, bz] = self.index;
        let kind = FaultKind::Barrier(format!(
            "barrier not reached by every thread: block ({bx}, {by}, {bz}), thread ({x}, {y}, {z}) {doing}, {threads} threads wait at line {}",
            line(at.pc)
        ));
        self.fault(context, WarpFault { pc: at.pc, warp, lane, address: None, kind })
    }

    /// The fault of a launch that has run for too long, at the position of one of the block's warps.
    pub(super) fn too_long(&self, context: &LaunchContext<'_>, limit: u64) -> Fault {
        let running = self.warps.iter().find_map(|w| w.core().fragments.list.first().map(|f| (w.core().site.warp, f)));
        let (warp, pc, lane) = running.map_or((0, 0, 0), |(w, f)| (w, f.pc, f.mask.trailing_zeros()));
        self.fault(context, WarpFault { pc, warp, lane, address: None, kind: FaultKind::Limit(limit) })
    }
}
