//! The order at the barrier of a cluster, and between the blocks of one.

use super::known::{Known, Tick};
use std::collections::BTreeMap;

/// The blocks of a cluster that has several, and the knowledge at its barrier.
#[derive(Debug, Default)]
pub(super) struct ClusterOrder {
    /// Warps of each block; 0 where there is one block.
    pub(super) warps: u32,
    /// By block, the tick of the last barrier at which the whole block waited.
    pub(super) starts: Vec<Tick>,
    /// The knowledge of those that have arrived at the barrier of the cluster, by phase.
    pub(super) phases: BTreeMap<u32, Known>,
}

impl ClusterOrder {
    /// Of so many blocks, which have so many warps in all and begin at this tick.
    pub(super) fn new(blocks: usize, warps: usize, start: Tick) -> Self {
        match blocks {
            0 | 1 => Self::default(),
            _ => Self { warps: (warps / blocks) as u32, starts: vec![start; blocks], phases: BTreeMap::new() },
        }
    }

    /// Whether the cluster has several blocks.
    pub(super) fn is_shared(&self) -> bool {
        self.warps != 0
    }

    /// The block that a warp is in, where there are several.
    pub(super) fn block_of(&self, warp: u32) -> Option<u32> {
        warp.checked_div(self.warps)
    }

    /// Whether what a warp did at a tick was before a barrier of its block, and another warp is of the same block.
    #[inline]
    pub(super) fn has_met(&self, of: u32, warp: u32, tick: Tick) -> bool {
        self.is_shared()
            && self.block_of(of) == self.block_of(warp)
            && self.block_of(of).is_some_and(|block| tick < self.starts[block as usize])
    }

    /// Adds what all of a warp's block know of one another.
    pub(super) fn add_block(&self, warp: u32, known: &mut Known) {
        let Some(block) = self.block_of(warp) else { return };
        let (start, threads) = (self.starts[block as usize], 32 * self.warps as usize);
        let own = known.iter_mut().skip(block as usize * threads).take(threads);
        own.for_each(|tick| *tick = start.max(*tick));
    }
}
