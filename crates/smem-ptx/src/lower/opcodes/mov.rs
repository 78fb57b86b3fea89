//! `mov`: copies, addresses, clocks, and registers packed and unpacked.

use super::form::Form;
use crate::lower::modifiers::Modifiers;
use crate::lower::{ALWAYS, Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::alu::integer::copy;
use smem_sim::isa::{BoolOp, Clock, Operation, SINK, Type};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::typed(&["mov"], &[], |ty| ty != Type::Pred, &[2], |l, i, m, ty| l.mov(i, m, ty)),
    Form::typed(&["mov"], &[], |ty| ty == Type::Pred, &[2], |l, i, _, _| l.mov_predicate(i)),
];

/// Special registers that change while a kernel runs, with their bits.
const CLOCKS: [(&str, u32, Clock); 6] = [
    ("%clock", 32, Clock::Cycles),
    ("%clock64", 64, Clock::Cycles),
    ("%clock_hi", 32, Clock::CyclesHigh),
    ("%globaltimer", 64, Clock::Nanoseconds),
    ("%globaltimer_lo", 32, Clock::Nanoseconds),
    ("%globaltimer_hi", 32, Clock::NanosecondsHigh),
];

impl Lowerer<'_> {
    fn mov_predicate(&mut self, i: &PtxInstruction) -> Lower<Operation> {
        let a = self.predicate(i.line, &i.operands[1])?;
        let d = self.predicate_target(i.line, &i.operands[0])?;
        Ok(Operation::Predicate { op: BoolOp::And, d, a, b: ALWAYS })
    }

    fn mov(&mut self, i: &PtxInstruction, m: &Modifiers<'_>, ty: Type) -> Lower<Operation> {
        let line = i.line;
        match (&i.operands[0], &i.operands[1]) {
            (PtxOperand::Vector(parts), a) => {
                let bits = part_bits(m, ty, parts.len())?;
                let a = self.source(line, a, Type::B(ty.bits()))?;
                let parts = parts.iter().map(|part| match part {
                    PtxOperand::Name(name) if name == "_" => Ok(SINK),
                    part => self.target(line, part, bits),
                });
                return Ok(Operation::Unpack { parts: parts.collect::<Lower<_>>()?, a, bits });
            }
            (d, PtxOperand::Vector(parts)) => {
                let bits = part_bits(m, ty, parts.len())?;
                let d = self.target(line, d, ty.bits())?;
                let parts = parts.iter().map(|part| self.source(line, part, Type::B(bits)));
                return Ok(Operation::Pack { d, parts: parts.collect::<Lower<_>>()?, bits });
            }
            (d, PtxOperand::Name(name)) => {
                let clock = CLOCKS.iter().find(|(known, bits, _)| known == name && *bits == ty.bits());
                if let Some(&(_, _, which)) = clock {
                    return Ok(Operation::Clock { which, d: self.target(line, d, ty.bits())? });
                }
            }
            _ => {}
        }
        let d = self.target(line, &i.operands[0], ty.bits())?;
        let a = self.source(line, &i.operands[1], ty)?;
        Ok(Operation::One { f: copy(ty).ok_or_else(|| m.unknown())?, d, a })
    }
}

/// Bits of each part when a register is packed or unpacked.
fn part_bits(m: &Modifiers<'_>, ty: Type, parts: usize) -> Lower<u32> {
    match (ty.bits(), parts) {
        (bits @ (16 | 32 | 64), 2) => Ok(bits / 2),
        (bits @ (32 | 64), 4) => Ok(bits / 4),
        _ => Err(m.error("these parts do not make up the type")),
    }
}
