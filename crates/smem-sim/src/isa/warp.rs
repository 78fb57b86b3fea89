//! Instructions that lanes execute together: exchanges in a warp, and barriers of the block.

use super::register::{Pred, PredSlot, Slot};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShuffleMode {
    Up,
    Down,
    Butterfly,
    Index,
}

#[derive(Debug, Clone)]
pub struct Shuffle {
    pub mode: ShuffleMode,
    pub d: Slot,
    pub p: Option<PredSlot>,
    pub a: Slot,
    pub b: Slot,
    pub c: Slot,
    pub members: Slot,
}

#[derive(Debug, Clone, Copy)]
pub enum VoteResult {
    All(PredSlot),
    Any(PredSlot),
    Uniform(PredSlot),
    Ballot(Slot),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduction {
    Add,
    MinU,
    MaxU,
    MinS,
    MaxS,
    And,
    Or,
    Xor,
}

/// Operations that the lanes in a member mask execute together.
#[derive(Debug, Clone)]
pub enum Exchange {
    Shuffle(Shuffle),
    Vote { result: VoteResult, p: Pred, members: Slot },
    Match { all: Option<PredSlot>, every: bool, bits: u32, d: Slot, a: Slot, members: Slot },
    Reduce { op: Reduction, d: Slot, a: Slot, members: Slot },
    Elect { d: Slot, p: PredSlot, members: Slot },
    WarpSync { members: Slot },
}

/// The result of `bar.red`.
#[derive(Debug, Clone, Copy)]
pub enum BarrierResult {
    None,
    Count { d: Slot, p: Pred },
    And { d: PredSlot, p: Pred },
    Or { d: PredSlot, p: Pred },
}

#[derive(Debug, Clone)]
pub struct Barrier {
    pub id: Slot,
    /// The number of threads to wait for; `None` for all of the block.
    pub threads: Option<Slot>,
    /// True if threads wait, false if they only arrive.
    pub waits: bool,
    /// True if all threads of a warp must reach the same instruction.
    pub aligned: bool,
    pub result: BarrierResult,
}
