//! One warp that executes PTX: its registers, and the loop that runs it.

use super::call::{Activation, CallMemory};
use super::context::LaunchContext;
use super::fragments::WarpFragment;
use super::lane_fault::LaneFault;
use super::lockstep::{Arrival, LockstepWarp, Stop, Votes};
use super::observe::Tally;
use super::site::thread;
use super::warp_core::WarpCore;
use crate::fault::FaultKind;
use crate::isa::{Barrier, BarrierAccess, BarrierOp, BarrierResult, LoopStep, Operation, Pred, TRUE};
use crate::lanes::{Lanes, lanes};
use crate::memory::SharedMemory;
use crate::program::{PtxCode, PtxConstant, PtxSpecial};

#[derive(Debug, Default, Clone)]
pub(super) struct PtxWarp {
    pub(super) core: WarpCore,
    pub(super) regs: Vec<Lanes>,
    pub(super) preds: Vec<u32>,
    pub(super) carries: u32,
    /// The calls that each lane is in.
    pub(super) calls: Vec<Vec<Activation>>,
    /// The memory that their frames took.
    pub(super) frames: CallMemory,
}

/// A special register's value for each lane.
fn special(special: PtxSpecial, context: &LaunchContext<'_>, warp: u32, block: [u32; 3]) -> Lanes {
    let [width, height, _] = context.block;
    let per_lane = |f: &dyn Fn(u32) -> u32| std::array::from_fn(|lane| u64::from(f(lane as u32)));
    let same = |value: u32| [u64::from(value); 32];
    match special {
        PtxSpecial::Thread(axis) => per_lane(&|lane| thread(warp, lane, width, height)[axis]),
        PtxSpecial::Threads(axis) => same(context.block[axis]),
        PtxSpecial::Block(axis) => same(block[axis]),
        PtxSpecial::Blocks(axis) => same(context.grid[axis]),
        PtxSpecial::Same(value) => same(value),
        PtxSpecial::Lane => per_lane(&|lane| lane),
        PtxSpecial::Warp => same(warp),
        PtxSpecial::Warps => same(context.threads.div_ceil(32)),
        PtxSpecial::LanesEqual => per_lane(&|lane| 1 << lane),
        PtxSpecial::LanesLess => per_lane(&|lane| (1 << lane) - 1),
        PtxSpecial::LanesLessEqual => per_lane(&|lane| u32::MAX >> (31 - lane)),
        PtxSpecial::LanesGreater => per_lane(&|lane| !(u32::MAX >> (31 - lane))),
        PtxSpecial::LanesGreaterEqual => per_lane(&|lane| u32::MAX << lane),
        PtxSpecial::DynamicShared => same(context.dynamic_shared),
        PtxSpecial::TotalShared => same(context.allocated_shared),
        PtxSpecial::ReservedShared => same(context.cooperative.reserved_shared.start),
        PtxSpecial::GridWorkspace(half) => same((context.cooperative.workspace >> (32 * half)) as u32),
    }
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
            self.regs[slot as usize] = special(which, context, index, block);
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
        let (whole, code) = (code, &code.code[..]);
        let meets_at = self.core.fragments.meets_at(f);
        let mut pc = self.core.fragments.list[f].pc;
        let mask = self.core.fragments.list[f].mask;
        loop {
            if pc == meets_at {
                self.core.fragments.arrive(f);
                return Ok(None);
            }
            if *turn == 0 {
                self.core.fragments.list[f].pc = pc;
                self.core.fragments.send_back(f);
                return Ok(Some(Stop::Turn));
            }
            *turn -= 1;
            let inst = &code[pc as usize];
            let active = mask & self.pred(inst.guard);
            tally.warp_instructions += 1;
            tally.thread_instructions += u64::from(mask.count_ones());
            self.core.instructions += 1;
            match &inst.op {
                Operation::Branch { target, join } => {
                    if active == mask {
                        pc = *target;
                        continue;
                    }
                    if active != 0 {
                        self.core.fragments.split(f, active, *target, pc + 1, *join);
                        return Ok(None);
                    }
                }
                Operation::Table { index, targets, join } if active != 0 => {
                    let index = self.regs[*index as usize];
                    if let Some(lane) = lanes(active).find(|&l| index[l] as u32 as usize >= targets.len()) {
                        let kind = FaultKind::Warp(format!(
                            "branch index {} is outside the table of {} labels",
                            index[lane] as u32,
                            targets.len()
                        ));
                        return Err((pc, LaneFault::boxed(lane, None, kind)));
                    }
                    self.core.fragments.meet(f, *join);
                    let mut left = active;
                    let mut first = true;
                    // The lanes whose guard is false continue.
                    if mask != active {
                        self.core.fragments.beside(f, mask & !active, pc + 1);
                    }
                    while left != 0 {
                        let to = targets[index[left.trailing_zeros() as usize] as u32 as usize];
                        let group = lanes(left).filter(|&l| targets[index[l] as u32 as usize] == to);
                        let group = group.fold(0, |m, l| m | 1 << l);
                        left &= !group;
                        if first {
                            self.core.fragments.list[f].mask = group;
                            self.core.fragments.list[f].pc = to;
                            first = false;
                        } else {
                            self.core.fragments.beside(f, group, to);
                        }
                    }
                    return Ok(None);
                }
                Operation::Call(call) if active != 0 => {
                    self.call(f, active, pc, call, whole).map_err(|t| (pc, t))?;
                    return Ok(None);
                }
                Operation::Return if active != 0 => {
                    self.leave(f, active, pc, whole).map_err(|t| (pc, t))?;
                    return Ok(None);
                }
                Operation::Exit if active != 0 => {
                    // Other fragments may have waited for these lanes only: choose the next fragment again.
                    self.core.leave_cluster(active, shared);
                    self.core.exit(f, active, pc);
                    return Ok(None);
                }
                Operation::ClusterArrive if active != 0 => {
                    self.core.arrive_at_cluster(active, shared).map_err(|t| (pc, t))?;
                    if let Some(hazards) = &mut tally.hazards {
                        hazards.cluster_arrival(self.core.site.warp, active);
                    }
                }
                Operation::ClusterWait if active != 0 => {
                    if self.core.waits_for_cluster(f, active, pc, shared).map_err(|t| (pc, t))? {
                        // It is executed, and counted, when the others have arrived.
                        tally.warp_instructions -= 1;
                        tally.thread_instructions -= u64::from(mask.count_ones());
                        return Ok(None);
                    }
                    if let Some(hazards) = &mut tally.hazards {
                        hazards.cluster_wait(self.core.site.warp, active);
                    }
                }
                Operation::Trap if active != 0 => {
                    return Err((pc, LaneFault::boxed(active.trailing_zeros() as usize, None, FaultKind::Trap)));
                }
                Operation::Yield if active != 0 => {
                    self.core.fragments.list[f].pc = pc + 1;
                    self.core.fragments.send_back(f);
                    *turn = 0;
                    return Ok(Some(Stop::Turn));
                }
                Operation::Barrier(_) if active != 0 => {
                    tally.barriers += 1;
                    self.core.at_barrier(f, active, pc);
                    return Ok(Some(Stop::Barrier(f)));
                }
                Operation::Exchange(exchange) if active != 0 => {
                    self.core.fragments.list[f].pc = pc;
                    if !self.exchange(f, active, exchange, code, tally).map_err(|t| (pc, t))? {
                        return Ok(None);
                    }
                }
                op if active != 0 => {
                    self.execute(op, active, pc, mask, context, shared, tally).map_err(|t| (pc, t))?;
                    if is_arrival(op) {
                        // Those that wait for it have a turn before this one goes on.
                        self.core.fragments.list[f].pc = pc + 1;
                        *turn = 0;
                        return Ok(Some(Stop::Turn));
                    }
                    if self.still_waits(op, active) {
                        self.core.fragments.list[f].pc = pc + 1;
                        self.core.fragments.send_back(f);
                        *turn = 0;
                        return Ok(Some(Stop::Turn));
                    }
                }
                // Predicated off.
                op => {
                    if let Some(op) = op.shared_op() {
                        tally.predicated_off(pc, op);
                    }
                }
            }
            pc += 1;
        }
    }
    fn arrival(&self, code: &PtxCode, f: usize) -> Option<Arrival> {
        let fragment = &self.core.fragments.list[f];
        let barrier = barrier_at(code, fragment.pc)?;
        let value = |slot: u32| self.regs[slot as usize][fragment.mask.trailing_zeros() as usize & 31] as u32;
        let wanted = barrier.threads.map(value);
        Some(Arrival { id: value(barrier.id), wanted, waits: barrier.waits, aligned: barrier.aligned })
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
            let d = &mut self.preds[slot as usize];
            *d = *d & !mask | if yes { mask } else { 0 };
        };
        match barrier_at(code, fragment.pc).map(|barrier| barrier.result) {
            Some(BarrierResult::Count { d, .. }) => {
                for lane in lanes(mask) {
                    self.regs[d as usize][lane] = votes.count.into();
                }
            }
            Some(BarrierResult::And { d, .. }) => assign(d, votes.all),
            Some(BarrierResult::Or { d, .. }) => assign(d, votes.count > 0),
            Some(BarrierResult::None) | None => {}
        }
    }
}

/// Whether threads arrive at an `mbarrier` by it.
fn is_arrival(op: &Operation) -> bool {
    matches!(op, Operation::Mbarrier(BarrierAccess { op: BarrierOp::Arrive { .. }, .. }))
}

fn barrier_at(code: &PtxCode, pc: u32) -> Option<&Barrier> {
    match &code.code[pc as usize].op {
        Operation::Barrier(barrier) => Some(barrier),
        _ => None,
    }
}

impl PtxWarp {
    pub(super) fn pred(&self, p: Pred) -> u32 {
        self.preds[p.slot as usize] ^ p.flip
    }

    /// Whether the phase that this waits for is incomplete for some lane, so that others should run before it asks again.
    fn still_waits(&self, op: &Operation, active: u32) -> bool {
        match op {
            Operation::Mbarrier(BarrierAccess { op: BarrierOp::Test { p, waits: true, .. }, .. }) => {
                self.preds[*p as usize] & active != active
            }
            _ => false,
        }
    }
}
