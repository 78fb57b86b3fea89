//! `cvt` to tf32, and to and from numbers of 8 bits.

use super::float_form::rounding;
use super::form::Form;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::alu::{float8_to_halves, halves_to_float8, pack_float8, to_tf32};
use smem_sim::isa::{Float8, Operation, Rounding, Tf32Rounding, Type};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::typed(&["cvt"], &["tf32"], |ty| ty == Type::F32, &[2], |l, i, m, _| l.cvt_tf32(i, m)),
    Form::typed(&["cvt"], &["e4m3x2"], is_pair, &[2, 3], |l, i, m, ty| l.cvt_float8(i, m, ty, Float8::E4M3)),
    Form::typed(&["cvt"], &["e5m2x2"], is_pair, &[2, 3], |l, i, m, ty| l.cvt_float8(i, m, ty, Float8::E5M2)),
];

fn is_pair(ty: Type) -> bool {
    matches!(ty, Type::F32 | Type::F16x2)
}

impl Lowerer<'_> {
    fn cvt_tf32(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let rounding = match (m.take("rna"), rounding(m)) {
            (true, None) => Tf32Rounding::NearestAway,
            (false, Some(Rounding::Nearest)) => Tf32Rounding::Nearest,
            (false, Some(Rounding::Zero)) => Tf32Rounding::Zero,
            _ => return Err(m.unknown()),
        };
        let f = to_tf32(rounding, m.take("relu"));
        let d = self.target(i.line, &i.operands[0], 32)?;
        Ok(Operation::One { f, d, a: self.source(i.line, &i.operands[1], Type::F32)? })
    }

    /// To 8 bits it saturates, from 8 bits it does not; `ty` is that of the other side.
    fn cvt_float8(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type, format: Float8) -> Lower<Operation> {
        if rounding(m) != Some(Rounding::Nearest) {
            return Err(m.unknown());
        }
        let (narrows, relu, line) = (m.take("satfinite"), m.take("relu"), i.line);
        if !narrows {
            self.count(i, &[2])?;
            if ty != Type::F16x2 {
                return Err(m.unknown());
            }
            let d = self.target(line, &i.operands[0], 32)?;
            let a = self.source(line, &i.operands[1], Type::B(16))?;
            return Ok(Operation::One { f: float8_to_halves(format, relu, false), d, a });
        }
        let d = self.target(line, &i.operands[0], 16)?;
        let above = self.source(line, &PtxOperand::Int(0), Type::U(32))?;
        if ty == Type::F16x2 {
            self.count(i, &[2])?;
            let a = self.source(line, &i.operands[1], ty)?;
            return Ok(Operation::Two { f: halves_to_float8(format, relu), d, a, b: above });
        }
        self.count(i, &[3])?;
        let a = self.source(line, &i.operands[1], ty)?;
        let b = self.source(line, &i.operands[2], ty)?;
        Ok(Operation::Three { f: pack_float8(format, relu), d, a, b, c: above })
    }
}
