//! Asynchronous barriers in shared memory.

use crate::isa::sass::{Amount, MbarrierArrival, Words};
use crate::lanes::{Lanes, lanes};
use crate::machine::access::{ArrivalOf, MBARRIER_BYTES, Reach};
use crate::machine::lane_fault::LaneResult;

impl Reach<'_> {
    pub(in crate::machine::sass) fn set_barrier(
        &mut self,
        addresses: &Lanes,
        values: &Lanes,
        active: u32,
    ) -> LaneResult<()> {
        for lane in lanes(active) {
            let place = self.place(lane, addresses[lane], MBARRIER_BYTES)?;
            // Its operands are uniform, and it is done once for a warp, by whichever lanes are there.
            if lanes(active).find(|&first| addresses[first] == addresses[lane]) == Some(lane) {
                self.check_mbarrier(lane, place, true);
            }
            self.make_barrier(place, values[lane]);
        }
        Ok(())
    }

    /// Lets each lane arrive. Returns the upper words of the barriers as they were before the warp arrived.
    pub(in crate::machine::sass) fn arrive(
        &mut self,
        arrival: &MbarrierArrival,
        addresses: &Lanes,
        operand: &Words,
        active: u32,
    ) -> LaneResult<Words> {
        let amount = |amount: Amount, lane: usize| match amount {
            Amount::None => 0,
            Amount::One => 1,
            Amount::Operand => u64::from(operand[lane]),
        };
        let mut states = [0; 32];
        for lane in lanes(active) {
            states[lane] = self.checked_barrier(lane, addresses[lane])?.1.state();
        }
        for lane in lanes(active) {
            let arrivals = amount(arrival.arrivals, lane);
            let bytes = amount(arrival.expects, lane) as i64 - amount(arrival.completes, lane) as i64;
            let leaving = if arrival.leaves { arrivals } else { 0 };
            self.arrive_at(lane, addresses[lane], ArrivalOf { arrivals, bytes, leaving })?;
        }
        Ok(states)
    }

    /// Lets each lane arrive at a barrier of plain words. Returns the barriers as they were before the warp arrived.
    pub(in crate::machine::sass) fn arrive_plain(&mut self, addresses: &Lanes, active: u32) -> LaneResult<Lanes> {
        let mut states = [0; 32];
        for lane in lanes(active) {
            states[lane] = self.barrier(lane, addresses[lane])?.1.0;
        }
        for lane in lanes(active) {
            self.arrive_at_plain(lane, addresses[lane])?;
        }
        Ok(states)
    }

    /// The earlier `cp.async` of each lane are done: it arrives at a barrier of plain words.
    pub(in crate::machine::sass) fn copies_arrive_plain(&mut self, addresses: &Lanes, active: u32) -> LaneResult<()> {
        for lane in lanes(active) {
            self.plain_barrier(lane, addresses[lane])?;
            self.copies_done(lane, addresses[lane])?;
            self.arrive_at_plain(lane, addresses[lane])?;
        }
        Ok(())
    }

    /// Returns the lanes whose phase, of which the parity is the highest bit, is complete.
    pub(in crate::machine::sass) fn completed(
        &mut self,
        addresses: &Lanes,
        parity: &Words,
        active: u32,
    ) -> LaneResult<u32> {
        lanes(active).try_fold(0, |complete, lane| {
            let is_complete = self.phase_is_complete(lane, addresses[lane], u64::from(parity[lane] >> 31))?;
            Ok(complete | u32::from(is_complete) << lane)
        })
    }

    /// The earlier `cp.async` of each lane are done: it arrives, or completes one byte of transactions.
    pub(in crate::machine::sass) fn copies_arrive(
        &mut self,
        addresses: &Lanes,
        arrives: bool,
        active: u32,
    ) -> LaneResult<()> {
        let by = if arrives { ArrivalOf { arrivals: 1, ..ArrivalOf::default() } } else { ArrivalOf::completing(1) };
        for lane in lanes(active) {
            self.copies_done(lane, addresses[lane])?;
            self.arrive_at(lane, addresses[lane], by)?;
        }
        Ok(())
    }
}
