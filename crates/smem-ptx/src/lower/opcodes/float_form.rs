//! Forms of f32 and f64: registers in, one register out.

use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::PtxInstruction;
use FloatFunction::{One, Three, Two};
use Rounds::{May, Must, No};
use smem_sim::alu::FloatMode;
use smem_sim::isa::{Operation, Rounding, SINK, Slot, Type};
use smem_sim::lanes::{Lanes1, Lanes2, Lanes3};

pub(super) fn is_float(ty: Type) -> bool {
    matches!(ty, Type::F32 | Type::F64)
}

/// Says whether a form has a rounding modifier such as `.rn`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounds {
    No,
    May,
    Must,
}

/// The function that computes a result; `None` for a type or a mode that the operation does not have.
#[derive(Debug, Clone, Copy)]
pub(super) enum FloatFunction {
    One(fn(Type, FloatMode) -> Option<Lanes1>),
    Two(fn(Type, FloatMode) -> Option<Lanes2>),
    Three(fn(Type, FloatMode) -> Option<Lanes3>),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct FloatForm {
    pub(super) rounds: Rounds,
    pub(super) saturates: bool,
    /// True if the operation exists for f32 only.
    pub(super) single: bool,
    pub(super) function: FloatFunction,
}

pub(super) fn rounding(m: &mut Modifiers<'_>) -> Option<Rounding> {
    const ROUNDINGS: [(&str, Rounding); 4] =
        [("rn", Rounding::Nearest), ("rz", Rounding::Zero), ("rm", Rounding::Down), ("rp", Rounding::Up)];
    m.take_named(&ROUNDINGS)
}

impl FloatFunction {
    /// The decoded operation on these slots.
    fn op(self, ty: Type, mode: FloatMode, d: Slot, inputs: [Slot; 3]) -> Option<Operation> {
        let [a, b, c] = inputs;
        match self {
            One(function) => function(ty, mode).map(|f| Operation::One { f, d, a }),
            Two(function) => function(ty, mode).map(|f| Operation::Two { f, d, a, b }),
            Three(function) => function(ty, mode).map(|f| Operation::Three { f, d, a, b, c }),
        }
    }

    fn inputs(self) -> usize {
        match self {
            One(_) => 1,
            Two(_) => 2,
            Three(_) => 3,
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn float_form(
        &mut self,
        i: &PtxInstruction,
        m: &mut Modifiers<'_>,
        float: FloatForm,
        ty: Type,
    ) -> Lower<Operation> {
        let rounding = rounding(m);
        let mode =
            FloatMode { rounding: rounding.unwrap_or(Rounding::Nearest), ftz: m.take("ftz"), sat: m.take("sat") };
        let fits = match float.rounds {
            No => rounding.is_none(),
            May => true,
            Must => rounding.is_some(),
        };
        // These modifiers select forms of other operations.
        let strange = m.has("approx") || m.has("full");
        if !fits || strange || mode.sat && !float.saturates || float.single && ty != Type::F32 {
            return Err(m.unknown());
        }
        let FloatForm { function, .. } = float;
        if function.op(ty, mode, SINK, [SINK; 3]).is_none() {
            return Err(m.unknown());
        }
        self.count(i, &[1 + function.inputs()])?;
        let d = self.target(i.line, &i.operands[0], ty.bits())?;
        let mut inputs = [SINK; 3];
        for (slot, operand) in inputs.iter_mut().zip(&i.operands[1..]) {
            *slot = self.source(i.line, operand, ty)?;
        }
        function.op(ty, mode, d, inputs).ok_or_else(|| m.unknown())
    }
}
