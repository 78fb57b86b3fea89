//! Steps of the loop that runs a warp: what both instruction sets do around an instruction.

use super::lane_fault::{LaneFault, LaneResult};
use super::lockstep::Stop;
use super::observe::Tally;
use super::warp_core::WarpCore;
use crate::fault::FaultKind;
use crate::memory::SharedMemory;

/// Where the loop goes on after an instruction.
pub(super) enum Next {
    /// At the next instruction.
    Following,
    /// At this instruction.
    At(u32),
    /// With another fragment: this one is gone, waits, or is at another place.
    Fragment,
    /// With another warp.
    Warp(Stop),
}

/// The effect of an instruction on the turn of its warp, beside its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MbarrierTurn {
    GoesOn,
    /// Lanes arrived at an `mbarrier`: those that wait for it have a turn before these go on.
    Arrived,
    /// The phase that lanes wait for is incomplete: others run before they ask again.
    Waits,
}

impl MbarrierTurn {
    /// The turn after lanes `active` asked for a phase, which the lanes `complete` found complete.
    pub(super) fn of_test(complete: u32, active: u32) -> Self {
        if complete & active == active { Self::GoesOn } else { Self::Waits }
    }
}

/// Returns the fault of a trap.
pub(super) fn trap(active: u32) -> Box<LaneFault> {
    LaneFault::boxed(active.trailing_zeros() as usize, None, FaultKind::Trap)
}

impl WarpCore {
    /// Begins a step of fragment `f` at the instruction `pc`. Returns false if the warp's turn is over.
    #[inline(always)]
    pub(super) fn begins_step(&mut self, f: usize, pc: u32, turn: &mut u32) -> bool {
        if *turn == 0 {
            self.fragments.list[f].pc = pc;
            self.fragments.send_back(f);
            return false;
        }
        *turn -= 1;
        true
    }

    /// Counts the instruction `pc` of the lanes of `mask`.
    #[inline(always)]
    pub(super) fn count(&mut self, mask: u32, pc: u32, tally: &mut Tally) {
        tally.executed[pc as usize] += 1;
        tally.warp_instructions += 1;
        tally.thread_instructions += u64::from(mask.count_ones());
        self.instructions += 1;
    }

    /// Counts the instructions from `pc` on, each executed by the lanes of `mask`.
    #[inline(always)]
    pub(super) fn count_run(&mut self, mask: u32, pc: u32, length: u32, tally: &mut Tally) {
        tally.executed[pc as usize..][..length as usize].iter_mut().for_each(|executed| *executed += 1);
        tally.warp_instructions += u64::from(length);
        tally.thread_instructions += u64::from(length) * u64::from(mask.count_ones());
        self.instructions += u64::from(length);
    }

    /// Takes an instruction out of the counts that waits for others: it is executed, and counted, when they are there.
    pub(super) fn uncount(mask: u32, pc: u32, tally: &mut Tally) {
        tally.uncount_warp(pc);
        tally.thread_instructions -= u64::from(mask.count_ones());
    }

    /// Goes on with fragment `f` after the instruction `pc`.
    #[inline(always)]
    pub(super) fn after(&mut self, mbarrier: MbarrierTurn, f: usize, pc: u32, turn: &mut u32) -> Next {
        match mbarrier {
            MbarrierTurn::GoesOn => Next::Following,
            MbarrierTurn::Arrived => self.pause(f, pc + 1, turn),
            MbarrierTurn::Waits => self.give_way(f, pc + 1, turn),
        }
    }

    /// Ends the warp's turn. Fragment `f` goes on at `pc`, after the warp's others.
    pub(super) fn give_way(&mut self, f: usize, pc: u32, turn: &mut u32) -> Next {
        let next = self.pause(f, pc, turn);
        self.fragments.send_back(f);
        next
    }

    /// Ends the warp's turn. Fragment `f` goes on at `pc`.
    pub(super) fn pause(&mut self, f: usize, pc: u32, turn: &mut u32) -> Next {
        self.fragments.list[f].pc = pc;
        *turn = 0;
        Next::Warp(Stop::Turn)
    }

    /// Ends the lanes `ended` of fragment `f` at the instruction `pc`. Others may have waited for these lanes only.
    pub(super) fn end(&mut self, f: usize, ended: u32, pc: u32, shared: &mut SharedMemory) -> Next {
        self.leave_cluster(ended, shared);
        self.exit(f, ended, pc);
        Next::Fragment
    }

    /// The lanes `active` arrive at the cluster's barrier. `relaxed`: it passes on what they knew at a fence before it alone.
    pub(super) fn cluster_arrive(
        &mut self,
        active: u32,
        relaxed: bool,
        shared: &mut SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<Next> {
        self.arrive_at_cluster(active, shared)?;
        let phase = self.phase_of(active);
        if let Some(hazards) = &mut tally.hazards {
            hazards.cluster_arrival(self.site.warp, active, phase, relaxed);
        }
        Ok(Next::Following)
    }

    /// The lanes `active` of fragment `f`, at the instruction `pc`, wait for the cluster's barrier.
    pub(super) fn cluster_wait(
        &mut self,
        f: usize,
        active: u32,
        pc: u32,
        shared: &SharedMemory,
        tally: &mut Tally,
    ) -> LaneResult<Next> {
        let mask = self.fragments.list[f].mask;
        if self.waits_for_cluster(f, active, pc, shared)? {
            Self::uncount(mask, pc, tally);
            return Ok(Next::Fragment);
        }
        if let Some(hazards) = &mut tally.hazards {
            hazards.cluster_wait(self.site.warp, active, self.phase_of(active));
        }
        Ok(Next::Following)
    }

    /// The phase of the cluster's barrier in which these lanes arrived last.
    fn phase_of(&self, active: u32) -> u32 {
        self.arrivals[active.trailing_zeros() as usize & 31]
    }
}
