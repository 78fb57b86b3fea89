//! Comparisons, selections, predicates and dot products.

use super::form::{Accepts, Form};
use crate::lower::modifiers::Modifiers;
use crate::lower::{ALWAYS, Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use Type::{B, S, U};
use smem_sim::alu::{self, Dot, FloatClass};
use smem_sim::isa::{BoolOp, CompareOp, HalfMode, Operation, Pred, Slot, Type};
use smem_sim::lanes::Compare;

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::typed(&["setp"], &[], is_pair, &[3, 4], |l, i, m, ty| l.compare_halves(i, m, ty)),
    Form::typed(&["set"], &[], is_pair, &[3, 4], |l, i, m, ty| l.set_halves(i, m, ty)),
    Form::typed(&["setp"], &[], is_single, &[3, 4], |l, i, m, ty| l.compare(i, m, ty)),
    Form::typed(&["set"], &[], is_single, &[3, 4], |l, i, m, ty| l.compare_to_number(i, m, ty)),
    Form::typed(&["testp"], &["finite"], |_| true, &[2], |l, i, m, ty| l.test(i, m, ty, FloatClass::Finite)),
    Form::typed(&["testp"], &["infinite"], |_| true, &[2], |l, i, m, ty| l.test(i, m, ty, FloatClass::Infinite)),
    Form::typed(&["testp"], &["number"], |_| true, &[2], |l, i, m, ty| l.test(i, m, ty, FloatClass::Number)),
    Form::typed(&["testp"], &["notanumber"], |_| true, &[2], |l, i, m, ty| l.test(i, m, ty, FloatClass::NotANumber)),
    Form::typed(&["testp"], &["normal"], |_| true, &[2], |l, i, m, ty| l.test(i, m, ty, FloatClass::Normal)),
    Form::typed(&["testp"], &["subnormal"], |_| true, &[2], |l, i, m, ty| l.test(i, m, ty, FloatClass::Subnormal)),
    Form::typed(&["selp"], &[], selects, &[4], |l, i, _, ty| l.select(i, ty)),
    Form::typed(&["slct"], &[], |_| true, &[4], |l, i, m, by| l.select_by_sign(i, m, by)),
    Form::typed(&["and"], &[], predicates, &[3], |l, i, _, _| l.predicate_logic(i, BoolOp::And)),
    Form::typed(&["or"], &[], predicates, &[3], |l, i, _, _| l.predicate_logic(i, BoolOp::Or)),
    Form::typed(&["xor"], &[], predicates, &[3], |l, i, _, _| l.predicate_logic(i, BoolOp::Xor)),
    Form::typed(&["not"], &[], predicates, &[2], |l, i, _, _| l.predicate_not(i)),
    Form::typed(&["lop3"], &["and"], words, &[6], |l, i, m, ty| l.lop3_predicate(i, m, ty, BoolOp::And)),
    Form::typed(&["lop3"], &["or"], words, &[6], |l, i, m, ty| l.lop3_predicate(i, m, ty, BoolOp::Or)),
    Form::typed(&["dp4a"], &[], factors, &[4], |l, i, m, ty| l.dot(i, m, ty, Dot::Bytes)),
    Form::typed(&["dp2a"], &["lo"], factors, &[4], |l, i, m, ty| l.dot(i, m, ty, Dot::LowBytes)),
    Form::typed(&["dp2a"], &["hi"], factors, &[4], |l, i, m, ty| l.dot(i, m, ty, Dot::HighBytes)),
];

/// The comparisons, and the types for which each name exists.
const COMPARISONS: [(&str, (CompareOp, Accepts)); 18] = [
    ("eq", (CompareOp::Eq, |_| true)),
    ("ne", (CompareOp::Ne, |_| true)),
    ("lt", (CompareOp::Lt, |_| true)),
    ("le", (CompareOp::Le, |_| true)),
    ("gt", (CompareOp::Gt, |_| true)),
    ("ge", (CompareOp::Ge, |_| true)),
    ("lo", (CompareOp::Lt, unsigned)),
    ("ls", (CompareOp::Le, unsigned)),
    ("hi", (CompareOp::Gt, unsigned)),
    ("hs", (CompareOp::Ge, unsigned)),
    ("equ", (CompareOp::Equ, |_| true)),
    ("neu", (CompareOp::Neu, |_| true)),
    ("ltu", (CompareOp::Ltu, |_| true)),
    ("leu", (CompareOp::Leu, |_| true)),
    ("gtu", (CompareOp::Gtu, |_| true)),
    ("geu", (CompareOp::Geu, |_| true)),
    ("num", (CompareOp::Num, |_| true)),
    ("nan", (CompareOp::Nan, |_| true)),
];

