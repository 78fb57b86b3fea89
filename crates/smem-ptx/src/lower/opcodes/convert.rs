//! `cvt`.

use super::float_form::rounding;
use super::form::Form;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::PtxInstruction;
use smem_sim::ParseError;
use smem_sim::alu::{is_conversion, pack_halves, quick_conversion, width_mask};
use smem_sim::isa::{Conversion, Operation, Rounding, SINK, Type};

pub(super) static FORMS: &[Form] = &[Form::typed(&["cvt"], &[], |_| true, &[2, 3], |l, i, m, from| l.cvt(i, m, from))];

const INTEGRAL: [(&str, Rounding); 4] =
    [("rni", Rounding::Nearest), ("rzi", Rounding::Zero), ("rmi", Rounding::Down), ("rpi", Rounding::Up)];

impl Lowerer<'_> {
    fn cvt(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, from: Type) -> Lower<Operation> {
        let to = m.ty()?;
        let float = rounding(m);
        let integral = m.take_named(&INTEGRAL);
        let how = Conversion { float, integral, ftz: m.take("ftz"), sat: m.take("sat") };
        let line = i.line;
        if matches!(to, Type::F16x2 | Type::Bf16x2) {
            self.count(i, &[3])?;
            let plain = integral.is_none() && !how.ftz && !how.sat && from == Type::F32;
            let relu = m.take("relu");
            let f = float.filter(|_| plain).and_then(|r| pack_halves(to, r, relu)).ok_or_else(|| m.unknown())?;
            let d = self.target(line, &i.operands[0], 32)?;
            let a = self.source(line, &i.operands[1], from)?;
            let b = self.source(line, &i.operands[2], from)?;
            return Ok(Operation::Two { f, d, a, b });
        }
        self.count(i, &[2])?;
        // `.ftz` applies to f32 only.
        let flushes = !how.ftz || to == Type::F32 || from == Type::F32;
        if !flushes || !is_conversion(to, from, how) {
            return Err(m.unknown());
        }
        let (d, bits) = self.destination(line, &i.operands[0])?;
        if bits < to.bits() {
            return Err(ParseError::new(
                line,
                format!("the destination has {bits} bits where {} are needed", to.bits()),
            ));
        }
        let d = if d == SINK { self.target(line, &i.operands[0], 64)? } else { d };
        let a = self.wide_source(line, &i.operands[1], from)?;
        let keep = width_mask(bits);
        Ok(match quick_conversion(to, from, how) {
            Some(f) => Operation::Convert { f, d, a, keep },
            None => Operation::ConvertAny { to, from, how, d, a, keep },
        })
    }
}
