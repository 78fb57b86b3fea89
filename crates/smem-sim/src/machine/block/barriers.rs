//! The barriers of a block: who has arrived, and when a barrier opens.

use super::{Arrivals, OutOfStep, RunningBlock};
use crate::fault::FaultKind;
use crate::isa::NOWHERE;
use crate::lanes::lanes_where;
use crate::machine::context::LaunchContext;
use crate::machine::fragments::State;
use crate::machine::hazards::{FoundBarrier, Hazards};
use crate::machine::lane_fault::WarpFault;
use crate::machine::lockstep::{LockstepWarp, Votes};
use crate::machine::observe::Tally;
use crate::machine::passed_by::is_one_barrier;

/// Says why a barrier cannot wait for so many threads of a block of `threads`.
fn refused_count(id: u32, count: u32, threads: u32) -> Option<String> {
    if count == 0 || !count.is_multiple_of(32) {
        return Some(format!(
            "barrier {id} cannot wait for {count} threads: it counts whole warps, so the count is a multiple of 32 and not 0"
        ));
    }
    (count > threads.next_multiple_of(32)).then(|| {
        format!("barrier {id} waits for {count} threads, more than the {threads} of the block, so it never opens")
    })
}

impl<W: LockstepWarp> RunningBlock<W> {
    pub(super) fn arrive(
        &mut self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        w: usize,
        f: usize,
        tally: &mut Tally,
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
        if let Some(message) = wanted.and_then(|count| refused_count(id, count, context.threads)) {
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
            if let Some(hazards) = &mut tally.hazards {
                hazards.barrier_arrival(id, index, fragment.mask);
            }
        }
        let full = match wanted {
            None => arrivals.threads >= context.threads,
            Some(count) => arrivals.rounded >= count,
        };
        if full {
            self.open(code, id, pc, tally);
        }
        Ok(())
    }

    /// The barrier for all at which every thread waits that has not ended, if there is one, and the instruction of one that waits. From compute
    /// capability 7.0 on a barrier does not wait for threads that have ended (CUDA C++ Programming Guide, "Independent Thread Scheduling").
    pub(super) fn barrier_of_the_rest(&self) -> Option<(u32, u32)> {
        let alive: u32 = self.warps.iter().map(|w| w.core().fragments.alive().count_ones()).sum();
        let is_open = |barrier: &Arrivals| barrier.wanted.is_none() && barrier.threads == alive;
        let id = self.barriers.iter().position(is_open)? as u32;
        let mut fragments = self.warps.iter().flat_map(|w| &w.core().fragments.list);
        fragments.find(|f| f.state == State::Barrier(id)).map(|f| (id, f.pc))
    }

    /// Notes the threads that have ended after a barrier which opens without them.
    pub(super) fn note_passers(&self, context: &LaunchContext<'_>, id: u32, tally: &mut Tally) {
        let waits =
            |w: &W| w.core().fragments.list.iter().find(|f| f.state == State::Barrier(id)).map(|f| (f.pc, f.mask));
        let Some((first, _)) = self.warps.iter().find_map(waits) else { return };
        let kernel = context.kernel;
        for warp in &self.warps {
            let core = warp.core();
            let (pc, arrived) = waits(warp).unwrap_or((first, 0));
            let mut gone = core.lanes & !core.fragments.alive();
            while gone != 0 {
                let end = |lane: usize| (core.exits[lane], core.met[lane]);
                let (exit, last) = end(gone.trailing_zeros() as usize);
                let missing = lanes_where(gone, |lane| end(lane) == (exit, last));
                gone &= !missing;
                if exit != NOWHERE && tally.passed_by.is(kernel, pc, exit, last) {
                    let (number, block, warp) = (context.number_of(self.index), self.index, core.site.warp);
                    let found =
                        FoundBarrier { number, block, warp, arrived, missing, ended: Some(exit), met: None, times: 1 };
                    // Where they skipped one before, each barrier since has met the wrong one.
                    match self.out_of_step.filter(|own| !is_one_barrier(kernel, own.pc, own.met)) {
                        Some(OutOfStep { pc, met, warp, missing }) => {
                            let skipped =
                                FoundBarrier { warp, arrived: 0, missing, ended: None, met: Some(met), ..found };
                            tally.findings.add_barrier(pc, skipped);
                            return;
                        }
                        None => tally.findings.add_barrier(pc, found),
                    }
                }
            }
        }
    }

    /// Opens the barrier of an instruction: its threads go on, and know what they did in front of it.
    pub(super) fn open(&mut self, code: &W::LaunchedCode<'_>, id: u32, pc: u32, tally: &mut Tally) {
        tally.open_barrier(pc, &mut self.in_lsu);
        let arrived = std::mem::take(&mut self.barriers[id as usize]);
        if arrived.wanted.is_none() && self.out_of_step.is_none() {
            self.out_of_step = self.met_others(id);
        }
        if let Some(hazards) = tally.hazards.as_deref_mut() {
            self.order_release(hazards, id, arrived.wanted.is_none());
        }
        self.release(code, id);
    }

    /// The threads that wait at this barrier further down in the code than others, if there are some: they have skipped the one of these.
    fn met_others(&self, id: u32) -> Option<OutOfStep> {
        let waiting =
            || self.warps.iter().flat_map(|w| w.core().fragments.list.iter().map(move |f| (w.core().site.warp, f)));
        let waiting = || waiting().filter(|(_, f)| f.state == State::Barrier(id));
        let pc = waiting().map(|(_, f)| f.pc).min()?;
        let (warp, other) = waiting().find(|(_, f)| f.pc != pc)?;
        Some(OutOfStep { pc, met: other.pc, warp, missing: other.mask })
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
}