/// The ways to combine the result of a comparison with another predicate.
const BOOL_OPS: [(&str, BoolOp); 3] = [("and", BoolOp::And), ("or", BoolOp::Or), ("xor", BoolOp::Xor)];

/// Two halves to a register.
fn is_pair(ty: Type) -> bool {
    matches!(ty, Type::F16x2 | Type::Bf16x2)
}

fn is_single(ty: Type) -> bool {
    !is_pair(ty)
}

fn unsigned(ty: Type) -> bool {
    matches!(ty, U(_))
}

fn predicates(ty: Type) -> bool {
    ty == Type::Pred
}

fn words(ty: Type) -> bool {
    ty == B(32)
}

fn factors(ty: Type) -> bool {
    matches!(ty, U(32) | S(32))
}

fn selects(ty: Type) -> bool {
    matches!(ty.bits(), 16 | 32 | 64) && !matches!(ty, Type::F16x2 | Type::Bf16x2)
}

/// The common parts of `setp` and `set`.
struct Test {
    f: Compare,
    a: Slot,
    b: Slot,
    combine: BoolOp,
    with: Pred,
}

/// The same of pairs of halves.
struct TestOfHalves {
    op: CompareOp,
    mode: HalfMode,
    a: Slot,
    b: Slot,
    combine: BoolOp,
    with: Pred,
}

