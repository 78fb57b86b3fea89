//! Where lanes that a branch parted meet again.
//!
//! Machine code says it itself: `BSSY` notes the lanes that are together, `BSYNC` waits for them, `BREAK` takes lanes out, and
//! `WARPSYNC` waits for the lanes of a mask. Each lane keeps the mask of a barrier for itself, so that parted lanes may use one
//! barrier register for different meetings. A lane that exited is not waited for.

use super::meeting::Meeting;
use super::warp::SassWarp;
use crate::isa::NOWHERE;
use crate::isa::sass::{SassFlow, SassInst, SassOp, Source};
use crate::lanes::{lanes_where, put};
use crate::machine::fragments::{State, WarpFragment};
use crate::machine::observe::Tally;

impl SassWarp {
    /// Fragment `f` is at a place where lanes meet, with the lanes `active`.
    pub(super) fn meet(&mut self, f: usize, active: u32, code: &[SassInst]) -> Meeting {
        let fragment = self.core.fragments.list[f];
        let op = &code[fragment.pc as usize].op;
        let first = active.trailing_zeros() as usize & 31;
        let wanted = match op {
            SassOp::Flow(SassFlow::Meet { barrier }) => self.meetings[usize::from(*barrier)][first],
            _ => self.core.lanes,
        };
        let wanted = wanted & self.core.fragments.alive();
        self.note_returns(op, active);
        if wanted & !active == 0 {
            return Meeting::Here;
        }
        if active != fragment.mask {
            self.core.fragments.beside(f, fragment.mask & !active, fragment.pc + 1);
            self.core.fragments.list[f].mask = active;
        }
        let waiting = |o: &WarpFragment| {
            let same = match (op, &code[o.pc as usize].op) {
                // Lanes wait for one another wherever they execute such an instruction.
                (SassOp::Flow(SassFlow::WarpSync { .. }), SassOp::Flow(SassFlow::WarpSync { .. }))
                | (SassOp::Flow(SassFlow::Collective { .. }), SassOp::Flow(SassFlow::Collective { .. })) => true,
                _ => o.pc == fragment.pc,
            };
            o.state == State::Gathering && same && o.mask & !wanted == 0
        };
        let together = self.core.fragments.list.iter().filter(|o| waiting(o)).fold(active, |m, o| m | o.mask);
        if wanted & !together != 0 {
            self.core.fragments.list[f].state = State::Gathering;
            return Meeting::Waits;
        }
        let collective = matches!(op, SassOp::Flow(SassFlow::Collective { .. }));
        let mut joined = active;
        for o in self.core.fragments.list.iter_mut() {
            if !waiting(o) {
                continue;
            }
            if collective || o.pc == fragment.pc {
                joined |= o.mask;
                o.mask = 0;
            } else {
                o.pc += 1;
                o.state = State::Ready;
            }
        }
        let here = &mut self.core.fragments.list[f];
        here.mask = joined;
        here.pc = fragment.pc + 1;
        self.core.fragments.list.retain(|o| o.mask != 0);
        Meeting::Met
    }

    /// Notes where the lanes `active` go on after a collective.
    fn note_returns(&mut self, op: &SassOp, active: u32) {
        if let SassOp::Flow(SassFlow::Collective { after, .. }) = op {
            put(&mut self.returns, active, |_| *after);
        }
    }

    /// Fragment `f` waits with the lanes `active` for all lanes of the warp.
    pub(super) fn synchronise_all(&mut self, f: usize, active: u32, code: &[SassInst], tally: &mut Tally) -> Meeting {
        let meeting = self.meet(f, active, code);
        if let (Meeting::Here | Meeting::Met, Some(hazards)) = (meeting, &mut tally.hazards) {
            let there = self.core.lanes & (self.core.fragments.alive() | active);
            hazards.warp_barrier(self.core.site.warp, there, self.core.lanes);
        }
        meeting
    }

