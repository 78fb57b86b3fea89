//! Decoded instructions.

use super::types::{Space, Type};
use crate::alu::Conversion;
use crate::lanes::{Compare, Lanes1, Lanes2, Lanes3, Lanes4};
use crate::profile::SharedOp;

/// Index of a register in a warp's file.
pub(crate) type Slot = u32;
/// Index of a predicate; each is a mask of lanes.
pub(crate) type PredSlot = u32;

/// Discarded result: `_`.
pub(crate) const SINK: Slot = u32::MAX;
/// No join, no branch target.
pub(crate) const NOWHERE: u32 = u32::MAX;
/// Predicates with a fixed value.
pub(crate) const FALSE: PredSlot = 0;
pub(crate) const TRUE: PredSlot = 1;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Pred {
    pub(crate) slot: PredSlot,
    /// All ones when negated, for an XOR.
    pub(crate) flip: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoolOp {
    And,
    Or,
    Xor,
}

impl BoolOp {
    pub(crate) fn of(self, a: u32, b: u32) -> u32 {
        match self {
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct AddressOperand {
    pub(crate) base: Slot,
    pub(crate) offset: i64,
    /// Of the base register: 32-bit addresses wrap at 32 bits.
    pub(crate) mask: u64,
}

/// A load or a store of `count` elements a lane.
#[derive(Debug)]
pub(crate) struct LoadStore {
    pub(crate) space: Space,
    pub(crate) address: AddressOperand,
    /// Bytes of one element.
    pub(crate) bytes: u32,
    pub(crate) slots: Vec<Slot>,
    /// Loads: sign-extend, and then keep this much.
    pub(crate) signed: bool,
    pub(crate) keep: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtomicOp {
    Add,
    AddF32,
    AddF64,
    AddF16x2,
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

/// How the banks serve an atomic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtomicPasses {
    /// One for every lane on a word: the machine has it as one instruction.
    Lanes,
    /// Two for every lane on a word: compare-and-swap, and what assemblers make a loop of it, whose further rounds and loads
    /// are not in the PTX.
    LanesTwice,
    /// As `LanesTwice`, and one for each phase with lanes: such a loop through a generic address.
    LanesTwiceAndPhases,
    /// One round of a loop of compare-and-store. All rounds of a loop together take two for every lane on a word, as on an H200,
    /// so a round takes what the lanes that `failed`, and come again, will not.
    Retried { failed: u32 },
    /// One for all lanes on a word: counting up by one in the shared space without asking for the old value, which is a
    /// population count.
    Words,
}

/// How `cp.async` brings its bytes to shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CopyPath {
    /// `.ca`: through the data path of L1, where lanes conflict by their banks.
    ThroughL1,
    /// `.cg`: around it.
    AroundL1,
}

#[derive(Debug)]
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
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShuffleMode {
    Up,
    Down,
    Butterfly,
    Index,
}

#[derive(Debug)]
pub(crate) struct Shuffle {
    pub(crate) mode: ShuffleMode,
    pub(crate) d: Slot,
    pub(crate) p: Option<PredSlot>,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
    pub(crate) c: Slot,
    pub(crate) members: Slot,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum VoteResult {
    All(PredSlot),
    Any(PredSlot),
    Uniform(PredSlot),
    Ballot(Slot),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reduction {
    Add,
    MinU,
    MaxU,
    MinS,
    MaxS,
    And,
    Or,
    Xor,
}

/// The result of `bar.red`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum BarrierResult {
    None,
    Count { d: Slot, p: Pred },
    And { d: PredSlot, p: Pred },
    Or { d: PredSlot, p: Pred },
}

#[derive(Debug)]
pub(crate) struct Barrier {
    pub(crate) id: Slot,
    /// Threads to wait for; `None`: all of the block.
    pub(crate) threads: Option<Slot>,
    /// Wait, or only arrive.
    pub(crate) waits: bool,
    /// Every thread of a warp must reach the same instruction.
    pub(crate) aligned: bool,
    pub(crate) result: BarrierResult,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CarryOp {
    Add,
    Sub,
    MadLo,
    MadHi,
    MadHiSigned,
}

#[derive(Debug)]
pub(crate) struct Carry {
    pub(crate) op: CarryOp,
    pub(crate) bits: u32,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) d: Slot,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
    pub(crate) c: Slot,
}

#[derive(Debug)]
pub(crate) struct MatrixAccess {
    pub(crate) address: AddressOperand,
    pub(crate) space: Space,
    pub(crate) transposed: bool,
    pub(crate) slots: Vec<Slot>,
}

#[derive(Debug)]
pub(crate) struct AsyncCopy {
    pub(crate) to: AddressOperand,
    pub(crate) from: AddressOperand,
    pub(crate) bytes: u32,
    pub(crate) path: CopyPath,
    /// Bytes to read; the rest is zero.
    pub(crate) source_bytes: Option<Slot>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clock {
    Cycles,
    CyclesHigh,
    Nanoseconds,
    NanosecondsHigh,
}

/// Operations that the lanes in a member mask execute together.
#[derive(Debug)]
pub(crate) enum Exchange {
    Shuffle(Shuffle),
    Vote { result: VoteResult, p: Pred, members: Slot },
    Match { all: Option<PredSlot>, every: bool, bits: u32, d: Slot, a: Slot, members: Slot },
    Reduce { op: Reduction, d: Slot, a: Slot, members: Slot },
    Elect { d: Slot, p: PredSlot, members: Slot },
    WarpSync { members: Slot },
}

#[derive(Debug)]
pub(crate) enum Operation {
    /// Commits of asynchronous copies, prefetches, the call itself: nothing to do.
    Nothing,
    /// For blocks on other host threads; within a block instructions run one at a time.
    Fence,
    One {
        f: Lanes1,
        d: Slot,
        a: Slot,
    },
    /// `f` gives 64 bits, `keep` those that the destination has.
    Convert {
        f: Lanes1,
        d: Slot,
        a: Slot,
        keep: u64,
    },
    ConvertAny {
        to: Type,
        from: Type,
        how: Conversion,
        d: Slot,
        a: Slot,
        keep: u64,
    },
    Two {
        f: Lanes2,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Three {
        f: Lanes3,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Four {
        f: Lanes4,
        d: Slot,
        inputs: [Slot; 4],
    },
    Carry(Carry),
    Compare {
        f: Compare,
        a: Slot,
        b: Slot,
        p: PredSlot,
        q: Option<PredSlot>,
        combine: BoolOp,
        with: Pred,
    },
    /// `set`: all ones (or 1.0) where true.
    Set {
        f: Compare,
        a: Slot,
        b: Slot,
        d: Slot,
        combine: BoolOp,
        with: Pred,
        one: u64,
    },
    Select {
        d: Slot,
        a: Slot,
        b: Slot,
        p: Pred,
    },
    Predicate {
        op: BoolOp,
        d: PredSlot,
        a: Pred,
        b: Pred,
    },
    Lop3Predicate {
        f: Lanes4,
        d: Slot,
        inputs: [Slot; 4],
        p: PredSlot,
        op: BoolOp,
        with: Pred,
    },
    Pack {
        d: Slot,
        parts: Vec<Slot>,
        bits: u32,
    },
    Unpack {
        parts: Vec<Slot>,
        a: Slot,
        bits: u32,
    },
    Load(LoadStore),
    Store(LoadStore),
    Atomic(Atomic),
    LoadMatrix(MatrixAccess),
    StoreMatrix(MatrixAccess),
    AsyncCopy(AsyncCopy),
    IsSpace {
        space: Space,
        p: PredSlot,
        a: Slot,
    },
    Exchange(Exchange),
    ActiveMask {
        d: Slot,
    },
    Barrier(Barrier),
    Clock {
        which: Clock,
        d: Slot,
    },
    Branch {
        target: u32,
        join: u32,
    },
    Table {
        index: Slot,
        targets: Vec<u32>,
        join: u32,
    },
    Exit,
    Trap,
    /// Let others run: `nanosleep`.
    Yield,
}

#[derive(Debug)]
pub(crate) struct Inst {
    pub(crate) op: Operation,
    pub(crate) guard: Pred,
}

impl Operation {
    /// Returns whether this accesses shared memory and nothing else.
    pub(crate) fn is_shared(&self) -> bool {
        match self {
            Self::Load(a) | Self::Store(a) => a.space == Space::Shared,
            Self::Atomic(a) => a.space == Space::Shared,
            Self::LoadMatrix(a) | Self::StoreMatrix(a) => a.space == Space::Shared,
            Self::AsyncCopy(_) => true,
            _ => false,
        }
    }

    /// Returns the kind of shared-memory access that a count reports for this instruction, and its bytes a lane.
    pub(crate) fn shared_op(&self) -> Option<(SharedOp, u32)> {
        Some(match self {
            Self::Load(a) => (SharedOp::Load, a.bytes * a.slots.len() as u32),
            Self::Store(a) => (SharedOp::Store, a.bytes * a.slots.len() as u32),
            Self::Atomic(a) => (SharedOp::Atomic, a.bytes),
            Self::LoadMatrix(_) => (SharedOp::LdMatrix, 16),
            Self::StoreMatrix(_) => (SharedOp::StMatrix, 16),
            Self::AsyncCopy(a) => (SharedOp::AsyncCopy, a.bytes),
            Self::Nothing
            | Self::Fence
            | Self::One { .. }
            | Self::Convert { .. }
            | Self::ConvertAny { .. }
            | Self::Two { .. }
            | Self::Three { .. }
            | Self::Four { .. }
            | Self::Carry(_)
            | Self::Compare { .. }
            | Self::Set { .. }
            | Self::Select { .. }
            | Self::Predicate { .. }
            | Self::Lop3Predicate { .. }
            | Self::Pack { .. }
            | Self::Unpack { .. }
            | Self::IsSpace { .. }
            | Self::Exchange(_)
            | Self::ActiveMask { .. }
            | Self::Barrier(_)
            | Self::Clock { .. }
            | Self::Branch { .. }
            | Self::Table { .. }
            | Self::Exit
            | Self::Trap
            | Self::Yield => return None,
        })
    }
}
