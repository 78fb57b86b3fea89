//! The state that the blocks of a cluster share: one another's shared memory, and a barrier.

use super::SharedMemory;

/// The barrier at which all threads of a cluster meet.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ClusterBarrier {
    /// Threads that have not exited.
    alive: u32,
    arrived: u32,
    /// The number of times that all were there.
    pub(crate) phase: u32,
}

impl ClusterBarrier {
    pub(crate) fn arrive(&mut self, threads: u32) {
        self.arrived += threads;
        self.complete();
    }

    /// Threads exit, some of which had arrived in this phase.
    pub(crate) fn exit(&mut self, threads: u32, arrived: u32) {
        self.alive = self.alive.saturating_sub(threads);
        self.arrived = self.arrived.saturating_sub(arrived);
        self.complete();
    }

    fn complete(&mut self) {
        if self.arrived > 0 && self.arrived >= self.alive {
            self.arrived = 0;
            self.phase += 1;
        }
    }
}

/// A cluster, as the block that is running sees it.
#[derive(Debug, Default)]
pub(crate) struct ClusterMemory {
    /// The number of the block in the cluster.
    pub(crate) own: usize,
    /// The memory of each block of the cluster but this one.
    pub(crate) blocks: Vec<SharedMemory>,
    pub(crate) barrier: ClusterBarrier,
    /// The barrier's phase when the block's turn began. Its threads see a phase end at the next turn, all at once.
    pub(crate) seen: u32,
}

impl ClusterMemory {
    /// Of so many blocks with so many threads each.
    pub(crate) fn new(blocks: usize, threads: u32) -> Self {
        let mut memory = Self::default();
        memory.blocks.resize_with(blocks, SharedMemory::default);
        memory.barrier.alive = blocks as u32 * threads;
        memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_barrier_waits_for_all_that_are_left() {
        let mut barrier = ClusterMemory::new(2, 3).barrier;
        barrier.arrive(5);
        assert_eq!(barrier.phase, 0);
        barrier.arrive(1);
        assert_eq!(barrier.phase, 1);
        barrier.arrive(3);
        // One that had arrived, and two that had not.
        barrier.exit(1, 1);
        barrier.exit(2, 0);
        assert_eq!(barrier.phase, 1);
        barrier.exit(1, 0);
        assert_eq!(barrier.phase, 2);
        barrier.exit(2, 0);
        assert_eq!(barrier.phase, 2, "nobody is left");
    }
}
