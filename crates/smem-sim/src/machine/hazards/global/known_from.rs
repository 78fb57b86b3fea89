//! From where on a thread knows what it has found in a word.

use crate::isa::MemoryOrder;

/// From where on a thread knows what it has found in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::machine) enum KnownFrom {
    /// The access itself, which acquires.
    Now,
    /// The next barrier or fence.
    Barrier,
    /// The next fence.
    Fence,
}

impl KnownFrom {
    /// Machine code has no sign of an order but fences, and its fences may be gone where the assembler knows better.
    pub(in crate::machine) fn of(order: MemoryOrder, is_ptx: bool) -> Self {
        match order {
            _ if !is_ptx => Self::Now,
            order if order.acquires() => Self::Now,
            MemoryOrder::Weak | MemoryOrder::Volatile => Self::Barrier,
            _ => Self::Fence,
        }
    }
}
