//! One warp that executes machine code: its registers, and the loop that runs it.

use super::LaunchedSass;
use super::pace::{WarpPace, ends_stage};
use crate::alu::on_wide_host;
use crate::fault::FaultKind;
use crate::isa::sass::{
    ALWAYS, BarrierVotes, MbarrierOp, PREDS, SassAccess, SassFlow, SassInst, SassOp, Source, Words,
};
use crate::isa::{LoopStep, NOWHERE, Pred, PredSlot};
use crate::lanes::{assign, every_lane, per_lane, put};
use crate::machine::context::LaunchContext;
use crate::machine::fragments::WarpFragment;
use crate::machine::lane_fault::LaneFault;
use crate::machine::lockstep::{Arrival, LockstepWarp, Stop, Votes};
use crate::machine::observe::Tally;
use crate::machine::special::{StartingWarp, special};
use crate::machine::step::{MbarrierTurn, Next};
use crate::machine::warp_core::WarpCore;
use crate::memory::SharedMemory;

/// Convergence barriers of a warp.
pub(super) const MEETINGS: usize = 16;

#[derive(Debug, Default, Clone)]
pub(in crate::machine) struct SassWarp {
    pub(super) core: WarpCore,
    pub(super) regs: Vec<Words>,
    pub(super) preds: [u32; PREDS],
    /// For each convergence barrier, the lanes that each lane will meet there.
    pub(super) meetings: [Words; MEETINGS],
    /// Where each lane goes on after a collective.
    pub(super) returns: Words,
    /// The votes of the last barrier of the block, for each lane.
    pub(super) votes: (Words, u32),
    /// Its clock, if its block is one of the few that are followed.
    pub(super) pace: Option<Box<WarpPace>>,
}

impl LockstepWarp for SassWarp {
    type LaunchedCode<'k> = LaunchedSass<'k>;

    // A barrier of the block counts threads; where they meet again is up to the convergence barriers.
    const BARRIERS_JOIN: bool = false;

    fn loop_steps(code: &LaunchedSass<'_>) -> Vec<LoopStep> {
        code.code.code.iter().map(|inst| inst.op.loop_step()).collect()
    }

    fn bytes(_: &LaunchContext<'_>, code: &LaunchedSass<'_>) -> u64 {
        256 * u64::from(code.code.registers) + 32 * u64::from(code.code.local_bytes)
    }

    fn reset(&mut self, context: &LaunchContext<'_>, code: &LaunchedSass<'_>, index: u32, block: [u32; 3]) {
        self.core.reset(context, index, block, code.code.local_bytes as usize);
        self.regs.clear();
        self.regs.resize(code.code.registers as usize, [0; 32]);
        for &(slot, value) in &code.values {
            self.regs[slot as usize] = [value; 32];
        }
        for &(slot, which) in &code.specials {
            let warp = StartingWarp { index, block, reserved_shared: code.code.reserved_shared };
            self.regs[slot as usize] = special(which, context, warp);
        }
        self.preds = [0; PREDS];
        self.preds[ALWAYS as usize] = u32::MAX;
        self.meetings = [[0; 32]; MEETINGS];
        self.returns = [NOWHERE; 32];
        self.votes = ([0; 32], 0);
        self.pace = context.is_followed(block).then(|| WarpPace::new(self.regs.len()));
    }

    fn is_where(&self, before: &Self) -> bool {
        let Self { core, regs, preds, meetings, returns, votes, pace: _ } = self;
        core.is_where(&before.core)
            && (preds, meetings, returns) == (&before.preds, &before.meetings, &before.returns)
            && (votes, regs) == (&before.votes, &before.regs)
    }

    fn core(&self) -> &WarpCore {
        &self.core
    }

    fn core_mut(&mut self) -> &mut WarpCore {
        &mut self.core
    }

    fn run_fragment(
        &mut self,
        f: usize,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
        turn: &mut u32,
    ) -> Result<Option<Stop>, (u32, Box<LaneFault>)> {
        on_wide_host!(self.run_steps(f, context, launched, shared, tally, turn))
    }

    fn arrival(&self, code: &LaunchedSass<'_>, f: usize) -> Option<Arrival> {
        let fragment = &self.core.fragments.list[f];
        let SassOp::Flow(SassFlow::BlockBarrier { id, threads, waits, .. }) = &code.code.code[fragment.pc as usize].op
        else {
            return None;
        };
        let value = |source: Source| self.get(source)[fragment.mask.trailing_zeros() as usize & 31];
        Some(Arrival { id: value(*id), wanted: threads.map(value), waits: *waits, aligned: false })
    }

    fn named(&self, code: &LaunchedSass<'_>, f: usize) -> Option<u32> {
        let WarpFragment { pc, mask, .. } = self.core.fragments.list[f];
        match &code.code.code[pc as usize].op {
            SassOp::Flow(SassFlow::WarpSync { named, .. }) => {
                Some(named.map_or(self.core.lanes, |named| self.get(named)[mask.trailing_zeros() as usize & 31]))
            }
            _ => None,
        }
    }

