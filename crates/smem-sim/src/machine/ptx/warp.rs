//! One warp that executes PTX: its registers, and the loop that runs it.

use super::activation::{Activation, CallMemory};
use crate::alu::on_wide_host;
use crate::isa::{
    Barrier, BarrierAccess, BarrierOp, BarrierResult, Exchange, Inst, LoopStep, Operation, Pred, PtxFlow, TRUE,
};
use crate::lanes::{Lanes, assign, every_lane, put};
use crate::machine::context::LaunchContext;
use crate::machine::fragments::WarpFragment;
use crate::machine::lane_fault::LaneFault;
use crate::machine::lockstep::{Arrival, LockstepWarp, Stop, Votes};
use crate::machine::observe::Tally;
use crate::machine::special::{StartingWarp, special};
use crate::machine::step::{MbarrierTurn, Next};
use crate::machine::warp_core::WarpCore;
use crate::memory::SharedMemory;
use crate::program::{PtxCode, PtxConstant};

#[derive(Debug, Default, Clone)]
pub(in crate::machine) struct PtxWarp {
    pub(super) core: WarpCore,
    pub(super) regs: Vec<Lanes>,
    pub(super) preds: Vec<u32>,
    pub(super) carries: u32,
    /// The calls that each lane is in.
    pub(super) calls: Vec<Vec<Activation>>,
    /// The memory that their frames took.
    pub(super) frames: CallMemory,
}

impl LockstepWarp for PtxWarp {
    type LaunchedCode<'k> = PtxCode;

    const BARRIERS_JOIN: bool = true;

    fn loop_steps(code: &PtxCode) -> Vec<LoopStep> {
        code.code.iter().map(|inst| inst.op.loop_step()).collect()
    }

    fn bytes(context: &LaunchContext<'_>, code: &PtxCode) -> u64 {
        // Frames of functions that are called take more when they are made.
        256 * u64::from(code.registers) + 4 * u64::from(code.predicates) + 32 * context.kernel.local_bytes
    }

    fn reset(&mut self, context: &LaunchContext<'_>, code: &PtxCode, index: u32, block: [u32; 3]) {
        self.core.reset(context, index, block, context.kernel.local_bytes as usize);
        self.regs.clear();
        self.regs.resize(code.registers as usize, [0; 32]);
        self.preds.clear();
        self.preds.resize(code.predicates as usize, 0);
        self.preds[TRUE as usize] = u32::MAX;
        for &(slot, constant) in &code.constants {
            let value = match constant {
                PtxConstant::Bits(bits) => bits,
                PtxConstant::Variable(index, offset) => context.variables[index].wrapping_add(offset),
            };
            self.regs[slot as usize] = [value; 32];
        }
        for &(slot, which) in &code.specials {
            let warp = StartingWarp { index, block, reserved_shared: 0 };
            self.regs[slot as usize] = special(which, context, warp).map(u64::from);
        }
        self.carries = 0;
        self.frames = CallMemory::of(context.global.budget());
        self.calls.clear();
        self.calls.resize_with(32, Vec::new);
    }

    fn is_where(&self, before: &Self) -> bool {
        self.core.is_where(&before.core)
            && self.carries == before.carries
            && (&self.preds, &self.regs, &self.calls) == (&before.preds, &before.regs, &before.calls)
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
        code: &PtxCode,
        shared: &mut SharedMemory,
        tally: &mut Tally,
        turn: &mut u32,
    ) -> Result<Option<Stop>, (u32, Box<LaneFault>)> {
        on_wide_host!(self.run_steps(f, context, code, shared, tally, turn))
    }

    fn arrival(&self, code: &PtxCode, f: usize) -> Option<Arrival> {
        let fragment = &self.core.fragments.list[f];
        let barrier = barrier_at(code, fragment.pc)?;
        let value = |slot: u32| self.regs[slot as usize][fragment.mask.trailing_zeros() as usize & 31] as u32;
        let wanted = barrier.threads.map(value);
        Some(Arrival { id: value(barrier.id), wanted, waits: barrier.waits, aligned: barrier.aligned })
    }

