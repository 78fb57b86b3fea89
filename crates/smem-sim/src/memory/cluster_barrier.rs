//! The barrier of a cluster.

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
    /// For so many threads.
    pub(crate) fn new(alive: u32) -> Self {
        Self { alive, ..Self::default() }
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_barrier_waits_for_all_that_are_left() {
        let mut barrier = ClusterBarrier::new(6);
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
        assert_eq!(barrier.phase, 2, "no thread is left");
    }
}
