//! Forms of integers: registers of given widths in, one register out.

use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use IntegerFunction::{Four, One, Three, Two};
use OperandWidth::Table;
use smem_sim::isa::{Operation, SINK, Slot, Type};
use smem_sim::lanes::{Lanes1, Lanes2, Lanes3, Lanes4};

/// The type of an operand, given the instruction's.
#[derive(Debug, Clone, Copy)]
pub(super) enum OperandWidth {
    Same,
    /// 32 bits, for every type.
    Word,
    /// The type with twice as many bits.
    Double,
    /// A constant from 0 to 255.
    Table,
}

/// The function that computes a result; `None` for a type that the operation does not have.
#[derive(Debug, Clone, Copy)]
pub(super) enum IntegerFunction {
    One(fn(Type) -> Option<Lanes1>),
    Two(fn(Type) -> Option<Lanes2>),
    Three(fn(Type) -> Option<Lanes3>),
    Four(fn(Type) -> Option<Lanes4>),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Registers {
    pub(super) result: OperandWidth,
    pub(super) sources: &'static [OperandWidth],
    pub(super) function: IntegerFunction,
}

impl OperandWidth {
    fn of(self, ty: Type) -> Type {
        match (self, ty) {
            (Self::Same, ty) => ty,
            (Self::Word | Self::Table, _) => Type::B(32),
            (Self::Double, Type::U(bits)) => Type::U(2 * bits),
            (Self::Double, Type::S(bits)) => Type::S(2 * bits),
            (Self::Double, ty) => ty,
        }
    }
}

impl IntegerFunction {
    /// The decoded operation on these slots.
    fn op(self, ty: Type, d: Slot, inputs: [Slot; 4]) -> Option<Operation> {
        let [a, b, c, _] = inputs;
        match self {
            One(function) => function(ty).map(|f| Operation::One { f, d, a }),
            Two(function) => function(ty).map(|f| Operation::Two { f, d, a, b }),
            Three(function) => function(ty).map(|f| Operation::Three { f, d, a, b, c }),
            Four(function) => function(ty).map(|f| Operation::Four { f, d, inputs }),
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn registers_form(
        &mut self,
        i: &PtxInstruction,
        m: &Modifiers<'_>,
        registers: Registers,
        ty: Type,
    ) -> Lower<Operation> {
        let Registers { result, sources, function } = registers;
        if function.op(ty, SINK, [SINK; 4]).is_none() {
            return Err(m.unknown());
        }
        self.count(i, &[1 + sources.len()])?;
        let d = self.target(i.line, &i.operands[0], result.of(ty).bits())?;
        let mut inputs = [SINK; 4];
        for ((slot, operand), &width) in inputs.iter_mut().zip(&i.operands[1..]).zip(sources) {
            if matches!(width, Table) && !matches!(operand, PtxOperand::Int(0..=255)) {
                return Err(m.error("its table is a number from 0 to 255"));
            }
            *slot = self.source(i.line, operand, width.of(ty))?;
        }
        function.op(ty, d, inputs).ok_or_else(|| m.unknown())
    }
}
