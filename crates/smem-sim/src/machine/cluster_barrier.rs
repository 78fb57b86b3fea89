//! The barrier of a cluster: arrivals, waits, and threads that exit.

use super::fragments::State;
use super::lane_fault::{LaneFault, LaneResult};
use super::warp_core::WarpCore;
use crate::fault::FaultKind;
use crate::lanes::lanes;
use crate::memory::SharedMemory;

impl WarpCore {
    /// Notes the phase in which each lane arrives, counted from 1.
    pub(super) fn arrive_at_cluster(&mut self, active: u32, shared: &mut SharedMemory) -> LaneResult<()> {
        let Some(cluster) = &mut shared.cluster else { return Ok(()) };
        let phase = cluster.barrier.phase + 1;
        if let Some(lane) = lanes(active).find(|&lane| self.arrivals[lane] == phase) {
            let message = "a thread arrives at its cluster's barrier twice, without a wait between".to_owned();
            return Err(LaneFault::boxed(lane, None, FaultKind::Barrier(message)));
        }
        for lane in lanes(active) {
            self.arrivals[lane] = phase;
        }
        cluster.barrier.arrive(active.count_ones());
        Ok(())
    }

    /// Returns whether the lanes must wait for the phase in which they arrived; fragment `f` then does.
    pub(super) fn waits_for_cluster(
        &mut self,
        f: usize,
        active: u32,
        pc: u32,
        shared: &SharedMemory,
    ) -> LaneResult<bool> {
        let Some(cluster) = &shared.cluster else { return Ok(false) };
        if let Some(lane) = lanes(active).find(|&lane| self.arrivals[lane] == 0) {
            let message = "a thread waits at its cluster's barrier, and has not arrived there".to_owned();
            return Err(LaneFault::boxed(lane, None, FaultKind::Barrier(message)));
        }
        let waits = lanes(active).any(|lane| self.arrivals[lane] > cluster.seen);
        if waits {
            self.at_barrier(f, active, pc);
            self.fragments.list[f].state = State::Cluster;
        }
        Ok(waits)
    }

    /// These lanes exit: the cluster's barrier no longer waits for them.
    pub(super) fn leave_cluster(&mut self, exiting: u32, shared: &mut SharedMemory) {
        if let Some(cluster) = &mut shared.cluster {
            let phase = cluster.barrier.phase + 1;
            let arrived = lanes(exiting).filter(|&lane| self.arrivals[lane] == phase).count();
            cluster.barrier.exit(exiting.count_ones(), arrived as u32);
        }
    }
}
