//! Calls that lanes are in, and the memory that their frames take.

use crate::fault::FaultKind;
use crate::memory::{MemoryBudget, TakenMemory};
use std::sync::Arc;

/// A call that a lane is in.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Activation {
    /// The call's instruction.
    pub(super) pc: u32,
    /// The number of the function.
    pub(super) function: usize,
    /// The caller's frame.
    pub(super) frame: u64,
    /// The function's registers and predicates, if an outer call of it goes on with them.
    pub(super) saved: Option<(Vec<u64>, Vec<bool>)>,
    /// The memory that these take; a copy of the warp's state shares it.
    pub(super) _taken: Option<Arc<TakenMemory>>,
}

/// The memory that the frames of a warp's calls took when they grew, from a budget.
#[derive(Debug, Default, Clone)]
pub(super) struct CallMemory {
    budget: MemoryBudget,
    pub(super) taken: Vec<Arc<TakenMemory>>,
}

impl CallMemory {
    pub(super) fn of(budget: &MemoryBudget) -> CallMemory {
        CallMemory { budget: budget.clone(), taken: Vec::new() }
    }

    /// Takes bytes, or says why there are none.
    pub(super) fn take(&self, bytes: u64) -> Result<Arc<TakenMemory>, FaultKind> {
        let why = || {
            let budget = self.budget.describe();
            FaultKind::Memory(format!("a call of a function takes {bytes} bytes of memory here: {budget}"))
        };
        self.budget.take(bytes).map(Arc::new).ok_or_else(why)
    }
}
