//! Operands of loads, stores and atomics.

use super::LongSource;
use crate::isa::{AtomicOp, AtomicPasses, MemoryOrder, MemoryScope, Slot, Space};

/// The byte address `register * scale + uniform + offset`.
#[derive(Debug, Clone, Copy)]
pub struct AddressOf {
    pub register: Slot,
    /// The register is the first of a pair.
    pub pair: bool,
    pub scale: u32,
    pub uniform: Slot,
    /// The uniform register is the first of a pair.
    pub uniform_pair: bool,
    pub offset: i64,
    /// Shared and local memory: 32 bits, which wrap.
    pub short: bool,
}

impl AddressOf {
    /// Whether it is a sum of single registers with 32 bits.
    #[inline(always)]
    pub fn is_narrow(&self) -> bool {
        self.short && !self.pair && !self.uniform_pair
    }
}

/// A load or a store of a lane's bytes, in registers that follow one another.
#[derive(Debug, Clone)]
pub struct Transfer {
    pub space: Space,
    pub address: AddressOf,
    /// Bytes of a lane.
    pub bytes: u32,
    /// Loads of 1 and 2 bytes: extend the sign.
    pub signed: bool,
    pub register: Slot,
    /// Of global memory: whether others may access the bytes at the same time.
    pub order: MemoryOrder,
    pub scope: MemoryScope,
}

#[derive(Debug, Clone)]
pub struct AtomicTransfer {
    pub op: AtomicOp,
    pub passes: AtomicPasses,
    pub space: Space,
    pub address: AddressOf,
    pub bytes: u32,
    pub scope: MemoryScope,
    /// The old value; `DISCARD` for none.
    pub d: Slot,
    pub a: LongSource,
    pub b: LongSource,
}
