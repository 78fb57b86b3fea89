//! Extended-precision arithmetic: `add.cc`, `addc` and their kin.

use super::modifiers::Modifiers;
use super::{Lower, Lowerer};
use crate::isa::Type;
use crate::isa::{Carry, CarryOp, Op};
use crate::parse::syntax::Instruction;
use Type::{B, S, U};

impl Lowerer<'_> {
    pub(super) fn carry_out(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        let mut carry = self.carry_parts(i, m)?;
        carry.writes = true;
        Ok(Op::Carry(carry))
    }

    pub(super) fn carry(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        let writes = m.take("cc");
        let mut carry = self.carry_parts(i, m)?;
        carry.reads = true;
        carry.writes = writes;
        Ok(Op::Carry(carry))
    }

    fn carry_parts(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Carry> {
        let ty = m.ty()?;
        let op = match (&m.base()[..3], ty) {
            (_, B(_)) => return Err(m.unknown()),
            ("add", _) => CarryOp::Add,
            ("sub", _) => CarryOp::Sub,
            _ if m.take("lo") => CarryOp::MadLo,
            _ if m.take("hi") => {
                if ty.signed() {
                    CarryOp::MadHiSigned
                } else {
                    CarryOp::MadHi
                }
            }
            _ => return Err(m.unknown()),
        };
        let bits = match ty {
            U(bits @ (32 | 64)) | S(bits @ (32 | 64)) => bits,
            _ => return Err(m.unknown()),
        };
        let adds = !matches!(op, CarryOp::Add | CarryOp::Sub);
        self.count(i, &[if adds { 4 } else { 3 }])?;
        let d = self.target(i.line, &i.operands[0], bits)?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let b = self.source(i.line, &i.operands[2], ty)?;
        let c = if adds { self.source(i.line, &i.operands[3], ty)? } else { a };
        Ok(Carry { op, bits, reads: false, writes: false, d, a, b, c })
    }
}
