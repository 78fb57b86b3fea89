//! Operands of loads, stores and atomics.

use super::LongSource;
use crate::isa::{AtomicOp, AtomicPasses, MemoryOrder, MemoryScope, Slot, Space};

/// The byte address `register * scale + uniform + offset`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AddressOf {
    pub(crate) register: Slot,
    /// The register is the first of a pair.
    pub(crate) pair: bool,
    pub(crate) scale: u32,
    pub(crate) uniform: Slot,
    /// The uniform register is the first of a pair.
    pub(crate) uniform_pair: bool,
    pub(crate) offset: i64,
    /// Shared and local memory: 32 bits, which wrap.
    pub(crate) short: bool,
}

impl AddressOf {
    /// Whether it is a sum of single registers with 32 bits.
    #[inline(always)]
    pub(crate) fn is_narrow(&self) -> bool {
        self.short && !self.pair && !self.uniform_pair
    }
}

/// A load or a store of a lane's bytes, in registers that follow one another.
#[derive(Debug, Clone)]
pub(crate) struct Transfer {
    pub(crate) space: Space,
    pub(crate) address: AddressOf,
    /// Bytes of a lane.
    pub(crate) bytes: u32,
    /// Loads of 1 and 2 bytes: extend the sign.
    pub(crate) signed: bool,
    pub(crate) register: Slot,
    /// Of global memory: whether others may access the bytes at the same time.
    pub(crate) order: MemoryOrder,
    pub(crate) scope: MemoryScope,
}

#[derive(Debug, Clone)]
pub(crate) struct AtomicTransfer {
    pub(crate) op: AtomicOp,
    pub(crate) passes: AtomicPasses,
    pub(crate) space: Space,
    pub(crate) address: AddressOf,
    pub(crate) bytes: u32,
    pub(crate) scope: MemoryScope,
    /// The old value; `DISCARD` for none.
    pub(crate) d: Slot,
    pub(crate) a: LongSource,
    pub(crate) b: LongSource,
}
