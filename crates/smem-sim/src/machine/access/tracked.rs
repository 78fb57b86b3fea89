//! Stores to other blocks of the cluster that complete transactions of an `mbarrier` there (`st.async`).

use super::mbarrier::ArrivalOf;
use super::reach::Reach;
use crate::machine::lane_fault::LaneResult;

/// The words that a lane stores, and the barrier at which they complete, as the code names them.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine) struct TrackedWords {
    pub(in crate::machine) to: u64,
    pub(in crate::machine) barrier: u64,
    /// Bytes of one word.
    pub(in crate::machine) each: u32,
    pub(in crate::machine) count: usize,
}

impl Reach<'_> {
    /// Stores the words of a lane, of which `value` gives each.
    pub(in crate::machine) fn tracked_words(
        &mut self,
        lane: usize,
        words: TrackedWords,
        value: impl Fn(usize) -> u64,
    ) -> LaneResult<()> {
        let TrackedWords { to, barrier, each, count } = words;
        let bytes = each * count as u32;
        let place = self.place(lane, to, bytes)?;
        self.check_bulk_write(lane, to, bytes, barrier)?;
        for i in 0..count {
            self.memory_mut(place.block).store(place.at + each as usize * i, each, value(i));
        }
        self.arrive_at(lane, barrier, ArrivalOf::completing(bytes.into())).map(drop)
    }
}
