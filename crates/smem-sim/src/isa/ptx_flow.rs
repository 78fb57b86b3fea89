//! Operations of PTX that change where lanes go on, or at which they wait.

use super::call::CallOperands;
use super::register::Slot;
use super::warp::{Barrier, Exchange};

/// An operation of the loop that runs a warp: a jump, a wait for other lanes, an end.
#[derive(Debug, Clone)]
pub enum PtxFlow {
    Exchange(Exchange),
    Barrier(Barrier),
    /// At the barrier of the cluster. `relaxed`: it orders nothing but what is before a fence.
    ClusterArrive {
        relaxed: bool,
    },
    ClusterWait,
    Branch {
        target: u32,
        join: u32,
    },
    Table {
        index: Slot,
        targets: Vec<u32>,
        join: u32,
    },
    Call(CallOperands),
    /// Goes back to the caller.
    Return,
    Exit,
    Trap,
    /// Ends the warp's turn: `nanosleep`.
    Yield,
}
