//! Arithmetic of 16-bit floating-point numbers, alone or in pairs, and of integers of 16 and 8 bits in a register.

use super::form::Form;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::PtxInstruction;
use LanesFunction::{One, Three, Two};
use smem_sim::alu::half;
use smem_sim::alu::packed::{ADD_PAIRS, DISTANCES, SUM_OF_DISTANCES, choose_halves};
use smem_sim::isa::{HalfMode, Operation, Slot, Type};
use smem_sim::lanes::{Lanes2, LanesFunction};

pub(super) fn is_half(ty: Type) -> bool {
    matches!(ty, Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2)
}

const SUM: HalfModifiers = HalfModifiers { rounds: true, saturates: true, nan: false };
const CHOICE: HalfModifiers = HalfModifiers { rounds: false, saturates: false, nan: true };
const SIGN: HalfModifiers = HalfModifiers { rounds: false, saturates: false, nan: false };

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::typed(&["add"], &[], is_half, &[3], |l, i, m, ty| l.halves(i, m, ty, SUM, half::add(ty).map(Two))),
    Form::typed(&["sub"], &[], is_half, &[3], |l, i, m, ty| l.halves(i, m, ty, SUM, half::sub(ty).map(Two))),
    Form::typed(&["mul"], &[], is_half, &[3], |l, i, m, ty| l.halves(i, m, ty, SUM, half::mul(ty).map(Two))),
    Form::typed(&["fma"], &["rn"], is_half, &[4], |l, i, m, ty| l.halves(i, m, ty, SUM, half::fma(ty).map(Three))),
    Form::typed(&["fma"], &["rn", "relu"], is_half, &[4], |l, i, m, ty| l.halves(i, m, ty, SIGN, half::fma_positive(ty).map(Three))),
    Form::typed(&["min"], &[], is_half, &[3], |l, i, m, ty| l.halves(i, m, ty, CHOICE, half::min(ty).map(Two))),
    Form::typed(&["max"], &[], is_half, &[3], |l, i, m, ty| l.halves(i, m, ty, CHOICE, half::max(ty).map(Two))),
    Form::typed(&["neg"], &[], is_half, &[2], |l, i, m, ty| l.halves(i, m, ty, SIGN, half::neg(ty).map(One))),
    Form::typed(&["abs"], &[], is_half, &[2], |l, i, m, ty| l.halves(i, m, ty, SIGN, half::abs(ty).map(One))),
    Form::untyped(&["add"], &["u16x2"], &[3], |l, i, m| l.integer_pairs(i, m, Some(ADD_PAIRS))),
    Form::untyped(&["add"], &["s16x2"], &[3], |l, i, m| l.integer_pairs(i, m, Some(ADD_PAIRS))),
    Form::untyped(&["min"], &["u16x2"], &[3], |l, i, m| l.integer_pairs(i, m, choose_halves(true, false, false))),
    Form::untyped(&["max"], &["u16x2"], &[3], |l, i, m| l.integer_pairs(i, m, choose_halves(false, false, false))),
    Form::untyped(&["min"], &["s16x2"], &[3], |l, i, m| l.integer_pairs(i, m, choose_halves(true, true, false))),
    Form::untyped(&["max"], &["s16x2"], &[3], |l, i, m| l.integer_pairs(i, m, choose_halves(false, true, false))),
    Form::untyped(&["min"], &["relu", "s16x2"], &[3], |l, i, m| l.integer_pairs(i, m, choose_halves(true, true, true))),
    Form::untyped(&["max"], &["relu", "s16x2"], &[3], |l, i, m| l.integer_pairs(i, m, choose_halves(false, true, true))),
    Form::untyped(&["vabsdiff4"], &[], &[4], |l, i, m| l.byte_distances(i, m)),
];

/// The modifiers that an operation on halves may have; all have `.ftz` for f16.
#[derive(Debug, Clone, Copy)]
struct HalfModifiers {
    /// `.rn`, which changes nothing.
    rounds: bool,
    /// `.sat`, for f16.
    saturates: bool,
    /// `.NaN`
    nan: bool,
}

impl Lowerer<'_> {
    fn halves(
        &mut self,
        i: &PtxInstruction,
        m: &mut Modifiers<'_>,
        ty: Type,
        may: HalfModifiers,
        f: Option<LanesFunction>,
    ) -> Lower<Operation> {
        let Some(f) = f else { return Err(m.unknown()) };
        let bf16 = matches!(ty, Type::Bf16 | Type::Bf16x2);
        if may.rounds {
            m.take("rn");
        }
        let mode = HalfMode {
            bf16,
            ftz: !bf16 && m.take("ftz"),
            saturates: may.saturates && !bf16 && m.take("sat"),
            keeps_nan: may.nan && m.take("NaN"),
        };
        let d = self.target(i.line, &i.operands[0], ty.bits())?;
        // The operands that a function lacks are its first one.
        let mut sources: [Slot; 3] = [self.source(i.line, &i.operands[1], ty)?; 3];
        for (slot, operand) in sources.iter_mut().zip(&i.operands[1..]) {
            *slot = self.source(i.line, operand, ty)?;
        }
        let [a, b, c] = sources;
        Ok(match f {
            f if !mode.is_plain() => Operation::Halves { f, mode, d, sources },
            One(f) => Operation::One { f, d, a },
            Two(f) => Operation::Two { f, d, a, b },
            Three(f) => Operation::Three { f, d, a, b, c },
        })
    }

    /// Two integers of 16 bits in each register.
    fn integer_pairs(&mut self, i: &PtxInstruction, m: &Modifiers<'_>, f: Option<Lanes2>) -> Lower<Operation> {
        let Some(f) = f else { return Err(m.unknown()) };
        let d = self.target(i.line, &i.operands[0], 32)?;
        let [a, b] = [1, 2].map(|operand| self.source(i.line, &i.operands[operand], Type::B(32)));
        Ok(Operation::Two { f, d, a: a?, b: b? })
    }

    /// The distances of four bytes, or their sum and a number.
    fn byte_distances(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        if !(m.take("u32") && m.take("u32") && m.take("u32")) {
            return Err(m.unknown());
        }
        let f = if m.take("add") { SUM_OF_DISTANCES } else { DISTANCES };
        let d = self.target(i.line, &i.operands[0], 32)?;
        let [a, b, c] = [1, 2, 3].map(|operand| self.source(i.line, &i.operands[operand], Type::B(32)));
        Ok(Operation::Three { f, d, a: a?, b: b?, c: c? })
    }
}
