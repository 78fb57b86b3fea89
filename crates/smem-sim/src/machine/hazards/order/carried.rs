//! Reads that are over because an exchange of the warp has handed on their values.

use super::{Order, Tick};
use std::sync::Arc;

/// The last execution of an exchange by lanes of a warp.
#[derive(Debug)]
struct CarryingExchange {
    /// Earlier reads are of earlier stretches.
    tick: Tick,
    lanes: u32,
    /// The instructions whose reads it carries.
    reads: Arc<[u32]>,
}

/// Those of each warp since the last barrier of the block.
#[derive(Debug, Default)]
pub(super) struct CarriedLog(Vec<Vec<CarryingExchange>>);

impl CarriedLog {
    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
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
    /// Lanes of a warp have taken part in an exchange that carries these reads.
    pub(in crate::machine::hazards) fn exchange(&mut self, warp: u32, lanes: u32, reads: &Arc<[u32]>) {
        let tick = self.stretch(warp);
        let log = &mut self.carried.0;
        if log.len() <= warp as usize {
            log.resize_with(warp as usize + 1, Vec::new);
        }
        let Some(log) = log.get_mut(warp as usize) else { return };
        match log.iter_mut().find(|known| Arc::ptr_eq(&known.reads, reads)) {
            Some(known) => (known.tick, known.lanes) = (tick, lanes),
            None => log.push(CarryingExchange { tick, lanes, reads: Arc::clone(reads) }),
        }
    }

    /// Whether a lane's read is over before what another lane of its warp does now.
    pub(in crate::machine::hazards) fn is_carried(&self, warp: u32, read: LaneRead, lane: u32) -> bool {
        let both = 1 << read.lane | 1 << lane;
        self.carried.0.get(warp as usize).is_some_and(|log| {
            log.iter()
                .any(|known| read.tick < known.tick && known.lanes & both == both && known.reads.contains(&read.pc))
        })
    }
}
