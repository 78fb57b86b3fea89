//! Accesses of memory.

use super::{AddressOf, AsyncStore, AtomicTransfer, BulkCopy, LongSource, MbarrierOp, TensorCopy, Transfer};
use crate::isa::{CopyPath, Pred, PredSlot, Slot, Space, SurfaceAccess, TextureQuery, TextureRead};

/// A question that an instruction asks about a generic address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedSpace {
    /// Shared memory of the block.
    OwnShared,
    /// Shared memory of another block of its cluster.
    OtherShared,
    Local,
    /// Neither shared nor local memory: kernels rule out constants and parameters themselves.
    Global,
}

/// An operation on memory, or a question about an address.
#[derive(Debug, Clone)]
pub enum SassAccess {
    /// A load from a constant bank at an address that lanes compute.
    LoadConstant {
        d: Slot,
        bank: u8,
        index: Slot,
        offset: i64,
        bytes: u32,
        signed: bool,
    },
    /// Whether a generic address is in a space.
    IsIn {
        p: PredSlot,
        address: AddressOf,
        space: AskedSpace,
    },
    Load(Transfer),
    Store(Transfer),
    Atomic(AtomicTransfer),
    /// An atomic that shared memory may lack. `done` is set for the lanes that it serves and cleared for the others, which the code
    /// after it serves.
    AtomicIfGlobal {
        atomic: AtomicTransfer,
        done: PredSlot,
    },
    /// Stores `b` where memory holds `a`; `d` is 1 and `done` is set where it did. What fails tries again.
    CompareAndStore {
        space: Space,
        address: AddressOf,
        bytes: u32,
        d: Slot,
        done: PredSlot,
        a: LongSource,
        b: LongSource,
    },
    AsyncCopy {
        to: AddressOf,
        from: AddressOf,
        bytes: u32,
        path: CopyPath,
        /// Copy zeros instead of what is there.
        zeros: Pred,
        /// The lowest bits of the global address are the number of bytes at the end to fill with zeros instead.
        partial: bool,
    },
    Mbarrier(MbarrierOp),
    BulkCopy(BulkCopy),
    AsyncStore(AsyncStore),
    TensorCopy(TensorCopy),
    ReadTexture(TextureRead),
    QueryTexture(TextureQuery),
    Surface(SurfaceAccess),
}
