//! Instructions that access memory: loads, stores, atomics, matrices and asynchronous copies.

use super::memory_scope::MemoryScope;
use super::register::Slot;
use super::types::Space;

/// How an access is ordered with others, as PTX names it; an atomic without a name is relaxed. Accesses run one at a time, so only the race check asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryOrder {
    Weak,
    Volatile,
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
}

impl MemoryOrder {
    /// Other threads may make such accesses to the same bytes at the same time.
    pub fn is_strong(self) -> bool {
        self != Self::Weak
    }

    pub fn acquires(self) -> bool {
        matches!(self, Self::Acquire | Self::AcquireRelease)
    }

    pub fn releases(self) -> bool {
        matches!(self, Self::Release | Self::AcquireRelease)
    }
}

#[derive(Debug, Clone, Copy)]
pub struct AddressOperand {
    pub base: Slot,
    pub offset: i64,
    /// The bits of the base register: 32-bit addresses wrap at 32 bits.
    pub mask: u64,
}

/// A load or a store of one or several elements a lane.
#[derive(Debug, Clone)]
pub struct LoadStore {
    pub space: Space,
    pub address: AddressOperand,
    /// Bytes of one element.
    pub bytes: u32,
    pub slots: Vec<Slot>,
    /// Loads only: true to sign-extend the element, of which `keep` are the register's bits.
    pub signed: bool,
    pub keep: u64,
    pub order: MemoryOrder,
    /// Of a strong access: for whom.
    pub scope: MemoryScope,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtomicOp {
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
pub enum AtomicPasses {
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
pub enum CopyPath {
    /// `.ca`: through L1's data path, where lanes have bank conflicts.
    ThroughL1,
    /// `.cg`: bypasses L1.
    AroundL1,
}

#[derive(Debug, Clone)]
pub struct Atomic {
    pub op: AtomicOp,
    pub passes: AtomicPasses,
    pub space: Space,
    pub address: AddressOperand,
    pub bytes: u32,
    /// `SINK` for `red`.
    pub d: Slot,
    pub a: Slot,
    pub b: Slot,
    pub order: MemoryOrder,
    /// Of a strong access: for whom.
    pub scope: MemoryScope,
}

#[derive(Debug, Clone)]
pub struct MatrixAccess {
    pub address: AddressOperand,
    pub space: Space,
    pub transposed: bool,
    pub slots: Vec<Slot>,
}

#[derive(Debug, Clone)]
pub struct AsyncCopy {
    pub to: AddressOperand,
    pub from: AddressOperand,
    pub bytes: u32,
    pub path: CopyPath,
    /// Bytes to read; the rest is zero.
    pub source_bytes: Option<Slot>,
}
