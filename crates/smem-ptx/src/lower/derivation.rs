//! Assignments of registers, as far as addresses come from them.

use smem_sim::isa::Slot;

/// An operand, as far as addresses come from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AddressTerm {
    Number,
    Register(Slot),
    /// A shared variable, by its id.
    Array(usize),
}

/// How a register comes from the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DerivationStep {
    /// A copy, or a sum of what derives from an array and of numbers.
    Sum,
    Difference,
    /// The first two are multiplied.
    ProductSum,
    Choice,
    /// Nothing that points anywhere comes out.
    Other,
}

/// An assignment of a register.
#[derive(Debug)]
pub(super) struct Derivation {
    pub(super) to: Slot,
    pub(super) step: DerivationStep,
    pub(super) terms: [AddressTerm; 3],
}
