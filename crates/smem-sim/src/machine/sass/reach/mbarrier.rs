//! Asynchronous barriers in shared memory.

use super::SassReach;
use super::cluster::SharedPlace;
use crate::isa::sass::{Amount, MbarrierArrival, Words};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::arrived;
use crate::machine::lane_fault::LaneResult;
use crate::memory::Mbarrier;

/// Bytes of a barrier.
const BYTES: u32 = 8;

impl SassReach<'_> {
    fn barrier(&mut self, lane: usize, address: u64) -> LaneResult<(SharedPlace, Mbarrier)> {
        let place = self.place(lane, address, BYTES)?;
        Ok((place, Mbarrier(self.memory(place.block).load(place.at, BYTES))))
    }

    pub(in crate::machine::sass) fn set_barrier(
        &mut self,
        addresses: &Lanes,
        values: &Lanes,
        active: u32,
    ) -> LaneResult<()> {
        for lane in lanes(active) {
            let (place, _) = self.barrier(lane, addresses[lane])?;
            // Its operands are uniform, and it is done once for a warp, by whichever lanes are there.
            if lanes(active).find(|&first| addresses[first] == addresses[lane]) == Some(lane) {
                self.reach.check_mbarrier(lane, place.at as u32, true);
            }
            self.memory_mut(place.block).store(place.at, BYTES, values[lane]);
        }
        Ok(())
    }

    /// Lets one lane arrive at a barrier: arrivals, bytes to expect, or with a minus that are there, and arrivals that leave.
    pub(super) fn arrive_at(
        &mut self,
        lane: usize,
        address: u64,
        (arrivals, bytes, leaving): (u64, i64, u64),
    ) -> LaneResult<()> {
        let (place, before) = self.barrier(lane, address)?;
        let after = arrived(before, lane, address, (arrivals, bytes, leaving))?;
        self.memory_mut(place.block).store(place.at, BYTES, after.0);
        let ends = after.phase() != before.phase();
        let thread = 32 * self.reach.site.warp + lane as u32;
        if let Some(hazards) = &mut self.reach.tally.hazards {
            hazards.mbarrier_arrival(place.at as u32, thread, bytes, ends);
        }
        Ok(())
    }

    pub(in crate::machine::sass) fn arrive(
        &mut self,
        arrival: &MbarrierArrival,
        addresses: &Lanes,
        operand: &Words,
        active: u32,
    ) -> LaneResult<()> {
        let amount = |amount: Amount, lane: usize| match amount {
            Amount::None => 0,
            Amount::One => 1,
            Amount::Operand => u64::from(operand[lane]),
        };
        let mut states = [0; 32];
        for lane in lanes(active) {
            let (place, barrier) = self.barrier(lane, addresses[lane])?;
            self.reach.check_mbarrier(lane, place.at as u32, false);
            states[lane] = barrier.state();
        }
        for lane in lanes(active) {
            let arrivals = amount(arrival.arrivals, lane);
            let bytes = amount(arrival.expects, lane) as i64 - amount(arrival.completes, lane) as i64;
            let leaving = if arrival.leaves { arrivals } else { 0 };
            self.arrive_at(lane, addresses[lane], (arrivals, bytes, leaving))?;
        }
        for lane in lanes(active) {
            if arrival.together {
                let same = lanes(active).filter(|&other| addresses[other] == addresses[lane]);
                self.set(arrival.state, lane, same.fold(0u32, |mask, lane| mask | 1 << lane));
            }
            self.set(arrival.state + 1, lane, states[lane]);
        }
        Ok(())
    }

    /// The lanes whose phase is complete.
    pub(in crate::machine::sass) fn completed(
        &mut self,
        addresses: &Lanes,
        parity: &Words,
        active: u32,
    ) -> LaneResult<u32> {
        let mut complete = 0;
        for lane in lanes(active) {
            let (place, barrier) = self.barrier(lane, addresses[lane])?;
            self.reach.check_mbarrier(lane, place.at as u32, false);
            let is_complete = barrier.phase() != u64::from(parity[lane] >> 31);
            complete |= u32::from(is_complete) << lane;
            if is_complete && let Some(hazards) = &mut self.reach.tally.hazards {
                hazards.mbarrier_wait(place.at as u32, self.reach.site.warp, 1 << lane);
            }
        }
        Ok(complete)
    }

    /// The earlier `cp.async` of each lane are done, as all are at once here.
    pub(in crate::machine::sass) fn copies_done(
        &mut self,
        addresses: &Lanes,
        arrives: bool,
        active: u32,
    ) -> LaneResult<()> {
        for lane in lanes(active) {
            let (place, _) = self.barrier(lane, addresses[lane])?;
            self.reach.check_mbarrier(lane, place.at as u32, false);
            let thread = 32 * self.reach.site.warp + lane as u32;
            if let Some(hazards) = &mut self.reach.tally.hazards {
                hazards.copies_arrive(place.at as u32, thread);
            }
            self.arrive_at(lane, addresses[lane], if arrives { (1, 0, 0) } else { (0, -1, 0) })?;
        }
        Ok(())
    }
}
