//! The check of the blocks of a cluster together: each accesses the memory of the others.
//!
//! They have one order, in which their warps are numbered on, and a memory each. The one that is accessed takes the place of the running
//! block's own meanwhile.

use super::Hazards;

impl Hazards {
    /// Begins a cluster of these blocks, each of so many warps and bytes; `number` is that of the first in the grid.
    pub(in crate::machine) fn begin_cluster(&mut self, number: u64, blocks: &[[u32; 3]], warps: usize, bytes: usize) {
        if self.order.is_worn() {
            *self = Self { findings: std::mem::take(&mut self.findings), ..Self::default() };
        }
        self.run_as(0, warps);
        self.others.resize_with(blocks.len(), Default::default);
        self.order.begin(blocks.len(), blocks.len() * warps);
        for (rank, (block, memory)) in (0..).zip(blocks.iter().zip(&mut self.others)) {
            let memory = if rank == 0 { &mut self.memory } else { memory };
            memory.begin(*block, rank, bytes, warps);
        }
        (self.number, self.bytes, self.running) = (number, bytes, blocks.len());
        self.lifetimes.clear();
        self.findings.threads = 32 * (blocks.len() * warps) as u32;
    }

    /// Makes the block with this number in the cluster, whose blocks have so many warps, the running one.
    pub(in crate::machine) fn run_as(&mut self, rank: usize, warps: usize) {
        (self.rank, self.first_warp) = (rank as u32, (rank * warps) as u32);
        self.enter(rank);
    }

    /// Lets `check` see an access to the memory of a block of the cluster.
    #[inline]
    pub(in crate::machine) fn in_memory_of(&mut self, rank: usize, check: impl FnOnce(&mut Self)) {
        self.enter(rank);
        check(self);
        self.enter(self.rank as usize);
    }

    fn enter(&mut self, rank: usize) {
        let before = self.memory.rank as usize;
        if before != rank && before.max(rank) < self.others.len() {
            let entered = std::mem::take(&mut self.others[rank]);
            self.others[before] = std::mem::replace(&mut self.memory, entered);
        }
    }

    /// The number in its cluster of a thread of the running block.
    #[inline]
    pub(super) fn numbered(&self, thread: u32) -> u32 {
        32 * self.first_warp + thread
    }

    /// The running block has ended.
    pub(in crate::machine) fn end_block(&mut self) {
        self.running = self.running.saturating_sub(1);
        if !self.others.is_empty() {
            self.find_late_accesses();
        }
        if self.running == 0 {
            self.finish();
        }
    }
}
