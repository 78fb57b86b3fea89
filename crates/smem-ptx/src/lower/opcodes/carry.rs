//! Extended-precision arithmetic: `add.cc`, `addc`, `madc` and so on.

use super::form::Form;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::PtxInstruction;
use CarryOp::{Add, MadHi, MadLo, Sub};
use Type::{S, U};
use smem_sim::isa::{Carry, CarryOp, Operation, Type};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::typed(&["add"], &["cc"], integers, &[3], |l, i, m, ty| l.carry(i, m, ty, Add, false)),
    Form::typed(&["sub"], &["cc"], integers, &[3], |l, i, m, ty| l.carry(i, m, ty, Sub, false)),
    Form::typed(&["mad"], &["lo", "cc"], integers, &[4], |l, i, m, ty| l.carry(i, m, ty, MadLo, false)),
    Form::typed(&["mad"], &["hi", "cc"], integers, &[4], |l, i, m, ty| l.carry(i, m, ty, MadHi, false)),
    Form::typed(&["addc"], &[], integers, &[3], |l, i, m, ty| l.carry(i, m, ty, Add, true)),
    Form::typed(&["subc"], &[], integers, &[3], |l, i, m, ty| l.carry(i, m, ty, Sub, true)),
    Form::typed(&["madc"], &["lo"], integers, &[4], |l, i, m, ty| l.carry(i, m, ty, MadLo, true)),
    Form::typed(&["madc"], &["hi"], integers, &[4], |l, i, m, ty| l.carry(i, m, ty, MadHi, true)),
];

fn integers(ty: Type) -> bool {
    matches!(ty, U(_) | S(_))
}

impl Lowerer<'_> {
    /// Lowers an operation that writes the carry, or that reads it and may write it.
    fn carry(
        &mut self,
        i: &PtxInstruction,
        m: &mut Modifiers<'_>,
        ty: Type,
        op: CarryOp,
        reads: bool,
    ) -> Lower<Operation> {
        if !matches!(ty.bits(), 32 | 64) {
            return Err(m.unknown());
        }
        let writes = !reads || m.take("cc");
        let op = if op == MadHi && ty.signed() { CarryOp::MadHiSigned } else { op };
        let bits = ty.bits();
        let d = self.target(i.line, &i.operands[0], bits)?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let b = self.source(i.line, &i.operands[2], ty)?;
        let c = match i.operands.optional(3) {
            Some(addend) => self.source(i.line, addend, ty)?,
            None => a,
        };
        Ok(Operation::Carry(Carry { op, bits, reads, writes, d, a, b, c }))
    }
}
