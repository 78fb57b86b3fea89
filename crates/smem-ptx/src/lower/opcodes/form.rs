//! The form of an opcode.

use super::float_form::{FloatForm, is_float};
use super::integer_form::Registers;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::PtxInstruction;
use smem_sim::ParseError;
use smem_sim::isa::{Operation, Type};

/// One form of an opcode.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    /// The opcode before its first dot. Names that are lowered in the same way share a row.
    pub(super) names: &'static [&'static str],
    /// The modifiers that select this form, in any order. If several forms fit an instruction, the one with the most modifiers is used.
    pub(super) when: &'static [&'static str],
    /// Returns whether a modifier has no effect in the simulator.
    pub(super) ignores: fn(&str) -> bool,
    /// The numbers of operands that it can have; empty if `lowering` checks them.
    pub(super) operands: &'static [usize],
    pub(super) lowering: Lowering,
}

pub(super) type Accepts = fn(Type) -> bool;
type LowerUntyped = for<'a> fn(&mut Lowerer<'a>, &PtxInstruction, &mut Modifiers<'_>) -> Lower<Operation>;
type LowerTyped = for<'a> fn(&mut Lowerer<'a>, &PtxInstruction, &mut Modifiers<'_>, Type) -> Lower<Operation>;

/// The way in which a form becomes an operation of the machine.
#[derive(Debug, Clone, Copy)]
pub(super) enum Lowering {
    /// For a form without a type.
    Untyped(LowerUntyped),
    /// For a form whose last type is one of these.
    Typed(Accepts, LowerTyped),
    /// Registers of these widths in and one out, through a function for each type.
    Registers(Accepts, Registers),
    /// Registers of f32 or f64 in and one out.
    Float(FloatForm),
    /// Expands a function.
    Call,
    /// The form is an error with this message.
    Refused(fn(&Modifiers<'_>) -> ParseError),
}

impl Form {
    pub(super) const fn untyped(
        names: &'static [&'static str],
        when: &'static [&'static str],
        operands: &'static [usize],
        lower: LowerUntyped,
    ) -> Self {
        Self { names, when, ignores: |_| false, operands, lowering: Lowering::Untyped(lower) }
    }

    pub(super) const fn typed(
        names: &'static [&'static str],
        when: &'static [&'static str],
        accepts: Accepts,
        operands: &'static [usize],
        lower: LowerTyped,
    ) -> Self {
        Self { names, when, ignores: |_| false, operands, lowering: Lowering::Typed(accepts, lower) }
    }

    pub(super) const fn ignoring(mut self, ignores: fn(&str) -> bool) -> Self {
        self.ignores = ignores;
        self
    }

    pub(super) fn accepts(&self) -> Option<Accepts> {
        match self.lowering {
            Lowering::Untyped(_) | Lowering::Call | Lowering::Refused(_) => None,
            Lowering::Typed(accepts, _) | Lowering::Registers(accepts, _) => Some(accepts),
            Lowering::Float(_) => Some(is_float),
        }
    }
}
