//! The state that a warp of either instruction set has.

use super::clock::WarpClock;
use super::context::LaunchContext;
use super::fragments::WarpFragments;
use super::lane_fault::{LaneFault, LaneResult};
use super::site::{WarpSite, lanes_of_warp};
use crate::fault::FaultKind;
use crate::isa::NOWHERE;
use crate::lanes::lanes;
use crate::memory::LocalMemory;

/// A warp's position, its threads and where they are in the code.
#[derive(Debug, Default, Clone)]
pub(super) struct WarpCore {
    pub(super) site: WarpSite,
    /// The lanes that hold a thread.
    pub(super) lanes: u32,
    pub(super) local: LocalMemory,
    pub(super) fragments: WarpFragments,
    /// The instruction at which each lane exited, or `NOWHERE`.
    pub(super) exits: Vec<u32>,
    /// The barrier of the block at which each lane was last, or `NOWHERE`.
    pub(super) met: [u32; 32],
    /// The phase of the cluster's barrier in which each lane last arrived, counted from 1.
    pub(super) arrivals: [u32; 32],
    /// Instructions that the warp has executed.
    pub(super) instructions: u64,
    pub(super) clock: WarpClock,
}

impl WarpCore {
    /// Puts all lanes at the kernel's first instruction. Each thread has `local_bytes` bytes of local memory.
    pub(super) fn reset(&mut self, context: &LaunchContext<'_>, index: u32, block: [u32; 3], local_bytes: usize) {
        self.site = WarpSite { block, warp: index, epoch: 0 };
        self.lanes = lanes_of_warp(context.threads, index);
        self.local.reset(local_bytes);
        self.fragments.reset(self.lanes);
        self.exits.clear();
        self.exits.resize(32, NOWHERE);
        self.met = [NOWHERE; 32];
        self.arrivals = [0; 32];
        self.instructions = 0;
        self.clock = WarpClock::default();
    }

    /// Whether the warp is where it was, whatever it did between.
    pub(super) fn is_where(&self, before: &Self) -> bool {
        let Self { site, lanes, local, fragments, exits, arrivals, met: _, instructions: _, clock: _ } = self;
        (site, lanes, exits, arrivals) == (&before.site, &before.lanes, &before.exits, &before.arrivals)
            && fragments.are_where(&before.fragments)
            && *local == before.local
    }

    /// Faults unless all lanes of a whole warp are active.
    pub(super) fn check_whole(&self, active: u32) -> LaneResult<()> {
        if active == u32::MAX && self.lanes == u32::MAX {
            return Ok(());
        }
        let message = format!("the whole warp must execute this, but only the lanes {active:#010x} do");
        Err(LaneFault::boxed(active.trailing_zeros() as usize, None, FaultKind::Warp(message)))
    }

    /// Ends the lanes `active` of fragment `f` at the instruction `pc`; what is left of it goes on after.
    pub(super) fn exit(&mut self, f: usize, active: u32, pc: u32) {
        for lane in lanes(active) {
            self.exits[lane] = pc;
        }
        self.fragments.list[f].pc = pc + 1;
        self.fragments.exit(f, active);
    }

    /// The fragment `f` is at a barrier of the block with the lanes `active`; its other lanes go on beside it.
    pub(super) fn at_barrier(&mut self, f: usize, active: u32, pc: u32) {
        let mask = self.fragments.list[f].mask;
        if active != mask {
            self.fragments.beside(f, mask & !active, pc + 1);
            self.fragments.list[f].mask = active;
        }
        self.fragments.list[f].pc = pc;
        lanes(active).for_each(|lane| self.met[lane] = pc);
    }
}
