//! Where lanes that a branch parted meet again.
//!
//! Machine code says it itself: `BSSY` notes the lanes that are together, `BSYNC` waits for them, `BREAK` takes lanes out, and
//! `WARPSYNC` waits for the lanes of a mask. Each lane keeps the mask of a barrier for itself, so that parted lanes may use one
//! barrier register for different meetings. A lane that exited is not waited for.

use super::warp::SassWarp;
use crate::isa::NOWHERE;
use crate::isa::sass::{SassInst, SassOp};
use crate::lanes::lanes;
use crate::machine::fragments::{State, WarpFragment};

/// What becomes of a fragment at a place where lanes meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meeting {
    /// Everybody is here: go on.
    Here,
    /// The others were waiting, and go on as well.
    Met,
    Waits,
}

impl SassWarp {
    /// Fragment `f` is at a place where lanes meet, with the lanes `active`.
    pub(super) fn meet(&mut self, f: usize, active: u32, code: &[SassInst]) -> Meeting {
        let fragment = self.core.fragments.list[f];
        let op = &code[fragment.pc as usize].op;
        let first = active.trailing_zeros() as usize & 31;
        let wanted = match op {
            SassOp::Meet { barrier } => self.meetings[usize::from(*barrier)][first],
            SassOp::WarpSync { named: Some(named) } | SassOp::Collective { named: Some(named), .. } => {
                self.get(*named)[first]
            }
            _ => self.core.lanes,
        };
        let wanted = wanted & self.core.fragments.alive();
        if let SassOp::Collective { after, .. } = op {
            for lane in lanes(active) {
                self.returns[lane] = *after;
            }
        }
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
                (SassOp::WarpSync { .. }, SassOp::WarpSync { .. })
                | (SassOp::Collective { .. }, SassOp::Collective { .. }) => true,
                _ => o.pc == fragment.pc,
            };
            o.state == State::Gathering && same && o.mask & !wanted == 0
        };
        let together = self.core.fragments.list.iter().filter(|o| waiting(o)).fold(active, |m, o| m | o.mask);
        if wanted & !together != 0 {
            self.core.fragments.list[f].state = State::Gathering;
            return Meeting::Waits;
        }
        let collective = matches!(op, SassOp::Collective { .. });
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

    /// The end of a collective: each lane goes on where its own instruction says.
    pub(super) fn part(&mut self, f: usize, active: u32) {
        let fragment = self.core.fragments.list[f];
        if fragment.mask != active {
            self.core.fragments.beside(f, fragment.mask & !active, fragment.pc + 1);
        }
        let mut left = active;
        while left != 0 {
            let target = self.returns[left.trailing_zeros() as usize];
            let group = lanes(left).filter(|&l| self.returns[l] == target).fold(0u32, |m, lane| m | 1 << lane);
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
