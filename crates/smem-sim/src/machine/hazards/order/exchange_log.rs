//! The exchanges of each warp.

use super::known::Tick;
use std::sync::Arc;

/// An exchange by lanes of a warp. Earlier accesses are of earlier stretches.
#[derive(Debug)]
pub(super) struct ExchangeOfLanes {
    pub(super) tick: Tick,
    pub(super) lanes: u32,
    /// The instructions whose reads it carries.
    pub(super) reads: Option<Arc<[u32]>>,
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

    pub(super) fn of(&self, warp: u32) -> impl Iterator<Item = &ExchangeOfLanes> {
        self.0.get(warp as usize).into_iter().flatten()
    }

    pub(super) fn add(&mut self, warp: u32, exchange: ExchangeOfLanes) {
        if self.0.len() <= warp as usize {
            self.0.resize_with(warp as usize + 1, Vec::new);
        }
        let Some(log) = self.0.get_mut(warp as usize) else { return };
        // In a loop the same ones come again.
        if let Some(at) = log.iter().position(|known| known.is_like(&exchange)) {
            log.remove(at);
        } else if log.len() >= KEPT {
            log.remove(0);
        }
        log.push(exchange);
    }
}

impl ExchangeOfLanes {
    fn is_like(&self, other: &Self) -> bool {
        self.lanes == other.lanes && self.reads.as_ref().map(Arc::as_ptr) == other.reads.as_ref().map(Arc::as_ptr)
    }
}

/// A read of a lane: its instruction, and the tick of its stretch.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine::hazards) struct LaneRead {
    pub(in crate::machine::hazards) lane: u32,
    pub(in crate::machine::hazards) pc: u32,
    pub(in crate::machine::hazards) tick: Tick,
}
