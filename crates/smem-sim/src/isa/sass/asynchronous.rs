//! Asynchronous barriers (`mbarrier`), and copies that complete at one.

use super::{AddressOf, Source};
use crate::isa::{AtomicOp, PredSlot, Slot, TensorPath};

/// An operation on an `mbarrier`, the 8 bytes of shared memory at an address.
#[derive(Debug, Clone)]
pub(crate) enum MbarrierOp {
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
pub(crate) enum Amount {
    None,
    One,
    /// The operand's value.
    Operand,
}

/// An arrival of each lane.
#[derive(Debug, Clone)]
pub(crate) struct MbarrierArrival {
    pub(crate) address: AddressOf,
    pub(crate) operand: Source,
    pub(crate) arrivals: Amount,
    /// Bytes of transactions to expect.
    pub(crate) expects: Amount,
    /// Bytes of transactions that are complete.
    pub(crate) completes: Amount,
    /// The lanes do not take part in later phases.
    pub(crate) leaves: bool,
    /// The second register of this pair gets the barrier's upper word as it was before the warp arrived.
    pub(crate) state: Slot,
    /// The first register gets the mask of the lanes that arrive at the same barrier.
    pub(crate) together: bool,
}

/// The ends of a bulk copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BulkPath {
    GlobalToShared,
    SharedToGlobal,
    SharedToShared,
}

/// A bulk copy, or a reduction, of 16 bytes and more by one thread. The operands are uniform registers.
#[derive(Debug, Clone)]
pub(crate) struct BulkCopy {
    pub(crate) path: BulkPath,
    /// In shared memory, the next register is the `mbarrier`.
    pub(crate) to: Slot,
    pub(crate) from: Slot,
    /// Units of 16 bytes in the low half, and in the upper the blocks of the cluster that a multicast goes to.
    pub(crate) length: Slot,
    /// To the same place in several blocks of the cluster, and each one's own `mbarrier`.
    pub(crate) multicast: bool,
    /// The reduction of elements of so many bytes; without one they are copied.
    pub(crate) reduction: Option<(AtomicOp, u32)>,
}

/// A copy of a box of a tensor, by one thread.
#[derive(Debug, Clone)]
pub(crate) struct TensorCopy {
    pub(crate) path: TensorPath,
    pub(crate) rank: usize,
    /// The place in shared memory, for a copy to there the `mbarrier`, and the coordinates.
    pub(crate) registers: Slot,
    /// A pair: the address of the tensor map.
    pub(crate) map: Slot,
    /// The blocks of a multicast, in the upper half.
    pub(crate) blocks: Slot,
}

/// A store of a lane's registers in shared memory that completes transactions at an `mbarrier`: a pair of registers holds both
/// addresses.
#[derive(Debug, Clone)]
pub(crate) struct AsyncStore {
    pub(crate) addresses: Slot,
    pub(crate) offset: i64,
    pub(crate) bytes: u32,
    pub(crate) register: Slot,
}
