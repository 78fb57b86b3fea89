//! Instructions that access memory: loads, stores, atomics, matrices and asynchronous copies.

use super::memory_scope::MemoryScope;
use super::register::Slot;
use super::types::Space;

/// How an access is ordered with others, as PTX names it; an atomic without a name is relaxed. Accesses run one at a time, so only the race check asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MemoryOrder {
    Weak,
    Volatile,
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
}

impl MemoryOrder {
    /// Other threads may make such accesses to the same bytes at the same time.
    pub(crate) fn is_strong(self) -> bool {
        self != Self::Weak
    }

    pub(crate) fn acquires(self) -> bool {
        matches!(self, Self::Acquire | Self::AcquireRelease)
    }

    pub(crate) fn releases(self) -> bool {
        matches!(self, Self::Release | Self::AcquireRelease)
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct AddressOperand {
    pub(crate) base: Slot,
    pub(crate) offset: i64,
    /// The bits of the base register: 32-bit addresses wrap at 32 bits.
    pub(crate) mask: u64,
}

/// A load or a store of one or several elements a lane.
#[derive(Debug, Clone)]
pub(crate) struct LoadStore {
    pub(crate) space: Space,
    pub(crate) address: AddressOperand,
    /// Bytes of one element.
    pub(crate) bytes: u32,
    pub(crate) slots: Vec<Slot>,
    /// Loads only: true to sign-extend the element, of which `keep` are the register's bits.
    pub(crate) signed: bool,
    pub(crate) keep: u64,
    pub(crate) order: MemoryOrder,
    /// Of a strong access: for whom.
    pub(crate) scope: MemoryScope,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtomicOp {
    Add,
    AddF32,
    AddF64,
    AddF16x2,
    AddBf16x2,
    AddF16,
    AddBf16,
    MinU,
    MaxU,
    MinS,
    MaxS,
    And,
    Or,
    Xor,
    Exch,
    Cas,
    Inc,
    Dec,
}

/// The passes through the banks that an atomic takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtomicPasses {
    /// One for every lane on a word: the hardware has it as one instruction.
    Lanes,
    /// Two for every lane on a word: compare-and-swap, and the operations that assemblers turn into a loop of it. The further rounds
    /// and the loads of the loop are not in the PTX.
    LanesTwice,
    /// As `LanesTwice`, and one for each phase with lanes: such a loop through a generic address.
    LanesTwiceAndPhases,
    /// One for each phase with lanes: an instruction for global memory that finds its addresses in shared memory, and leaves them to a
    /// loop.
    Phases,
    /// One round of a loop of compare-and-store. All rounds of a loop together take two for every lane on a word, as on an H200,
    /// so a round takes what the lanes that `failed`, and come again, will not.
    Retried { failed: u32 },
    /// One for all lanes on a word: an increment by one in the shared space whose old value is unused, which is a population count.
    Words,
}

/// The path by which `cp.async` brings its bytes to shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CopyPath {
    /// `.ca`: through L1's data path, where lanes have bank conflicts.
    ThroughL1,
    /// `.cg`: bypasses L1.
    AroundL1,
}

#[derive(Debug, Clone)]
pub(crate) struct Atomic {
    pub(crate) op: AtomicOp,
    pub(crate) passes: AtomicPasses,
    pub(crate) space: Space,
    pub(crate) address: AddressOperand,
    pub(crate) bytes: u32,
    /// `SINK` for `red`.
    pub(crate) d: Slot,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
    pub(crate) order: MemoryOrder,
    /// Of a strong access: for whom.
    pub(crate) scope: MemoryScope,
}

#[derive(Debug, Clone)]
pub(crate) struct MatrixAccess {
    pub(crate) address: AddressOperand,
    pub(crate) space: Space,
    pub(crate) transposed: bool,
    pub(crate) slots: Vec<Slot>,
}

#[derive(Debug, Clone)]
pub(crate) struct AsyncCopy {
    pub(crate) to: AddressOperand,
    pub(crate) from: AddressOperand,
    pub(crate) bytes: u32,
    pub(crate) path: CopyPath,
    /// Bytes to read; the rest is zero.
    pub(crate) source_bytes: Option<Slot>,
}