    fn named(&self, code: &PtxCode, f: usize) -> Option<u32> {
        let WarpFragment { pc, mask, .. } = self.core.fragments.list[f];
        match &code.code[pc as usize].op {
            Operation::Flow(PtxFlow::Exchange(Exchange::WarpSync { members })) => {
                Some(self.regs[*members as usize][mask.trailing_zeros() as usize & 31] as u32)
            }
            _ => None,
        }
    }

    fn votes(&self, code: &PtxCode, fragment: &WarpFragment) -> Option<u32> {
        match barrier_at(code, fragment.pc)?.result {
            BarrierResult::None => None,
            BarrierResult::Count { p, .. } | BarrierResult::And { p, .. } | BarrierResult::Or { p, .. } => {
                Some(self.pred(p))
            }
        }
    }

    fn deliver(&mut self, code: &PtxCode, fragment: &WarpFragment, votes: Votes) {
        let mask = fragment.mask;
        let mut assign = |slot: u32, yes: bool| {
            assign(&mut self.preds[slot as usize], mask, every_lane(yes));
        };
        match barrier_at(code, fragment.pc).map(|barrier| barrier.result) {
            Some(BarrierResult::Count { d, .. }) => {
                put(&mut self.regs[d as usize], mask, |_| votes.count.into());
            }
            Some(BarrierResult::And { d, .. }) => assign(d, votes.all),
            Some(BarrierResult::Or { d, .. }) => assign(d, votes.count > 0),
            Some(BarrierResult::None) | None => {}
        }
    }
}

fn barrier_at(code: &PtxCode, pc: u32) -> Option<&Barrier> {
    match &code.code[pc as usize].op {
        Operation::Flow(PtxFlow::Barrier(barrier)) => Some(barrier),
        _ => None,
    }
}

impl PtxWarp {
    /// Runs one fragment until it waits, splits or ends.
    #[inline(always)]
    fn run_steps(
        &mut self,
        f: usize,
        context: &LaunchContext<'_>,
        code: &PtxCode,
        shared: &mut SharedMemory,
        tally: &mut Tally,
        turn: &mut u32,
    ) -> Result<Option<Stop>, (u32, Box<LaneFault>)> {
        let meets_at = self.core.fragments.meets_at(f);
        let mut pc = self.core.fragments.list[f].pc;
        let mask = self.core.fragments.list[f].mask;
        loop {
            if pc == meets_at {
                self.core.fragments.arrive(f);
                return Ok(None);
            }
            if !self.core.begins_step(f, pc, turn) {
                return Ok(Some(Stop::Turn));
            }
            let Inst { op, guard } = &code.code[pc as usize];
            let active = mask & self.pred(*guard);
            self.core.count(mask, pc, tally);
            let next = match op {
                op if active == 0 => {
                    if let Some(op) = op.shared_op() {
                        tally.predicated_off(pc, op);
                    }
                    Next::Following
                }
                Operation::Flow(flow) => {
                    self.flow(flow, f, active, pc, code, shared, tally, turn).map_err(|fault| (pc, fault))?
                }
                op => {
                    self.execute(op, active, pc, mask, context, shared, tally).map_err(|fault| (pc, fault))?;
                    let mbarrier = self.mbarrier_turn(op, active);
                    self.core.after(mbarrier, f, pc, turn)
                }
            };
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

    /// The effect of an instruction on an `mbarrier` on the warp's turn.
    #[inline(always)]
    fn mbarrier_turn(&self, op: &Operation, active: u32) -> MbarrierTurn {
        match op {
            Operation::Mbarrier(BarrierAccess { op: BarrierOp::Arrive { .. }, .. }) => MbarrierTurn::Arrived,
            Operation::Mbarrier(BarrierAccess { op: BarrierOp::Test { p, waits: true, .. }, .. }) => {
                MbarrierTurn::of_test(self.preds[*p as usize], active)
            }
            _ => MbarrierTurn::GoesOn,
        }
    }
}