    fn votes(&self, code: &LaunchedSass<'_>, fragment: &WarpFragment) -> Option<u32> {
        match &code.code.code[fragment.pc as usize].op {
            SassOp::Flow(SassFlow::BlockBarrier { votes: Some((_, p)), .. }) => Some(self.pred(*p)),
            _ => None,
        }
    }

    fn deliver(&mut self, code: &LaunchedSass<'_>, fragment: &WarpFragment, votes: Votes) {
        if let SassOp::Flow(SassFlow::BlockBarrier { votes: Some((how, _)), .. }) =
            &code.code.code[fragment.pc as usize].op
        {
            let yes = match how {
                BarrierVotes::Count | BarrierVotes::Or => votes.count > 0,
                BarrierVotes::And => votes.all,
            };
            put(&mut self.votes.0, fragment.mask, |_| votes.count);
            assign(&mut self.votes.1, fragment.mask, every_lane(yes));
        }
    }
}

impl SassWarp {
    /// Runs one fragment until it waits, splits or ends.
    #[inline(always)]
    fn run_steps(
        &mut self,
        f: usize,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
        turn: &mut u32,
    ) -> Result<Option<Stop>, (u32, Box<LaneFault>)> {
        let code = &launched.code.code[..];
        let mut pc = self.core.fragments.list[f].pc;
        let mask = self.core.fragments.list[f].mask;
        loop {
            if self.executes_run(f, &mut pc, context, launched, shared, tally, turn)? {
                continue;
            }
            if !self.core.begins_step(f, pc, turn) {
                return Ok(Some(Stop::Turn));
            }
            let Some(SassInst { guard, uniform, op }) = code.get(pc as usize) else {
                let kind = FaultKind::Warp("it runs past the end of the kernel's code".to_owned());
                return Err((pc.saturating_sub(1), LaneFault::boxed(mask.trailing_zeros() as usize, None, kind)));
            };
            let active = mask & self.pred(*guard);
            self.core.count(mask, pc, tally);
            let before = if self.pace.is_some() { tally.wavefronts.of(pc) } else { [0; 2] };
            let next = match op {
                SassOp::Flow(flow) if active != 0 || flow.is_of_all_lanes() => self
                    .flow(flow, f, active, pc, context, launched, shared, tally, turn)
                    .map_err(|fault| (pc, fault))?,
                op if active == 0 => {
                    if let Some(op) = op.shared_op() {
                        tally.predicated_off(pc, op);
                    }
                    Next::Following
                }
                op => {
                    let write = if *uniform { u32::MAX } else { active };
                    self.execute(op, active, write, pc, context, launched, shared, tally)
                        .map_err(|fault| (pc, fault))?;
                    let mbarrier = self.mbarrier_turn(op, active);
                    self.core.after(mbarrier, f, pc, turn)
                }
            };
            if self.pace.is_some() {
                let after = tally.wavefronts.of(pc);
                let wavefronts = (active != 0).then(|| [after[0] - before[0], after[1] - before[1]]);
                self.keep_pace(launched, pc, wavefronts, context, tally);
            }
            match next {
                Next::Following => pc += 1,
                Next::At(target) => pc = target,
                Next::Fragment => return Ok(None),
                Next::Warp(stop) => return Ok(Some(stop)),
            }
        }
    }

    #[inline(always)]
    pub(super) fn pred(&self, p: Pred) -> u32 {
        self.preds[p.slot as usize] ^ p.flip
    }

    /// Puts the clock forward by an instruction.
    #[cold]
    fn keep_pace(
        &mut self,
        launched: &LaunchedSass<'_>,
        pc: u32,
        wavefronts: Option<[u64; 2]>,
        context: &LaunchContext<'_>,
        tally: &mut Tally,
    ) {
        let Some(pace) = &mut self.pace else { return };
        let op = &launched.code.code[pc as usize].op;
        pace.step(&launched.paced()[pc as usize], wavefronts);
        if wavefronts.is_some() && ends_stage(op) {
            pace.end_stage(context.number_of(self.core.site.block), op, &mut tally.paths);
        }
    }

    #[inline(always)]
    pub(super) fn assign(&mut self, slot: PredSlot, mask: u32, value: u32) {
        assign(&mut self.preds[slot as usize], mask, value);
    }

    #[inline(always)]
    pub(super) fn get(&self, source: Source) -> Words {
        let register = self.regs[source.slot as usize];
        if source.is_plain() {
            return register;
        }
        per_lane(|lane| register[lane] & source.and ^ source.xor)
    }

    /// The effect of an instruction on an `mbarrier` on the warp's turn.
    #[inline(always)]
    fn mbarrier_turn(&self, op: &SassOp, active: u32) -> MbarrierTurn {
        match op {
            SassOp::Access(SassAccess::Mbarrier(MbarrierOp::Arrive(_) | MbarrierOp::ArrivePlain { .. })) => {
                MbarrierTurn::Arrived
            }
            SassOp::Access(SassAccess::Mbarrier(MbarrierOp::Test { p, waits: true, .. })) => {
                MbarrierTurn::of_test(self.preds[*p as usize], active)
            }
            _ => MbarrierTurn::GoesOn,
        }
    }
}
