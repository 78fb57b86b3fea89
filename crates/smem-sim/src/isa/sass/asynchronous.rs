//! Asynchronous barriers (`mbarrier`), and copies that complete at one.

use super::{AddressOf, Source};
use crate::isa::{AtomicOp, PredSlot, Slot, TensorPath};

/// An operation on an `mbarrier`, the 8 bytes of shared memory at an address.
#[derive(Debug, Clone)]
pub enum MbarrierOp {
    /// Stores a pair of registers there: a new barrier.
    Set {
        address: AddressOf,
        value: Slot,
    },
    Arrive(MbarrierArrival),
    /// Whether the phase whose parity is the highest bit of `parity` is complete. `waits`: others may run before the answer.
    Test {
        p: PredSlot,
        address: AddressOf,
        parity: Source,
        waits: bool,
    },
    /// Each lane arrives, or completes one byte of transactions, for its earlier `cp.async`.
    CopiesDone {
        address: AddressOf,
        arrives: bool,
    },
    /// Each lane arrives at a barrier of `sm_80` to `sm_89`. The pair of registers gets the barrier as it was before the warp arrived.
    ArrivePlain {
        address: AddressOf,
        state: Slot,
    },
    /// The same for its earlier `cp.async`.
    CopiesArrivePlain {
        address: AddressOf,
    },
}

/// How much of something an arrival brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    None,
    One,
    /// The operand's value.
    Operand,
}

/// An arrival of each lane.
#[derive(Debug, Clone)]
pub struct MbarrierArrival {
    pub address: AddressOf,
    pub operand: Source,
    pub arrivals: Amount,
    /// Bytes of transactions to expect.
    pub expects: Amount,
    /// Bytes of transactions that are complete.
    pub completes: Amount,
    /// The lanes do not take part in later phases.
    pub leaves: bool,
    /// The second register of this pair gets the barrier's upper word as it was before the warp arrived.
    pub state: Slot,
    /// The first register gets the mask of the lanes that arrive at the same barrier.
    pub together: bool,
}

/// The ends of a bulk copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BulkPath {
    GlobalToShared,
    SharedToGlobal,
    SharedToShared,
}

/// A bulk copy, or a reduction, of 16 bytes and more by one thread. The operands are uniform registers.
#[derive(Debug, Clone)]
pub struct BulkCopy {
    pub path: BulkPath,
    /// In shared memory, the next register is the `mbarrier`.
    pub to: Slot,
    pub from: Slot,
    /// Units of 16 bytes in the low half, and in the upper the blocks of the cluster that a multicast goes to.
    pub length: Slot,
    /// To the same place in several blocks of the cluster, and each one's own `mbarrier`.
    pub multicast: bool,
    /// The reduction of elements of so many bytes; without one they are copied.
    pub reduction: Option<(AtomicOp, u32)>,
}

/// A copy of a box of a tensor, by one thread.
#[derive(Debug, Clone)]
pub struct TensorCopy {
    pub path: TensorPath,
    pub rank: usize,
    /// The place in shared memory, for a copy to there the `mbarrier`, and the coordinates.
    pub registers: Slot,
    /// A pair: the address of the tensor map.
    pub map: Slot,
    /// The blocks of a multicast, in the upper half.
    pub blocks: Slot,
}

/// A store of a lane's registers in shared memory that completes transactions at an `mbarrier`: a pair of registers holds both
/// addresses.
#[derive(Debug, Clone)]
pub struct AsyncStore {
    pub addresses: Slot,
    pub offset: i64,
    pub bytes: u32,
    pub register: Slot,
}