impl Lowerer<'_> {
    fn comparison(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<Test> {
        let ftz = m.take("ftz");
        let found = m.take_named(&COMPARISONS).filter(|(_, accepts)| accepts(ty));
        let f = found.and_then(|(comparison, _)| alu::compare(comparison, ty, ftz)).ok_or_else(|| m.unknown())?;
        let combine = m.take_named(&BOOL_OPS);
        self.count(i, if combine.is_some() { &[4] } else { &[3] })?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let b = self.source(i.line, &i.operands[2], ty)?;
        let with = if combine.is_some() { self.predicate(i.line, &i.operands[3])? } else { ALWAYS };
        Ok(Test { f, a, b, combine: combine.unwrap_or(BoolOp::And), with })
    }

    fn compare(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<Operation> {
        let Test { f, a, b, combine, with } = self.comparison(i, m, ty)?;
        let (p, q) = match &i.operands[0] {
            PtxOperand::Pair(p, q) => (self.predicate_target(i.line, p)?, Some(self.predicate_target(i.line, q)?)),
            p => (self.predicate_target(i.line, p)?, None),
        };
        Ok(Operation::Compare { f, a, b, p, q, combine, with })
    }

    fn compare_to_number(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<Operation> {
        let one = match m.ty()? {
            U(32) | S(32) => 0xffff_ffff,
            Type::F32 => 0x3f80_0000,
            Type::F16 if ty == Type::F16 => 0x3c00,
            Type::Bf16 if ty == Type::Bf16 => 0x3f80,
            _ => return Err(m.unknown()),
        };
        let Test { f, a, b, combine, with } = self.comparison(i, m, ty)?;
        let d = self.target(i.line, &i.operands[0], if one < 0x1_0000 { 16 } else { 32 })?;
        Ok(Operation::Set { f, a, b, d, combine, with, one })
    }

    /// The common parts of `setp` and `set` of pairs.
    fn comparison_of_halves(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<TestOfHalves> {
        let bf16 = ty == Type::Bf16x2;
        let mode = HalfMode { bf16, ftz: !bf16 && m.take("ftz"), ..HalfMode::default() };
        let found = m.take_named(&COMPARISONS).filter(|(_, accepts)| accepts(ty));
        let Some((op, _)) = found else { return Err(m.unknown()) };
        let combine = m.take_named(&BOOL_OPS);
        self.count(i, if combine.is_some() { &[4] } else { &[3] })?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let b = self.source(i.line, &i.operands[2], ty)?;
        let with = if combine.is_some() { self.predicate(i.line, &i.operands[3])? } else { ALWAYS };
        Ok(TestOfHalves { op, mode, a, b, combine: combine.unwrap_or(BoolOp::And), with })
    }

    fn compare_halves(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<Operation> {
        let TestOfHalves { op, mode, a, b, combine, with } = self.comparison_of_halves(i, m, ty)?;
        let PtxOperand::Pair(p, q) = &i.operands[0] else {
            return Err(m.error("it has two results, as in `%p1|%p2`"));
        };
        let (p, q) = (self.predicate_target(i.line, p)?, self.predicate_target(i.line, q)?);
        Ok(Operation::CompareHalves { op, mode, a, b, p, q, combine, with })
    }

    fn set_halves(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, ty: Type) -> Lower<Operation> {
        if m.ty()? != ty {
            return Err(m.unknown());
        }
        let TestOfHalves { op, mode, a, b, combine, with } = self.comparison_of_halves(i, m, ty)?;
        let d = self.target(i.line, &i.operands[0], 32)?;
        let one = if mode.bf16 { 0x3f80 } else { 0x3c00 };
        Ok(Operation::SetHalves { op, mode, a, b, d, combine, with, one })
    }

    fn test(&mut self, i: &PtxInstruction, m: &Modifiers<'_>, ty: Type, class: FloatClass) -> Lower<Operation> {
        let f = alu::test_float(class, ty).ok_or_else(|| m.unknown())?;
        let p = self.predicate_target(i.line, &i.operands[0])?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        Ok(Operation::Compare { f, a, b: a, p, q: None, combine: BoolOp::And, with: ALWAYS })
    }

    fn select(&mut self, i: &PtxInstruction, ty: Type) -> Lower<Operation> {
        let d = self.target(i.line, &i.operands[0], ty.bits())?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let b = self.source(i.line, &i.operands[2], ty)?;
        let p = self.predicate(i.line, &i.operands[3])?;
        Ok(Operation::Select { d, a, b, p })
    }

    /// `slct`: `a` where `c` is not negative.
    fn select_by_sign(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, by: Type) -> Lower<Operation> {
        let ty = m.ty()?;
        if !selects(ty) {
            return Err(m.unknown());
        }
        let f = alu::choose(by, m.take("ftz")).ok_or_else(|| m.unknown())?;
        let d = self.target(i.line, &i.operands[0], ty.bits())?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let b = self.source(i.line, &i.operands[2], ty)?;
        let c = self.source(i.line, &i.operands[3], by)?;
        Ok(Operation::Three { f, d, a, b, c })
    }

    fn predicate_logic(&mut self, i: &PtxInstruction, op: BoolOp) -> Lower<Operation> {
        let d = self.predicate_target(i.line, &i.operands[0])?;
        let a = self.predicate(i.line, &i.operands[1])?;
        let b = self.predicate(i.line, &i.operands[2])?;
        Ok(Operation::Predicate { op, d, a, b })
    }

    fn predicate_not(&mut self, i: &PtxInstruction) -> Lower<Operation> {
        let d = self.predicate_target(i.line, &i.operands[0])?;
        let mut a = self.predicate(i.line, &i.operands[1])?;
        a.flip = !a.flip;
        Ok(Operation::Predicate { op: BoolOp::And, d, a, b: ALWAYS })
    }

    /// `lop3.or.b32 d|p, a, b, c, table, q`
    fn lop3_predicate(&mut self, i: &PtxInstruction, m: &Modifiers<'_>, ty: Type, op: BoolOp) -> Lower<Operation> {
        let f = alu::integer::logic3(ty).ok_or_else(|| m.unknown())?;
        let PtxOperand::Pair(d, p) = &i.operands[0] else { return Err(m.error("it writes `d|p`")) };
        let d = self.target(i.line, d, 32)?;
        let p = self.predicate_target(i.line, p)?;
        let mut inputs = [0; 4];
        for (slot, operand) in inputs.iter_mut().zip(&i.operands[1..5]) {
            *slot = self.source(i.line, operand, ty)?;
        }
        let with = self.predicate(i.line, &i.operands[5])?;
        Ok(Operation::Lop3Predicate { f, d, inputs, p, op, with })
    }

    fn dot(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>, b_type: Type, dot: Dot) -> Lower<Operation> {
        let a_type = m.ty()?;
        if !factors(a_type) {
            return Err(m.unknown());
        }
        let f = alu::integer::dot_product(dot, a_type.signed(), b_type.signed());
        let d = self.target(i.line, &i.operands[0], 32)?;
        let a = self.source(i.line, &i.operands[1], a_type)?;
        let b = self.source(i.line, &i.operands[2], b_type)?;
        let c = self.source(i.line, &i.operands[3], U(32))?;
        Ok(Operation::Three { f, d, a, b, c })
    }
}