    /// The lanes `active` of fragment `f` wait for the lanes that they name. Those that name different ones wait by themselves, and
    /// go on by themselves where the instruction is exclusive or a collective.
    pub(super) fn synchronise(
        &mut self,
        f: usize,
        active: u32,
        named: Source,
        code: &[SassInst],
        tally: &mut Tally,
    ) -> Meeting {
        let (WarpFragment { pc, mask, .. }, named) = (self.core.fragments.list[f], self.get(named));
        let op = &code[pc as usize].op;
        let collective = matches!(op, SassOp::Flow(SassFlow::Collective { .. }));
        let exclusive = collective || matches!(op, SassOp::Flow(SassFlow::WarpSync { exclusive: true, .. }));
        self.note_returns(op, active);
        let alive = self.core.fragments.alive();
        let (mut complete, mut waiting) = (Vec::with_capacity(1), Vec::new());
        let (mut left, mut met) = (active, false);
        while left != 0 {
            let wanted = named[left.trailing_zeros() as usize];
            let here = lanes_where(left, |lane| named[lane] == wanted);
            left &= !here;
            let is_there = |o: &WarpFragment| {
                // Lanes wait for one another wherever they execute such an instruction.
                let waits = match code[o.pc as usize].op {
                    SassOp::Flow(SassFlow::WarpSync { .. }) => !collective,
                    SassOp::Flow(SassFlow::Collective { .. }) => collective,
                    _ => false,
                };
                o.state == State::Gathering && waits && o.mask & !wanted == 0
            };
            let others = self.core.fragments.list.iter().filter(|o| is_there(o)).fold(0, |all, o| all | o.mask);
            if wanted & alive & !(here | others) != 0 {
                waiting.push(here);
                continue;
            }
            if let Some(hazards) = &mut tally.hazards
                && !collective
            {
                hazards.warp_barrier(self.core.site.warp, here | others, self.core.lanes);
            }
            let mut joined = here;
            for o in self.core.fragments.list.iter_mut().filter(|o| is_there(o)) {
                met = true;
                if collective || o.pc == pc {
                    joined |= o.mask;
                    o.mask = 0;
                } else {
                    o.pc += 1;
                    o.state = State::Ready;
                }
            }
            complete.push(joined);
        }
        if waiting.is_empty() && !met && (!exclusive || complete == [mask]) {
            return Meeting::Here;
        }
        if waiting.len() == 1 && complete.is_empty() && waiting[0] == mask {
            self.core.fragments.list[f].state = State::Gathering;
            return Meeting::Waits;
        }
        // A waiting instruction is executed and counted when the others are there.
        if complete.is_empty() {
            tally.uncount_warp(pc);
        }
        tally.thread_instructions -= waiting.iter().map(|lanes| u64::from(lanes.count_ones())).sum::<u64>();
        self.core.fragments.list.retain(|o| o.mask != 0);
        // `f` may have moved, but no other fragment has its lanes.
        let f = self.core.fragments.list.iter().position(|o| o.mask & mask != 0).unwrap_or(f);
        if !exclusive {
            complete = vec![complete.iter().fold(mask & !active, |all, group| all | group)];
        } else if mask != active {
            complete.push(mask & !active);
        }
        complete.retain(|group| *group != 0);
        self.core.fragments.wait(f, &complete, pc + 1, &waiting);
        Meeting::Met
    }

    /// The end of a collective: each lane goes on where its own instruction says.
    pub(super) fn part(&mut self, f: usize, active: u32) {
        let fragment = self.core.fragments.list[f];
        if fragment.mask != active {
            self.core.fragments.beside(f, fragment.mask & !active, fragment.pc + 1);
        }
        let mut left = active;
        while left != 0 {
            let target = self.returns[left.trailing_zeros() as usize];
            let group = lanes_where(left, |lane| self.returns[lane] == target);
            left &= !group;
            let target = if target == NOWHERE { fragment.pc + 1 } else { target };
            if left == 0 {
                let fragment = &mut self.core.fragments.list[f];
                (fragment.mask, fragment.pc) = (group, target);
            } else {
                self.core.fragments.beside(f, group, target);
            }
        }
    }

    /// `active` lanes are no longer waited for at this barrier.
    pub(super) fn leave(&mut self, barrier: u8, active: u32) {
        for mask in &mut self.meetings[usize::from(barrier)] {
            *mask &= !active;
        }
        for fragment in self.core.fragments.list.iter_mut().filter(|f| f.state == State::Gathering) {
            fragment.state = State::Ready;
        }
    }
}
