//! The order that exchanges of a warp make: of reads whose values they hand on, and of arrivals at an `mbarrier` before its end.

use super::exchange_log::{ExchangeOfLanes, LaneRead};
use super::{Maker, Order};
use crate::lanes::lanes;
use std::sync::Arc;

impl Order {
    /// Lanes of a warp have taken part in an exchange, which carries these reads.
    pub(in crate::machine::hazards) fn exchange(&mut self, warp: u32, lanes: u32, reads: Option<&Arc<[u32]>>) {
        if reads.is_none() && self.mbarriers.is_empty() {
            return;
        }
        let tick = self.stretch(warp);
        self.exchanges.add(warp, ExchangeOfLanes { tick, lanes, reads: reads.cloned() });
    }

    /// Whether a lane's read is over before what another lane of its warp does now: an exchange of both has handed on its value.
    pub(in crate::machine::hazards) fn is_carried(&self, warp: u32, read: LaneRead, lane: u32) -> bool {
        let both = 1 << read.lane | 1 << lane;
        self.exchanges.of(warp).any(|known| {
            let carries = known.reads.as_ref().is_some_and(|reads| reads.contains(&read.pc));
            carries && read.tick < known.tick && known.lanes & both == both
        })
    }

    /// Whether a lane that ends an `mbarrier` comes after an arrival: in the arrival's warp it was followed by an exchange with a lane of
    /// which the one that ends it knows that. So `cuda::pipeline` ends its own: one lane of each warp counts for all that it has matched.
    pub(in crate::machine::hazards) fn is_matched(&self, arrival: Maker, warp: u32, lane: u32) -> bool {
        let Maker::Thread { thread, tick } = arrival else { return false };
        let (own, own_lane) = (thread / 32, thread % 32);
        self.exchanges.of(own).filter(|known| tick < known.tick && known.lanes >> own_lane & 1 == 1).any(|known| {
            lanes(known.lanes).any(|other| {
                let other = 32 * own + other as u32;
                other == 32 * warp + lane
                    || self.is_before(Maker::Thread { thread: other, tick: known.tick }, warp, lane)
            })
        })
    }
}
