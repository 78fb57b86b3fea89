//! Which instructions a loop is made of, for those that wait for another warp.

use super::sass::{SassAccess, SassExchange, SassFlow, SassOp};
use super::{AtomicOp, AtomicPasses, Operation, PtxFlow, Space};
use crate::isa::OrderOp;

/// The part of an instruction in a loop that may wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopStep {
    /// A compare-and-swap of shared memory. `alone`: the hardware tries again, or the assembler makes a loop of it.
    Retries {
        alone: bool,
    },
    /// Any other load or atomic of shared memory.
    Asks,
    /// Compares, or does nothing: a loop of these and of loads ends only when another thread changes memory.
    Judges,
    Branches {
        target: u32,
    },
    /// All warps of the block wait here.
    Barrier,
    Works,
}

fn in_shared(space: Space) -> bool {
    matches!(space, Space::Shared | Space::Generic)
}

impl SassOp {
    pub fn loop_step(&self) -> LoopStep {
        match self {
            Self::Access(SassAccess::CompareAndStore { .. }) => LoopStep::Retries { alone: true },
            Self::Access(SassAccess::Atomic(t) | SassAccess::AtomicIfGlobal { atomic: t, .. })
                if in_shared(t.space) =>
            {
                if t.op == AtomicOp::Cas {
                    LoopStep::Retries { alone: false }
                } else {
                    LoopStep::Asks
                }
            }
            Self::Access(SassAccess::Load(t)) if in_shared(t.space) => LoopStep::Asks,
            &Self::Flow(SassFlow::Branch { target, .. })
            | &Self::Flow(SassFlow::BranchIfAny { target })
            | &Self::Flow(SassFlow::BranchIfTogether { target, .. }) => LoopStep::Branches { target },
            Self::Flow(SassFlow::BlockBarrier { .. } | SassFlow::ClusterWait) => LoopStep::Barrier,
            Self::Access(SassAccess::Load(_) | SassAccess::Atomic(_))
            | Self::Compare { .. }
            | Self::LongCompare { .. }
            | Self::Plop3 { .. }
            | Self::Lop3 { .. }
            | Self::Exchange(SassExchange::Vote { .. })
            | Self::Nothing
            | Self::Order(OrderOp::Fence(_) | OrderOp::ProxyFence)
            | Self::Flow(SassFlow::Yield)
            | Self::Gather { .. }
            | Self::Flow(SassFlow::Meet { .. })
            | Self::Leave { .. }
            | Self::Order(OrderOp::WarpSynced | OrderOp::Acquired)
            | Self::Flow(SassFlow::WarpSync { .. }) => LoopStep::Judges,
            _ => LoopStep::Works,
        }
    }
}

impl Operation {
    pub fn loop_step(&self) -> LoopStep {
        match self {
            Self::Atomic(a) if in_shared(a.space) => match a.passes {
                _ if a.op == AtomicOp::Cas => LoopStep::Retries { alone: false },
                AtomicPasses::LanesTwice | AtomicPasses::LanesTwiceAndPhases => LoopStep::Retries { alone: true },
                _ => LoopStep::Asks,
            },
            Self::Load(a) if in_shared(a.space) => LoopStep::Asks,
            &Self::Flow(PtxFlow::Branch { target, .. }) => LoopStep::Branches { target },
            Self::Flow(PtxFlow::Barrier(_)) => LoopStep::Barrier,
            Self::Load(_)
            | Self::Atomic(_)
            | Self::Compare { .. }
            | Self::Predicate { .. }
            | Self::Nothing
            | Self::Order(OrderOp::Fence(_) | OrderOp::ProxyFence)
            | Self::Flow(PtxFlow::Yield) => LoopStep::Judges,
            _ => LoopStep::Works,
        }
    }
}
