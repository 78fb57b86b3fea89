//! Executes jumps, waits and ends of machine code.

use super::LaunchedSass;
use super::meeting::Meeting;
use super::warp::SassWarp;
use crate::fault::FaultKind;
use crate::isa::sass::{DRIVER_RETURN_TO, JumpKind, SassFlow};
use crate::isa::{NOWHERE, Slot};
use crate::lanes::{lanes, lanes_where};
use crate::machine::context::LaunchContext;
use crate::machine::hazards::FoundBarrier;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::lockstep::Stop;
use crate::machine::observe::Tally;
use crate::machine::site::WarpSite;
use crate::machine::step::{Next, trap};
use crate::machine::warp_core::WarpCore;
use crate::memory::SharedMemory;

/// The bytes of an instruction.
const INSTRUCTION: u64 = 16;

impl SassWarp {
    /// Executes an operation of the loop for the lanes `active` of fragment `f`.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn flow(
        &mut self,
        op: &SassFlow,
        f: usize,
        active: u32,
        pc: u32,
        context: &LaunchContext<'_>,
        launched: &LaunchedSass<'_>,
        shared: &mut SharedMemory,
        tally: &mut Tally,
        turn: &mut u32,
    ) -> LaneResult<Next> {
        let code = &launched.code.code[..];
        let mask = self.core.fragments.list[f].mask;
        Ok(match op {
            SassFlow::Branch { target, also } => self.branch(f, active & self.pred(*also), pc, *target),
            SassFlow::Call { target } => self.branch(f, active, pc, *target),
            SassFlow::BranchIfAny { target } => Next::At(*target),
            SassFlow::BranchIfTogether { together, target, named } => {
                // Lanes that the guard turns off are not together with the others.
                let is_whole = self.first_of(*named, mask) & self.core.fragments.alive() & !active == 0;
                if is_whole == *together { Next::At(*target) } else { Next::Following }
            }
            SassFlow::Jump { register, offset, kind } => {
                self.refuse_null(*kind, active, *register)?;
                self.jump(f, active, pc, *register, *offset, code.len())?
            }
            // The address may be that of a function after the kernel.
            SassFlow::CallDriver { function, .. } if self.calls_own(*function, active, code.len()) => {
                self.jump(f, active, pc, *function, 0, code.len())?
            }
            SassFlow::CallDriver { function, registers } => {
                self.call_driver(*function, *registers, active, pc, context, launched, shared, tally)?;
                self.jump(f, active, pc, registers + DRIVER_RETURN_TO, 0, code.len())?
            }
            SassFlow::Exit { also } => match active & self.pred(*also) {
                0 => Next::Following,
                ended => self.core.end(f, ended, pc, shared),
            },
            SassFlow::Trap => return Err(trap(active)),
            SassFlow::Yield => self.core.give_way(f, pc + 1, turn),
            SassFlow::BlockBarrier { .. } => {
                tally.barriers += 1;
                self.note_missing(active, pc, context, tally);
                // Lanes that a predicate turns off stay with the others: they have one program counter.
                self.core.at_barrier(f, mask, pc);
                Next::Warp(Stop::Barrier(f))
            }
            // Where it releases, there is a `MEMBAR` in front of it.
            SassFlow::ClusterArrive => self.core.cluster_arrive(active, true, shared, tally)?,
            SassFlow::ClusterWait => self.core.cluster_wait(f, active, pc, shared, tally)?,
            SassFlow::EndCollective => {
                self.core.fragments.list[f].pc = pc;
                self.part(f, active);
                Next::Fragment
            }
            SassFlow::Meet { .. } | SassFlow::WarpSync { .. } | SassFlow::Collective { .. } => {
                self.core.fragments.list[f].pc = pc;
                let meeting = match op {
                    SassFlow::WarpSync { named: Some(named), .. } | SassFlow::Collective { named: Some(named), .. } => {
                        self.synchronise(f, active, *named, code, tally)
                    }
                    SassFlow::WarpSync { named: None, .. } => self.synchronise_all(f, active, code, tally),
                    _ => self.meet(f, active, code),
                };
                match meeting {
                    Meeting::Here => Next::Following,
                    Meeting::Met => Next::Fragment,
                    Meeting::Waits => {
                        // A GPU executes a `BSYNC` once for each part of the warp that comes there, as an H200's counters show.
                        if !matches!(op, SassFlow::Meet { .. }) {
                            WarpCore::uncount(mask, pc, tally);
                        }
                        Next::Fragment
                    }
                }
            }
        })
    }

    /// Sends the lanes `taken` of fragment `f` to an instruction.
    #[inline(always)]
    fn branch(&mut self, f: usize, taken: u32, pc: u32, target: u32) -> Next {
        if taken == self.core.fragments.list[f].mask {
            return Next::At(target);
        }
        if taken == 0 {
            return Next::Following;
        }
        self.core.fragments.split(f, taken, target, pc + 1, NOWHERE);
        Next::Fragment
    }

    /// Notes a barrier of the block that lanes reach apart: machine code gathers the warp in front of one where they may.
    fn note_missing(&self, active: u32, pc: u32, context: &LaunchContext<'_>, tally: &mut Tally) {
        let missing = self.core.fragments.alive() & !active;
        if missing != 0 {
            let WarpSite { block, warp, .. } = self.core.site;
            let (number, arrived) = (context.number_of(block), active);
            tally.findings.add_barrier(
                pc,
                FoundBarrier { number, block, warp, arrived, missing, ended: None, met: None, times: 1 },
            );
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
    fn calls_own(&self, register: Slot, active: u32, length: usize) -> bool {
        let (low, high) = (&self.regs[register as usize], &self.regs[register as usize + 1]);
        let end = length as u64 * INSTRUCTION;
        lanes(active).all(|lane| (1..end).contains(&(u64::from(high[lane]) << 32 | u64::from(low[lane]))))
    }

    /// Sends each lane to the code address in its registers.
    fn jump(&mut self, f: usize, active: u32, pc: u32, register: Slot, offset: i64, length: usize) -> LaneResult<Next> {
        let (low, high) = (self.regs[register as usize], self.regs[register as usize + 1]);
        let mut left = active;
        let held_back = self.core.fragments.list[f].mask & !active;
        let mut groups = Vec::new();
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let address = (u64::from(high[first]) << 32 | u64::from(low[first])).wrapping_add(offset as u64);
            let target = address / INSTRUCTION;
            if !address.is_multiple_of(INSTRUCTION) || target >= length as u64 {
                let kind = FaultKind::Warp(format!("a jump to {address:#x}, outside the kernel's code"));
                return Err(LaneFault::boxed(first, None, kind));
            }
            let group = lanes_where(left, |lane| low[lane] == low[first] && high[lane] == high[first]);
            groups.push((group, target as u32));
            left &= !group;
        }
        if held_back != 0 {
            groups.push((held_back, pc + 1));
        }
        for (i, &(group, target)) in groups.iter().enumerate() {
            if i == 0 {
                self.core.fragments.list[f].mask = group;
                self.core.fragments.list[f].pc = target;
            } else {
                self.core.fragments.beside(f, group, target);
            }
        }
        Ok(Next::Fragment)
    }
}
