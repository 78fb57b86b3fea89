//! Executes jumps, waits and ends of PTX.

use super::warp::PtxWarp;
use crate::fault::FaultKind;
use crate::isa::{PtxFlow, Slot};
use crate::lanes::{lanes, lanes_where};
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::lockstep::Stop;
use crate::machine::observe::Tally;
use crate::machine::step::{Next, trap};
use crate::memory::SharedMemory;
use crate::program::PtxCode;

impl PtxWarp {
    /// Executes an operation of the loop for the lanes `active` of fragment `f`, of which there is one.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "what the loop has in hand")]
    pub(super) fn flow(
        &mut self,
        op: &PtxFlow,
        f: usize,
        active: u32,
        pc: u32,
        code: &PtxCode,
        shared: &mut SharedMemory,
        tally: &mut Tally,
        turn: &mut u32,
    ) -> LaneResult<Next> {
        let mask = self.core.fragments.list[f].mask;
        Ok(match op {
            PtxFlow::Branch { target, .. } if active == mask => Next::At(*target),
            PtxFlow::Branch { target, join } => {
                self.core.fragments.split(f, active, *target, pc + 1, *join);
                Next::Fragment
            }
            PtxFlow::Table { index, targets, join } => self.branch_by_table(f, active, pc, *index, targets, *join)?,
            PtxFlow::Call(call) => {
                self.call(f, active, pc, call, code)?;
                Next::Fragment
            }
            PtxFlow::Return => {
                self.leave(f, active, pc, code)?;
                Next::Fragment
            }
            PtxFlow::Exit => self.core.end(f, active, pc, shared),
            PtxFlow::ClusterArrive { relaxed } => self.core.cluster_arrive(active, *relaxed, shared, tally)?,
            PtxFlow::ClusterWait => self.core.cluster_wait(f, active, pc, shared, tally)?,
            PtxFlow::Trap => return Err(trap(active)),
            PtxFlow::Yield => self.core.give_way(f, pc + 1, turn),
            PtxFlow::Barrier(_) => {
                tally.barriers += 1;
                self.core.at_barrier(f, active, pc);
                Next::Warp(Stop::Barrier(f))
            }
            PtxFlow::Exchange(exchange) => {
                self.core.fragments.list[f].pc = pc;
                let goes_on = self.exchange(f, active, exchange, &code.code, tally)?;
                if goes_on { Next::Following } else { Next::Fragment }
            }
        })
    }

    /// Sends each lane to the target that its index names.
    fn branch_by_table(
        &mut self,
        f: usize,
        active: u32,
        pc: u32,
        index: Slot,
        targets: &[u32],
        join: u32,
    ) -> LaneResult<Next> {
        let index = self.regs[index as usize].map(|index| index as u32 as usize);
        if let Some(lane) = lanes(active).find(|&lane| index[lane] >= targets.len()) {
            let (index, labels) = (index[lane], targets.len());
            let message = format!("branch index {index} is outside the table of {labels} labels");
            return Err(LaneFault::boxed(lane, None, FaultKind::Warp(message)));
        }
        self.core.fragments.meet(f, join);
        // The lanes whose guard is false go on.
        let held_back = self.core.fragments.list[f].mask & !active;
        if held_back != 0 {
            self.core.fragments.beside(f, held_back, pc + 1);
        }
        let mut left = active;
        while left != 0 {
            let target = targets[index[left.trailing_zeros() as usize]];
            let group = lanes_where(left, |lane| targets[index[lane]] == target);
            if left == active {
                self.core.fragments.list[f].mask = group;
                self.core.fragments.list[f].pc = target;
            } else {
                self.core.fragments.beside(f, group, target);
            }
            left &= !group;
        }
        Ok(Next::Fragment)
    }
}
