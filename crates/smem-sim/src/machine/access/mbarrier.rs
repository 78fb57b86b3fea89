//! Arrivals at asynchronous barriers.

use crate::fault::FaultKind;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::memory::Mbarrier;

/// A barrier behind an arrival: arrivals, bytes to expect, or with a minus that are there, and arrivals that leave.
pub(in crate::machine) fn arrived(
    before: Mbarrier,
    lane: usize,
    address: u64,
    (arrivals, bytes, leaving): (u64, i64, u64),
) -> LaneResult<Mbarrier> {
    before.arrive(arrivals, bytes, leaving).ok_or_else(|| {
        let message = format!(
            "{arrivals} arrivals at the mbarrier at {address:#x}, which waits for {} more in this phase",
            before.pending()
        );
        LaneFault::boxed(lane, address, FaultKind::Barrier(message))
    })
}
