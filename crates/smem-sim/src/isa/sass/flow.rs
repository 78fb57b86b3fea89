//! Operations that change where lanes go on, or at which they wait.

use super::{BarrierVotes, Source};
use crate::isa::{Pred, Slot};

/// A branch to an address in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JumpKind {
    /// `BRX`: to a place in a table.
    Branch,
    /// A call through a pointer.
    Call,
    Return,
}

/// An operation of the loop that runs a warp: a jump, a wait, an end.
#[derive(Debug, Clone)]
pub enum SassFlow {
    /// Let others run.
    Yield,
    Branch {
        target: u32,
        /// And this.
        also: Pred,
    },
    /// Taken by all lanes when those for which the guard holds are all that the register names, or when they are not.
    BranchIfTogether {
        together: bool,
        target: u32,
        named: Source,
    },
    /// Taken by all lanes when the guard holds for one.
    BranchIfAny {
        target: u32,
    },
    /// A branch to the code address `register + offset`.
    Jump {
        register: Slot,
        offset: i64,
        kind: JumpKind,
    },
    /// A direct call: the return address is in registers.
    Call {
        target: u32,
    },
    /// A call of the function of the driver whose address is in registers: its arguments and its result are in R4 and those after it,
    /// and it returns to the address in R20.
    CallDriver {
        function: Slot,
        /// R0.
        registers: Slot,
    },
    /// Ends the lanes for which `also` holds.
    Exit {
        also: Pred,
    },
    Trap,
    Meet {
        barrier: u8,
    },
    /// Waits for the lanes that the register names; `None`: for all. `exclusive`: they go on without others, which name other lanes.
    WarpSync {
        named: Option<Source>,
        exclusive: bool,
    },
    /// Waits for the lanes that the register names, each at any such instruction. Together they execute what follows this one, up
    /// to `EndCollective`; then each goes on at `after` of its own instruction.
    Collective {
        named: Option<Source>,
        after: u32,
    },
    EndCollective,
    BlockBarrier {
        id: Source,
        threads: Option<Source>,
        waits: bool,
        votes: Option<(BarrierVotes, Pred)>,
    },
    /// At the barrier of the cluster.
    ClusterArrive,
    ClusterWait,
}

impl SassFlow {
    /// Returns true if lanes that the guard turns off execute it, too.
    pub fn is_of_all_lanes(&self) -> bool {
        matches!(self, Self::BranchIfTogether { .. })
    }
}
