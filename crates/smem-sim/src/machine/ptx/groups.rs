//! Groups of lanes that execute a warp-wide instruction together: those that name the same lanes.
//!
//! Lanes that arrive together may name different groups, as the tiles of a partition do. Each group waits for its own lanes only.

use super::exchange;
use super::warp::PtxWarp;
use crate::fault::FaultKind;
use crate::isa::{Exchange, Inst, Operation, PtxFlow};
use crate::lanes::{Lanes, lanes, lanes_where};
use crate::machine::fragments::{State, WarpFragment};
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::Tally;

/// Lanes that name the same lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Group {
    /// The lanes that are named.
    wanted: u32,
    /// Those that are here.
    here: u32,
}

/// Returns the group of the first of the lanes `left`, which are those of `active` that are in no group yet.
///
/// # Errors
/// A lane that does not name itself, and a lane that names one which is here and names others.
fn group(named: &Lanes, active: u32, left: u32) -> LaneResult<Group> {
    let first = left.trailing_zeros() as usize & 31;
    let wanted = named[first] as u32;
    let here = lanes_where(left, |lane| named[lane] as u32 == wanted);
    if let Some(lane) = lanes(here & !wanted).next() {
        let message = format!("lane {lane} is not in the mask {wanted:#010x} that it names");
        return Err(LaneFault::boxed(lane, None, FaultKind::Warp(message)));
    }
    if let Some(lane) = lanes(wanted & active & !here).next() {
        let theirs = named[lane] as u32;
        let message = format!("lane {first} names the lanes {wanted:#010x} and lane {lane} names {theirs:#010x}");
        return Err(LaneFault::boxed(lane, None, FaultKind::Warp(message)));
    }
    Ok(Group { wanted, here })
}

impl PtxWarp {
    /// Executes a warp-wide instruction for the groups of the lanes `active` of `f` that are complete, with those that wait there. The
    /// other groups wait, each by itself, and the lanes of `f` that are not active go on. Returns whether `f` goes on.
    pub(super) fn exchange(
        &mut self,
        f: usize,
        active: u32,
        exchange: &Exchange,
        code: &[Inst],
        tally: &mut Tally,
    ) -> LaneResult<bool> {
        let WarpFragment { pc, mask, .. } = self.core.fragments.list[f];
        let named = exchange::members(exchange) as usize;
        let mut waiting = Vec::new();
        let (mut goes_on, mut left, mut met) = (mask & !active, active, false);
        while left != 0 {
            let group = group(&self.regs[named], active, left)?;
            left &= !group.here;
            let together = self.together(pc, group, exchange, code);
            // Lanes that have exited are not waited for.
            if group.wanted & self.core.fragments.alive() & !together != 0 {
                waiting.push(group.here);
                continue;
            }
            goes_on |= group.here;
            if let (Exchange::WarpSync { .. }, Some(hazards)) = (exchange, &mut tally.hazards) {
                hazards.warp_barrier(self.core.site.warp, together, self.core.lanes);
            } else {
                tally.exchange(pc, self.core.site.warp, together);
            }
            exchange::execute(exchange, &mut self.regs, &mut self.preds, together)?;
            for other in &mut self.core.fragments.list {
                if other.state == State::Gathering && other.mask & !together == 0 {
                    other.state = State::Ready;
                    other.pc += 1;
                    met = true;
                }
            }
        }
        let waits = waiting.iter().fold(0, |all, here| all | here);
        if waits == 0 {
            if met {
                self.core.fragments.list[f].pc = pc + 1;
                self.core.fragments.merge();
            }
            return Ok(!met);
        }
        // It is executed and counted when the other lanes have arrived.
        tally.thread_instructions -= u64::from(waits.count_ones());
        if goes_on == 0 {
            tally.uncount_warp(pc);
        }
        self.core.fragments.wait(f, &[goes_on], pc + 1, &waiting);
        Ok(false)
    }

    /// Returns the lanes of a group that are at this warp-wide instruction: those that are here, and those that wait.
    fn together(&self, pc: u32, group: Group, exchange: &Exchange, code: &[Inst]) -> u32 {
        let names = |members: u32, lanes: u32| {
            self.regs[members as usize][lanes.trailing_zeros() as usize & 31] as u32 == group.wanted
        };
        let is_there = |o: &WarpFragment| match (exchange, &code[o.pc as usize].op) {
            // Lanes may wait for one another in different places.
            (Exchange::WarpSync { .. }, Operation::Flow(PtxFlow::Exchange(Exchange::WarpSync { members }))) => {
                names(*members, o.mask)
            }
            (_, Operation::Flow(PtxFlow::Exchange(theirs))) => o.pc == pc && names(exchange::members(theirs), o.mask),
            _ => false,
        };
        let waiting = self.core.fragments.list.iter().filter(|o| o.state == State::Gathering && is_there(o));
        waiting.fold(group.here, |all, o| all | o.mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(f: impl Fn(u32) -> u32) -> Lanes {
        std::array::from_fn(|lane| f(lane as u32).into())
    }

    #[test]
    fn lanes_are_parted_by_the_lanes_that_they_name() {
        let halves = named(|lane| if lane < 16 { 0xffff } else { 0xffff_0000 });
        let active = 0x00ff_ff00;
        assert_eq!(group(&halves, active, active).unwrap(), Group { wanted: 0xffff, here: 0xff00 });
        let rest = group(&halves, active, 0x00ff_0000).unwrap();
        assert_eq!(rest, Group { wanted: 0xffff_0000, here: 0x00ff_0000 });
        let odd_and_even = named(|lane| 0x5555_5555 << (lane % 2));
        assert_eq!(group(&odd_and_even, u32::MAX, u32::MAX).unwrap().here, 0x5555_5555);
    }

    #[test]
    fn groups_that_overlap_and_lanes_outside_their_group_are_faults() {
        let overlapping = named(|lane| if lane < 16 { 0x0001_ffff } else { 0xffff_0000 });
        assert!(group(&overlapping, u32::MAX, u32::MAX).is_err());
        assert!(group(&overlapping, 0xffff, 0xffff).is_ok(), "the lane that both name is not here");
        assert!(group(&named(|_| 1), 3, 3).is_err());
    }
}
