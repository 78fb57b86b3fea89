//! Threads that wait for others by asking again and again, and that will never be answered.
//!
//! The next step of a warp depends on its own state and on memory. A warp that is in a state a second time, with no change of memory between,
//! comes there forever unless another warp changes memory. So a block is stuck if each of its warps waits or is such a one.

use super::{Asks, RunningBlock};
use crate::fault::{Fault, FaultKind};
use crate::isa::LoopStep;
use crate::isa::NOWHERE;
use crate::lanes::lanes;
use crate::machine::context::LaunchContext;
use crate::machine::fragments::State;
use crate::machine::host_words::HostWord;
use crate::machine::lane_fault::WarpFault;
use crate::machine::lockstep::{LockstepWarp, Stop};
use crate::machine::observe::Tally;
use std::collections::BTreeMap;

/// The instructions after which a warp that is where it was counts: lanes that wait for a join would have left it within so many.
const LEAST: u32 = 512;
/// The longest loop that is looked at, in instructions.
const MOST: u32 = 1 << 14;

impl<W: LockstepWarp> RunningBlock<W> {
    /// Runs each warp for a while, and returns what the block asks for if it cannot go on by itself. `None` if it can, or may.
    pub(in crate::machine) fn asks(
        &mut self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> Result<Option<Asks>, Fault> {
        // A barrier that only ended threads are missing from opens at the next turn, and so does one of the cluster that was
        // opened since.
        if self.barrier_of_the_rest().is_some() || self.cluster_phase() != self.phase {
            return Ok(None);
        }
        tally.hazards = self.hazards.take();
        self.shared.changed = false;
        self.host_words.clear();
        tally.questions = Some(Box::default());
        let spins = self.asks_in_vain(context, code, tally);
        self.questions = tally.questions.take();
        self.hazards = tally.hazards.take();
        spins
    }

    /// Returns whom the block asks again and again, if each of its warps waits or does so.
    fn asks_in_vain(
        &mut self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> Result<Option<Asks>, Fault> {
        let read = tally.global_loaded + tally.global_atomic;
        let mut spins = self.all_spin(context, code, tally);
        let asks = |tally: &Tally| {
            if tally.global_loaded + tally.global_atomic == read { Asks::Itself } else { Asks::Others }
        };
        // With their clocks stopped, warps that measure how long they wait are warps that wait. If nothing else can answer them, and they
        // do so far in the future, too, then they wait for no time, but for something that does not happen.
        if matches!(spins, Ok(true)) && !self.shared.changed && self.asks_for_time() {
            spins = match asks(tally) {
                Asks::Itself if !self.is_in_cluster() => {
                    self.put_clocks_forward();
                    self.all_spin(context, code, tally)
                }
                _ => Ok(false),
            };
        }
        if !spins? || self.shared.changed {
            return Ok(None);
        }
        let Some(words) = tally.questions.as_ref().and_then(|asked| HostWord::of(asked, context.global)) else {
            return Ok(None);
        };
        self.host_words = words;
        // The host may have changed them since they were asked for, and before they were looked at here.
        if !self.host_words.is_empty() && (!self.all_spin(context, code, tally)? || self.shared.changed) {
            return Ok(None);
        }
        Ok(Some(asks(tally)))
    }

    /// Whether each warp waits, or comes back to where it is now while the clocks stand still.
    fn all_spin(
        &mut self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> Result<bool, Fault> {
        for w in 0..self.warps.len() {
            if self.warps[w].core().fragments.ready().is_some() && !self.spins_in_no_time(w, context, code, tally)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a warp that can run has asked for the time since its clocks were stopped last.
    fn asks_for_time(&self) -> bool {
        self.warps.iter().map(W::core).any(|core| core.clock.is_asked && core.fragments.ready().is_some())
    }

    fn put_clocks_forward(&mut self) {
        self.warps
            .iter_mut()
            .map(W::core_mut)
            .filter(|core| core.clock.is_asked)
            .for_each(|core| core.clock.put_forward());
    }

    /// Whether other blocks of a cluster can change the shared memory.
    fn is_in_cluster(&self) -> bool {
        self.shared.cluster.as_ref().is_some_and(|cluster| cluster.blocks.len() > 1)
    }

    /// Whether a warp comes back to where it is while its clocks stand still.
    fn spins_in_no_time(
        &mut self,
        w: usize,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> Result<bool, Fault> {
        let core = self.warps[w].core_mut();
        core.clock.stop(core.instructions);
        let spins = self.comes_back(w, context, code, tally);
        self.warps[w].core_mut().clock.go_on();
        spins
    }

    fn comes_back(
        &mut self,
        w: usize,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        tally: &mut Tally,
    ) -> Result<bool, Fault> {
        let mut before = self.warps[w].clone();
        let warp = before.core().site.warp;
        let begin = |tally: &mut Tally| {
            if let Some(questions) = &mut tally.questions {
                questions.begin(warp);
            }
        };
        begin(tally);
        for step in 1..=MOST {
            let mut turn = 1;
            let stop = self.warps[w].run(context, code, &mut self.shared, tally, &mut turn);
            match stop.map_err(|fault| self.fault(context, *fault))? {
                Stop::Turn => {}
                Stop::Idle => return Ok(false),
                Stop::Barrier(f) => {
                    let arrived = self.arrive(context, code, w, f, tally);
                    arrived.map_err(|fault| self.fault(context, *fault))?;
                    return Ok(false);
                }
            }
            if self.shared.changed {
                return Ok(false);
            }
            // By then it has no times in its registers that are older than its clocks.
            if step == LEAST && self.warps[w].core().clock.is_asked {
                before = self.warps[w].clone();
                begin(tally);
            } else if step >= LEAST && self.warps[w].is_where(&before) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The fault of a block that is stuck, with who waits where.
    pub(in crate::machine) fn deadlock(
        &self,
        context: &LaunchContext<'_>,
        code: &W::LaunchedCode<'_>,
        asks: Asks,
        also: &str,
    ) -> Fault {
        let steps = W::loop_steps(code);
        let mut places: BTreeMap<(&str, u32), Vec<(u32, u32)>> = BTreeMap::new();
        let mut first = None;
        for warp in &self.warps {
            let core = warp.core();
            for fragment in &core.fragments.list {
                let (doing, pc) = match fragment.state {
                    State::Ready => ("ask again and again at", asking(&steps, fragment.pc)),
                    State::Barrier(_) => ("wait at the barrier at", fragment.pc),
                    State::Cluster => ("wait at the cluster's barrier at", fragment.pc),
                    State::Gathering => ("wait for other lanes of their warp at", fragment.pc),
                };
                places.entry((doing, pc)).or_default().push((core.site.warp, fragment.mask));
                let site = (fragment.state != State::Ready, core.site.warp, fragment.mask.trailing_zeros(), pc);
                first = Some(first.map_or(site, |first| site.min(first)));
            }
            let ended = lanes(core.lanes & !core.fragments.alive()).filter(|&lane| core.exits[lane] != NOWHERE);
            for lane in ended {
                places.entry(("have ended at", core.exits[lane])).or_default().push((core.site.warp, 1 << lane));
            }
        }
        let place = |pc: u32| {
            let info = &context.kernel.info[pc as usize];
            info.loc.as_ref().map_or_else(|| format!("line {}", info.line), ToString::to_string)
        };
        let who: Vec<String> = places
            .iter()
            .map(|((doing, pc), warps)| format!("threads {} {doing} {}", crate::barrier::threads(warps), place(*pc)))
            .collect();
        let (asked, named) = self.asked(context);
        let [x, y, z] = self.index;
        let kind = FaultKind::Deadlock(format!(
            "no thread can go on, and none is left that could change what they wait for: in block ({x}, {y}, {z}) {}{asked}{also}",
            who.join("; ")
        ));
        let (_, warp, lane, pc) = first.unwrap_or_default();
        let mut fault = self.fault(context, WarpFault { pc, warp, lane, address: None, kind });
        if let Some(site) = &mut fault.site {
            (site.named, site.asks_global) = (named, asks == Asks::Others);
        }
        fault
    }
}

/// The instruction of the loop around `pc` that asks memory, or `pc`.
fn asking(steps: &[LoopStep], pc: u32) -> u32 {
    let around = |(at, step): (u32, &LoopStep)| match *step {
        LoopStep::Branches { target } if target <= pc && pc <= at => Some((at - target, target, at)),
        _ => None,
    };
    let Some((_, first, last)) = (0..).zip(steps).filter_map(around).min() else { return pc };
    let asks = |at: &u32| matches!(steps[*at as usize], LoopStep::Asks | LoopStep::Retries { .. });
    (first..=last).find(asks).unwrap_or(pc)
}
