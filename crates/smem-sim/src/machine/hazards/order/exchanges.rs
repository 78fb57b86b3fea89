//! What the exchanges of a warp order: the reads whose values they hand on, and arrivals at an `mbarrier` before its end.

use super::{Maker, Order, Tick};
use crate::lanes::lanes;
use std::sync::Arc;

/// An exchange by lanes of a warp. Earlier accesses are of earlier stretches.
#[derive(Debug)]
struct ExchangeOfLanes {
    tick: Tick,
    lanes: u32,
    /// The instructions whose reads it carries.
    reads: Option<Arc<[u32]>>,
}

/// Exchanges that are kept of a warp, the last ones.
const KEPT: usize = 32;

/// The last exchanges of each warp since a barrier of the block, the oldest first.
#[derive(Debug, Default)]
pub(super) struct ExchangeLog(Vec<Vec<ExchangeOfLanes>>);

impl ExchangeLog {
    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    fn of(&self, warp: u32) -> impl Iterator<Item = &ExchangeOfLanes> {
        self.0.get(warp as usize).into_iter().flatten()
    }
}

/// A read of a lane: its instruction, and the tick of its stretch.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine::hazards) struct LaneRead {
    pub(in crate::machine::hazards) lane: u32,
    pub(in crate::machine::hazards) pc: u32,
    pub(in crate::machine::hazards) tick: Tick,
}

impl Order {
    /// Lanes of a warp have taken part in an exchange, which carries these reads.
    pub(in crate::machine::hazards) fn exchange(&mut self, warp: u32, lanes: u32, reads: Option<&Arc<[u32]>>) {
        if reads.is_none() && self.mbarriers.is_empty() {
            return;
        }
        let tick = self.stretch(warp);
        let log = &mut self.exchanges.0;
        if log.len() <= warp as usize {
            log.resize_with(warp as usize + 1, Vec::new);
        }
        let Some(log) = log.get_mut(warp as usize) else { return };
        let is_same = |known: &ExchangeOfLanes| {
            known.lanes == lanes && known.reads.as_ref().map(Arc::as_ptr) == reads.map(Arc::as_ptr)
        };
        // In a loop the same ones come again.
        if let Some(at) = log.iter().position(is_same) {
            log.remove(at);
        } else if log.len() >= KEPT {
            log.remove(0);
        }
        log.push(ExchangeOfLanes { tick, lanes, reads: reads.cloned() });
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
    pub(in crate::machine::hazards) fn is_matched(&self, arrival: (u32, Tick), warp: u32, lane: u32) -> bool {
        let (thread, tick) = arrival;
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
