//! Which accesses threads may make to the same bytes at the same time, and what such accesses pass on.
//!
//! PTX names it: `volatile`, `relaxed` and what is stronger are meant for words that others change. Machine code does not: its loads and
//! stores of shared memory look alike. So there a load in a loop that does nothing but ask, and a store after a fence, are taken for those
//! of a flag. A load or an atomic that acquires leaves a `NOP` behind it, or a `CCTL.IVALL`.

use super::shadow::Touch;
use crate::isa::sass::{SassMatrix, SassOp};
use crate::isa::{MemoryOrder, Operation, PtxMatrix};
use crate::machine::observe::WaitPlan;
use crate::program::KernelCode;

/// A kernel's code as the check asks it.
#[derive(Clone, Copy)]
pub(in crate::machine) struct CheckedCode<'c> {
    pub(in crate::machine) code: &'c KernelCode,
    pub(in crate::machine) waits: &'c WaitPlan,
}

/// An access, as far as its strength depends on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct StrengthOf {
    pub(super) pc: u32,
    pub(super) touch: Touch,
    /// Of a store: its thread passes on what it knew at a fence.
    pub(super) published: bool,
}

impl CheckedCode<'_> {
    pub(super) fn order(&self, pc: u32) -> MemoryOrder {
        let KernelCode::Ptx(code) = self.code else { return MemoryOrder::Weak };
        match code.code.get(pc as usize).map(|inst| &inst.op) {
            Some(Operation::Load(access) | Operation::Store(access)) => access.order,
            Some(Operation::Atomic(atomic)) => atomic.order,
            _ => MemoryOrder::Weak,
        }
    }

    /// Whether an instruction loads or stores matrices as their transposes.
    pub(super) fn transposes(&self, pc: u32) -> bool {
        match self.code {
            KernelCode::Ptx(code) => match code.code.get(pc as usize).map(|inst| &inst.op) {
                Some(Operation::Matrix(PtxMatrix::Load(access) | PtxMatrix::Store(access))) => access.transposed,
                _ => false,
            },
            KernelCode::Sass(code) => match code.code.get(pc as usize).map(|inst| &inst.op) {
                Some(SassOp::Matrix(SassMatrix::Load { transposed, .. } | SassMatrix::Store { transposed, .. })) => {
                    *transposed
                }
                _ => false,
            },
        }
    }

    pub(super) fn is_ptx(&self) -> bool {
        matches!(self.code, KernelCode::Ptx(_))
    }

    /// Whether a load may find what a store has passed on.
    pub(super) fn finds(&self, pc: u32) -> bool {
        if self.is_ptx() { self.order(pc).is_strong() } else { self.waits.of(pc).is_some() }
    }

    /// Whether a store passes on what its thread knew at its last fence.
    pub(super) fn publishes(&self, pc: u32) -> bool {
        !self.is_ptx() || self.order(pc).is_strong()
    }

    /// Whether the compiler leaves both accesses where they are, so that lanes in step make them in the order of the code.
    pub(super) fn are_made_in_step(&self, one: StrengthOf, other: StrengthOf) -> bool {
        let stays = |access: StrengthOf| access.touch == Touch::Atomic || self.order(access.pc).is_strong();
        one.pc != other.pc && stays(one) && stays(other)
    }

    /// Whether two accesses may meet. Volatile loads and stores are not enough: code that counts on warps in lockstep consists of them.
    /// They may meet where the store is one of a flag, that is after a fence, unless `meant_only` asks for those that PTX names.
    pub(super) fn may_meet(&self, one: StrengthOf, other: StrengthOf, meant_only: bool) -> bool {
        let is_strong = |access: StrengthOf| match access.touch {
            Touch::Atomic => true,
            Touch::Read => self.finds(access.pc),
            Touch::Write if self.is_ptx() => self.order(access.pc).is_strong(),
            Touch::Write => access.published,
        };
        if !is_strong(one) || !is_strong(other) {
            return false;
        }
        let is_meant = |access: StrengthOf| {
            access.touch == Touch::Atomic || !matches!(self.order(access.pc), MemoryOrder::Volatile | MemoryOrder::Weak)
        };
        is_meant(one) || is_meant(other) || !meant_only && (one.published || other.published)
    }
}
