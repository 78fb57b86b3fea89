//! One warp that executes machine code: its registers, and the loop that runs it.

use super::LaunchedSass;
use super::convergence::Meeting;
use super::driver::RETURN_TO;
use crate::fault::FaultKind;
use crate::isa::sass::{
    ALWAYS, BarrierVotes, JumpKind, MbarrierOp, PREDS, SassInst, SassOp, SassSpecial, Source, Words,
};
use crate::isa::{LoopStep, NOWHERE, Pred, PredSlot};
use crate::lanes::lanes;
use crate::machine::context::LaunchContext;
use crate::machine::fragments::WarpFragment;
use crate::machine::hazards::FoundBarrier;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::lockstep::{Arrival, LockstepWarp, Stop, Votes};
use crate::machine::observe::Tally;
use crate::machine::site::{WarpSite, thread};
use crate::machine::warp_core::WarpCore;
use crate::memory::{SHARED_WINDOW, SharedMemory};

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
}

/// The bytes of an instruction.
const INSTRUCTION: u64 = 16;

/// The number of a block in its cluster.
fn cluster_rank(context: &LaunchContext<'_>, block: [u32; 3]) -> u32 {
    let [x, y, z] = std::array::from_fn(|axis| block[axis] % context.cluster[axis]);
    let [width, height, _] = context.cluster;
    (z * height + y) * width + x
}

