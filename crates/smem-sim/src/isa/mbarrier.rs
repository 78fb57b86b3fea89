//! Asynchronous barriers (`mbarrier`), and the bulk copies that complete at one.

use super::memory::AddressOperand;
use super::register::{PredSlot, Slot};
use super::types::Space;

/// An operation on the barrier at an address in shared memory.
#[derive(Debug, Clone)]
pub struct BarrierAccess {
    pub space: Space,
    pub address: AddressOperand,
    pub op: BarrierOp,
}

/// An operation of each lane on a barrier.
#[derive(Debug, Clone)]
pub enum BarrierOp {
    /// Makes a barrier that so many arrivals complete.
    Init { count: Slot },
    /// Arrives: once, or so many times.
    Arrive {
        count: Option<Slot>,
        /// Bytes to expect as well.
        expects: Option<Slot>,
        /// Later phases do not wait for these arrivals.
        leaves: bool,
        /// The phase must not end by this.
        incomplete: bool,
        /// The barrier as it was before, or `SINK`.
        state: Slot,
    },
    /// Expects bytes.
    Expect { bytes: Slot },
    /// Says that bytes are there.
    Complete { bytes: Slot },
    /// Whether a phase is complete: that of a state or, with `parity`, the one of that parity. `waits`: others may run before the answer.
    Test { p: PredSlot, phase: Slot, parity: bool, waits: bool },
    /// Arrives, or has arrived and left again, when the lane's earlier `cp.async` are done.
    CopiesDone { arrives: bool },
    /// Ends the barrier.
    End,
}

/// A copy of so many bytes by one thread, from one space to another.
#[derive(Debug, Clone)]
pub struct BulkTransfer {
    /// One is shared, and the other global or shared.
    pub to_space: Space,
    pub from_space: Space,
    pub to: AddressOperand,
    pub from: AddressOperand,
    pub bytes: Slot,
    /// The barrier in shared memory at which it completes.
    pub barrier: Option<AddressOperand>,
    /// Of a multicast, the blocks of the cluster, a bit each.
    pub blocks: Option<Slot>,
}
