//! Asynchronous barriers in shared memory. No counter of a GPU's wavefronts sees their operations.

use super::reach::Reach;
use super::shared_place::SharedPlace;
use crate::fault::FaultKind;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::machine::observe::Question;
use crate::memory::{Mbarrier, MbarrierPast, PlainMbarrier};

/// Bytes of a barrier.
pub(in crate::machine) const MBARRIER_BYTES: u32 = 8;

/// The change that a lane makes to a barrier.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::machine) struct ArrivalOf {
    pub(in crate::machine) arrivals: u64,
    /// Bytes to expect, or with a minus that are there.
    pub(in crate::machine) bytes: i64,
    /// Arrivals that later phases do not wait for.
    pub(in crate::machine) leaving: u64,
}

impl ArrivalOf {
    /// Bytes that are there.
    pub(in crate::machine) fn completing(bytes: u64) -> Self {
        Self { bytes: -(bytes as i64), ..Self::default() }
    }
}

impl Reach<'_> {
    /// Reads the barrier of a lane.
    pub(in crate::machine) fn barrier(&mut self, lane: usize, address: u64) -> LaneResult<(SharedPlace, Mbarrier)> {
        let place = self.read_place(lane, address, MBARRIER_BYTES)?;
        Ok((place, Mbarrier(self.memory(place.block).load(place.at, MBARRIER_BYTES))))
    }

    /// As [`barrier`](Self::barrier), of an operation that the race check sees.
    pub(in crate::machine) fn checked_barrier(
        &mut self,
        lane: usize,
        address: u64,
    ) -> LaneResult<(SharedPlace, Mbarrier)> {
        let (place, barrier) = self.barrier(lane, address)?;
        self.check_mbarrier(lane, place, false);
        Ok((place, barrier))
    }

    /// Lets one lane arrive at a barrier. Returns whether the phase ends by it.
    pub(in crate::machine) fn arrive_at(&mut self, lane: usize, address: u64, by: ArrivalOf) -> LaneResult<bool> {
        let (place, before) = self.barrier(lane, address)?;
        let ArrivalOf { arrivals, bytes, leaving } = by;
        let after = before.arrive(arrivals, bytes, leaving).ok_or_else(|| {
            let message = format!(
                "{arrivals} arrivals at the mbarrier at {address:#x}, which waits for {} more in this phase",
                before.pending()
            );
            LaneFault::boxed(lane, address, FaultKind::Barrier(message))
        })?;
        self.memory_mut(place.block).store(place.at, MBARRIER_BYTES, after.0);
        let ends = after.phase() != before.phase();
        let thread = self.thread_of(lane);
        let own = (arrivals > 0 && place.block == self.rank()).then_some(thread);
        self.past_of(place).arrive(own, ends);
        if let Some(hazards) = &mut self.tally.hazards {
            let at = place.at as u32;
            hazards.in_memory_of(place.block, |hazards| hazards.mbarrier_arrival(at, thread, bytes, ends));
        }
        Ok(ends)
    }

    /// Lets one lane arrive at a barrier of plain words.
    pub(in crate::machine) fn arrive_at_plain(&mut self, lane: usize, address: u64) -> LaneResult<()> {
        let place = self.plain_barrier(lane, address)?;
        self.check_mbarrier(lane, place, false);
        let before = PlainMbarrier(self.memory(place.block).load(place.at, MBARRIER_BYTES));
        let (after, ends) = before.arrive().ok_or_else(|| {
            let message = format!("an arrival at the mbarrier at {address:#x}, which waits for none in this phase");
            LaneFault::boxed(lane, address, FaultKind::Barrier(message))
        })?;
        self.memory_mut(place.block).store(place.at, MBARRIER_BYTES, after.0);
        let thread = self.thread_of(lane);
        let own = (place.block == self.rank()).then_some(thread);
        let past = self.past_of(place);
        past.is_plain = true;
        past.arrive(own, ends);
        if let Some(hazards) = &mut self.tally.hazards {
            let at = place.at as u32;
            hazards.in_memory_of(place.block, |hazards| hazards.mbarrier_arrival(at, thread, 0, ends));
        }
        Ok(())
    }

    /// Returns the place of a lane's barrier of plain words.
    pub(in crate::machine) fn plain_barrier(&mut self, lane: usize, address: u64) -> LaneResult<SharedPlace> {
        let place = self.read_place(lane, address, MBARRIER_BYTES)?;
        if let Some(hazards) = &mut self.tally.hazards {
            hazards.in_memory_of(place.block, |hazards| hazards.plain_mbarrier(place.at as u32));
        }
        Ok(place)
    }

    /// Makes a barrier, whose past is forgotten.
    pub(in crate::machine) fn make_barrier(&mut self, place: SharedPlace, bits: u64) {
        let memory = self.memory_mut(place.block);
        memory.mbarriers.remove(&(place.at as u32));
        memory.store(place.at, MBARRIER_BYTES, bits);
    }

    fn past_of(&mut self, place: SharedPlace) -> &mut MbarrierPast {
        self.memory_mut(place.block).mbarriers.entry(place.at as u32).or_default()
    }

    /// Returns whether a lane's phase, of which this is the parity, is complete.
    pub(in crate::machine) fn phase_is_complete(&mut self, lane: usize, address: u64, parity: u64) -> LaneResult<bool> {
        let (place, barrier) = self.checked_barrier(lane, address)?;
        let is_complete = barrier.phase() != parity;
        if let Some(questions) = &mut self.tally.questions
            && !is_complete
        {
            questions.note(lane, Question::Phase { block: place.block, at: place.at as u32, parity });
        }
        if is_complete && let Some(hazards) = &mut self.tally.hazards {
            let (at, warp) = (place.at as u32, self.site.warp);
            hazards.in_memory_of(place.block, |hazards| hazards.mbarrier_wait(at, warp, 1 << lane));
        }
        Ok(is_complete)
    }

    /// The earlier `cp.async` of a lane are done, as all are at once here.
    pub(in crate::machine) fn copies_done(&mut self, lane: usize, address: u64) -> LaneResult<()> {
        let (place, _) = self.checked_barrier(lane, address)?;
        let thread = self.thread_of(lane);
        if let Some(hazards) = &mut self.tally.hazards {
            hazards.in_memory_of(place.block, |hazards| hazards.copies_arrive(place.at as u32, thread));
        }
        Ok(())
    }
}