/// A special register's value for each lane.
fn special(
    special: SassSpecial,
    context: &LaunchContext<'_>,
    code: &LaunchedSass<'_>,
    warp: u32,
    block: [u32; 3],
) -> Words {
    let [width, height, _] = context.block;
    let per_lane = |f: &dyn Fn(u32) -> u32| std::array::from_fn(|lane| f(lane as u32));
    match special {
        SassSpecial::Thread(axis) => per_lane(&|lane| thread(warp, lane, width, height)[axis]),
        SassSpecial::Threads => per_lane(&|lane| {
            let [x, y, z] = thread(warp, lane, width, height);
            x | y << 16 | z << 26
        }),
        SassSpecial::Block(axis) => [block[axis]; 32],
        SassSpecial::Blocks(axis) => [context.grid[axis]; 32],
        SassSpecial::Lane => per_lane(&|lane| lane),
        SassSpecial::Warp => [warp; 32],
        SassSpecial::LanesEqual => per_lane(&|lane| 1 << lane),
        SassSpecial::LanesLess => per_lane(&|lane| (1 << lane) - 1),
        SassSpecial::LanesLessEqual => per_lane(&|lane| u32::MAX >> (31 - lane)),
        SassSpecial::LanesGreater => per_lane(&|lane| !(u32::MAX >> (31 - lane))),
        SassSpecial::LanesGreaterEqual => per_lane(&|lane| u32::MAX << lane),
        SassSpecial::ClusterRank => [cluster_rank(context, block); 32],
        SassSpecial::SharedBytes => [context.allocated_shared + code.code.reserved_shared; 32],
        SassSpecial::SharedWindow => [(SHARED_WINDOW >> 32) as u32; 32],
    }
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
            self.regs[slot as usize] = special(which, context, code, index, block);
        }
        self.preds = [0; PREDS];
        self.preds[ALWAYS as usize] = u32::MAX;
        self.meetings = [[0; 32]; MEETINGS];
        self.returns = [NOWHERE; 32];
        self.votes = ([0; 32], 0);
    }

    fn is_where(&self, before: &Self) -> bool {
        let Self { core, regs, preds, meetings, returns, votes } = self;
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
        let code = &launched.code.code[..];
        let mut pc = self.core.fragments.list[f].pc;
        let mask = self.core.fragments.list[f].mask;
        loop {
            if *turn == 0 {
                self.core.fragments.list[f].pc = pc;
                self.core.fragments.send_back(f);
                return Ok(Some(Stop::Turn));
            }
            *turn -= 1;
            let Some(SassInst { guard, uniform, op }) = code.get(pc as usize) else {
                let kind = FaultKind::Warp("it runs past the end of the kernel's code".to_owned());
                return Err((pc.saturating_sub(1), LaneFault::boxed(mask.trailing_zeros() as usize, None, kind)));
            };
            let active = mask & self.pred(*guard);
            tally.warp_instructions += 1;
            tally.thread_instructions += u64::from(mask.count_ones());
            self.core.instructions += 1;
            if let SassOp::BranchIfTogether { together, target, named } = op {
                // Lanes that the guard turns off are not together with the others.
                let named = self.get(*named)[mask.trailing_zeros() as usize & 31];
                let is_whole = named & self.core.fragments.alive() & !active == 0;
                pc = if is_whole == *together { *target } else { pc + 1 };
                continue;
            }
            if active == 0 {
                if let Some(op) = op.shared_op() {
                    tally.predicated_off(pc, op);
                }
                pc += 1;
                continue;
            }
            match op {
                SassOp::Branch { target, also } => {
                    let taken = active & self.pred(*also);
                    if taken == mask {
                        pc = *target;
                        continue;
                    }
                    if taken != 0 {
                        self.core.fragments.split(f, taken, *target, pc + 1, NOWHERE);
                        return Ok(None);
                    }
                }
                SassOp::BranchIfAny { target } => {
                    pc = *target;
                    continue;
                }
                SassOp::Call { target } => {
                    if active == mask {
                        pc = *target;
                        continue;
                    }
                    self.core.fragments.split(f, active, *target, pc + 1, NOWHERE);
                    return Ok(None);
                }
                SassOp::Jump { register, offset, kind } => {
                    self.core.fragments.list[f].pc = pc;
                    self.refuse_null(*kind, active, *register)
                        .and_then(|()| self.jump(f, active, *register, *offset, code.len()))
                        .map_err(|t| (pc, t))?;
                    return Ok(None);
                }
                SassOp::Exit { also } => {
                    let ended = active & self.pred(*also);
                    if ended != 0 {
                        self.core.leave_cluster(ended, shared);
                        self.core.exit(f, ended, pc);
                        return Ok(None);
                    }
                }
                SassOp::CallDriver { function, registers } => {
                    self.core.fragments.list[f].pc = pc;
                    // The address may be that of a function behind the kernel.
                    if self.calls_own(*function, active, code.len()) {
                        self.jump(f, active, *function, 0, code.len()).map_err(|t| (pc, t))?;
                        return Ok(None);
                    }
                    self.call_driver(*function, *registers, active, pc, context, launched, shared, tally)
                        .and_then(|()| self.jump(f, active, registers + RETURN_TO, 0, code.len()))
                        .map_err(|t| (pc, t))?;
                    return Ok(None);
                }
                SassOp::Trap => {
                    return Err((pc, LaneFault::boxed(active.trailing_zeros() as usize, None, FaultKind::Trap)));
                }
                SassOp::Yield => {
                    self.core.fragments.list[f].pc = pc + 1;
                    self.core.fragments.send_back(f);
                    *turn = 0;
                    return Ok(Some(Stop::Turn));
                }
                SassOp::BlockBarrier { .. } => {
                    tally.barriers += 1;
                    let missing = self.core.fragments.alive() & !active;
                    // Machine code gathers the warp in front of a barrier that lanes may reach apart.
                    if missing != 0 {
                        let WarpSite { block, warp, .. } = self.core.site;
                        let (number, arrived) = (context.number_of(block), active);
                        let found = FoundBarrier { number, block, warp, arrived, missing, ended: None, times: 1 };
                        tally.findings.add_barrier(pc, found);
                    }
                    // Lanes that a predicate turns off stay with the others: they have one program counter.
                    self.core.at_barrier(f, mask, pc);
                    return Ok(Some(Stop::Barrier(f)));
                }
                SassOp::ClusterArrive => {
                    self.core.arrive_at_cluster(active, shared).map_err(|t| (pc, t))?;
                    if let Some(hazards) = &mut tally.hazards {
                        hazards.cluster_arrival(self.core.site.warp, active);
                    }
                }
                SassOp::ClusterWait => {
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
                SassOp::EndCollective => {
                    self.core.fragments.list[f].pc = pc;
                    self.part(f, active);
                    return Ok(None);
                }
                SassOp::Meet { .. } | SassOp::WarpSync { .. } | SassOp::Collective { .. } => {
                    self.core.fragments.list[f].pc = pc;
                    let meeting = match op {
                        SassOp::WarpSync { named: Some(named), .. } | SassOp::Collective { named: Some(named), .. } => {
                            self.synchronise(f, active, *named, code, tally)
                        }
                        SassOp::WarpSync { named: None, .. } => self.synchronise_all(f, active, code, tally),
                        _ => self.meet(f, active, code),
                    };
                    match meeting {
                        Meeting::Here => {}
                        Meeting::Met => return Ok(None),
                        Meeting::Waits => {
                            // It is executed, and counted, when the others are there.
                            tally.warp_instructions -= 1;
                            tally.thread_instructions -= u64::from(mask.count_ones());
                            return Ok(None);
                        }
                    }
                }
                op => {
                    let write = if *uniform { u32::MAX } else { active };
                    if !self.compute(op, active, write, launched) {
                        self.access(op, active, pc, context, launched, shared, tally).map_err(|t| (pc, t))?;
                    }
                    if matches!(op, SassOp::Mbarrier(MbarrierOp::Arrive(_))) {
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
            }
            pc += 1;
        }
    }
    fn arrival(&self, code: &LaunchedSass<'_>, f: usize) -> Option<Arrival> {
        let fragment = &self.core.fragments.list[f];
        let SassOp::BlockBarrier { id, threads, waits, .. } = &code.code.code[fragment.pc as usize].op else {
            return None;
        };
        let value = |source: Source| self.get(source)[fragment.mask.trailing_zeros() as usize & 31];
        Some(Arrival { id: value(*id), wanted: threads.map(value), waits: *waits, aligned: false })
    }

    fn votes(&self, code: &LaunchedSass<'_>, fragment: &WarpFragment) -> Option<u32> {
        match &code.code.code[fragment.pc as usize].op {
            SassOp::BlockBarrier { votes: Some((_, p)), .. } => Some(self.pred(*p)),
            _ => None,
        }
    }

    fn deliver(&mut self, code: &LaunchedSass<'_>, fragment: &WarpFragment, votes: Votes) {
        if let SassOp::BlockBarrier { votes: Some((how, _)), .. } = &code.code.code[fragment.pc as usize].op {
            let yes = match how {
                BarrierVotes::Count | BarrierVotes::Or => votes.count > 0,
                BarrierVotes::And => votes.all,
            };
            for lane in lanes(fragment.mask) {
                self.votes.0[lane] = votes.count;
            }
            self.votes.1 = self.votes.1 & !fragment.mask | if yes { fragment.mask } else { 0 };
        }
    }
}

impl SassWarp {
    #[inline(always)]
    pub(super) fn pred(&self, p: Pred) -> u32 {
        self.preds[p.slot as usize] ^ p.flip
    }

    #[inline(always)]
    pub(super) fn assign(&mut self, slot: PredSlot, mask: u32, value: u32) {
        let p = &mut self.preds[slot as usize];
        *p = *p & !mask | value & mask;
    }

    #[inline(always)]
    pub(super) fn get(&self, source: Source) -> Words {
        let register = self.regs[source.slot as usize];
        if source.and == u32::MAX && source.xor == 0 {
            return register;
        }
        register.map(|value| value & source.and ^ source.xor)
    }

    /// Whether the phase that this waits for is incomplete for some lane, so that others should run before it asks again.
    fn still_waits(&self, op: &SassOp, active: u32) -> bool {
        match op {
            SassOp::Mbarrier(MbarrierOp::Test { p, waits: true, .. }) => self.preds[*p as usize] & active != active,
            _ => false,
        }
    }

    /// Faults where a lane calls through a null pointer, whose address is that of the kernel's own first instruction.
    fn refuse_null(&self, kind: JumpKind, active: u32, register: u32) -> LaneResult<()> {
        let (low, high) = (&self.regs[register as usize], &self.regs[register as usize + 1]);
        match lanes(active).find(|&lane| kind == JumpKind::Call && low[lane] | high[lane] == 0) {
            Some(lane) => Err(LaneFault::boxed(lane, 0, FaultKind::Call("a call through a null pointer".to_owned()))),
            None => Ok(()),
        }
    }

    /// Whether all lanes call functions of the kernel's own code.
    fn calls_own(&self, register: u32, active: u32, length: usize) -> bool {
        let (low, high) = (&self.regs[register as usize], &self.regs[register as usize + 1]);
        let end = length as u64 * INSTRUCTION;
        lanes(active).all(|lane| (1..end).contains(&(u64::from(high[lane]) << 32 | u64::from(low[lane]))))
    }

    /// Sends each lane to the code address in its registers.
    fn jump(&mut self, f: usize, active: u32, register: u32, offset: i64, length: usize) -> LaneResult<()> {
        let (low, high) = (self.regs[register as usize], self.regs[register as usize + 1]);
        let mut left = active;
        let held_back = self.core.fragments.list[f].mask & !active;
        let after = self.core.fragments.list[f].pc + 1;
        let mut groups = Vec::new();
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let address = (u64::from(high[first]) << 32 | u64::from(low[first])).wrapping_add(offset as u64);
            let target = address / INSTRUCTION;
            if !address.is_multiple_of(INSTRUCTION) || target >= length as u64 {
                let kind = FaultKind::Warp(format!("a jump to {address:#x}, outside the kernel's code"));
                return Err(LaneFault::boxed(first, None, kind));
            }
            let same = |lane: &usize| low[*lane] == low[first] && high[*lane] == high[first];
            let group = lanes(left).filter(same).fold(0u32, |m, lane| m | 1 << lane);
            groups.push((group, target as u32));
            left &= !group;
        }
        if held_back != 0 {
            groups.push((held_back, after));
        }
        for (i, &(group, target)) in groups.iter().enumerate() {
            if i == 0 {
                self.core.fragments.list[f].mask = group;
                self.core.fragments.list[f].pc = target;
            } else {
                self.core.fragments.beside(f, group, target);
            }
        }
        Ok(())
    }
}
