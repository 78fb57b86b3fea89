//! Arithmetic, logic, comparisons and selections.

use super::modifiers::Modifiers;
use super::{ALWAYS, Lower, Lowerer};
use crate::alu::{
    FloatMode, Part, Rounding, compare, dot_product, float1, float2, float3, half1, half2, half3, integer1, integer2,
    integer3, integer4, multiply, multiply_add,
};
use crate::isa::Type;
use crate::isa::{BoolOp, Op};
use crate::parse::syntax::{Instruction, Operand};
use Type::{B, S, U};

fn is_float(ty: Type) -> bool {
    matches!(ty, Type::F32 | Type::F64)
}

fn is_half(ty: Type) -> bool {
    matches!(ty, Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2)
}

pub(super) fn bool_op(m: &mut Modifiers<'_>) -> Option<BoolOp> {
    m.take_one(&["and", "or", "xor"]).map(|op| match op {
        "and" => BoolOp::And,
        "or" => BoolOp::Or,
        _ => BoolOp::Xor,
    })
}

const COMPARISONS: [&str; 18] = [
    "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan",
];

/// Instructions with one type, registers in and one register out.
const PLAIN: [&str; 42] = [
    "popc", "clz", "bfind", "neg", "abs", "not", "cnot", "brev", "sqrt", "rcp", "rsqrt", "ex2", "lg2", "sin", "cos",
    "tanh", "shl", "shr", "bmsk", "szext", "add", "sub", "div", "rem", "min", "max", "and", "or", "xor", "mul24",
    "copysign", "mul", "mad", "mad24", "fma", "sad", "bfe", "shf", "fns", "bfi", "prmt", "lop3",
];

impl<'a> Lowerer<'a> {
    pub(super) fn arithmetic(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        match m.base() {
            "setp" | "set" => return self.compare(i, m),
            "selp" => return self.select(i, m),
            "slct" => return self.choose(i, m),
            "and" | "or" | "xor" | "not" if m.take("pred") => return self.predicate_logic(i, m),
            "lop3" if m.take("and") => return self.lop3_predicate(i, m, BoolOp::And),
            "lop3" if m.take("or") => return self.lop3_predicate(i, m, BoolOp::Or),
            "addc" | "subc" | "madc" => return self.carry(i, m),
            "add" | "sub" | "mad" if m.take("cc") => return self.carry_out(i, m),
            "dp4a" | "dp2a" => return self.dot(i, m),
            "testp" => return self.test(i, m),
            _ => {}
        }
        if !PLAIN.contains(&m.base()) {
            return Err(m.unknown());
        }
        // The mode of `prmt` stands after its type.
        let modes = ["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"];
        let base = m.base();
        let mode = if base == "prmt" { m.take_one(&modes) } else { None };
        let ty = m.ty()?;
        let line = i.line;
        // Width of the result and of each source, where they are not all the type's.
        let word = B(32);
        let (result, inputs): (Type, Vec<Type>) = match base {
            "popc" | "clz" => (word, vec![ty]),
            "bfind" => (word, vec![ty]),
            "neg" | "abs" | "not" | "cnot" | "brev" | "sqrt" | "rcp" | "rsqrt" | "ex2" | "lg2" | "sin" | "cos"
            | "tanh" => (ty, vec![ty]),
            "shl" | "shr" => (ty, vec![ty, word]),
            "bmsk" | "szext" => (ty, vec![ty, word]),
            "add" | "sub" | "div" | "rem" | "min" | "max" | "and" | "or" | "xor" | "mul24" | "copysign" => {
                (ty, vec![ty, ty])
            }
            "mul" | "mad" => {
                let wide = m.take("wide");
                let result = match (wide, ty) {
                    (false, ty) => ty,
                    (true, U(n @ (16 | 32))) => U(n * 2),
                    (true, S(n @ (16 | 32))) => S(n * 2),
                    _ => return Err(m.unknown()),
                };
                if wide {
                    return self.product(i, m, ty, Part::Wide, result);
                }
                if !is_float(ty) && !is_half(ty) {
                    let part = part(m)?;
                    return self.product(i, m, ty, part, result);
                }
                (ty, if base == "mul" { vec![ty, ty] } else { vec![ty, ty, ty] })
            }
            "mad24" => {
                let part = part(m)?;
                return self.product(i, m, ty, part, ty);
            }
            "fma" | "sad" => (ty, vec![ty, ty, ty]),
            "bfe" => (ty, vec![ty, word, word]),
            "shf" | "fns" => (ty, vec![word, word, word]),
            "bfi" => (ty, vec![ty, ty, word, word]),
            "prmt" => (ty, vec![word, word, word]),
            "lop3" => (ty, vec![word, word, word, word]),
            _ => return Err(m.unknown()),
        };
        if base == "mul24" {
            let part = part(m)?;
            return self.product(i, m, ty, part, ty);
        }
        self.count(i, &[1 + inputs.len()])?;
        let d = self.target(line, &i.operands[0], result.bits())?;
        let mut slots = Vec::with_capacity(inputs.len() + 1);
        for (operand, &ty) in i.operands[1..].iter().zip(&inputs) {
            slots.push(self.source(line, operand, ty)?);
        }
        let function = match base {
            "prmt" => {
                let mode = mode.and_then(|mode| modes.iter().position(|&n| n == mode));
                slots.push(self.bits(mode.map_or(0, |n| n as u64 + 1)));
                "prmt".to_owned()
            }
            "lop3" => {
                if !matches!(i.operands[4], Operand::Int(0..=255)) {
                    return Err(m.error("its table is a number from 0 to 255"));
                }
                "lop3".to_owned()
            }
            "bfind" if m.take("shiftamt") => "bfind.shiftamt".to_owned(),
            "shf" => {
                let direction = m.take_one(&["l", "r"]).ok_or_else(|| m.unknown())?;
                let mode = m.take_one(&["wrap", "clamp"]).ok_or_else(|| m.unknown())?;
                format!("shf.{direction}.{mode}")
            }
            "bmsk" | "szext" => {
                format!("{base}.{}", m.take_one(&["wrap", "clamp"]).ok_or_else(|| m.unknown())?)
            }
            _ => base.to_owned(),
        };
        if is_float(ty) {
            return self.floating(m, &function, ty, d, &slots);
        }
        if is_half(ty) {
            m.take("rn");
            return match slots[..] {
                [a] => half1(&function, ty).map(|f| Op::One { f, d, a }),
                [a, b] => half2(&function, ty).map(|f| Op::Two { f, d, a, b }),
                [a, b, c] => half3(&function, ty).map(|f| Op::Three { f, d, a, b, c }),
                _ => None,
            }
            .ok_or_else(|| m.unknown());
        }
        let function =
            if matches!(base, "add" | "sub") && m.take("sat") { format!("{function}.sat") } else { function };
        match slots[..] {
            [a] => integer1(&function, ty).map(|f| Op::One { f, d, a }),
            [a, b] => integer2(&function, ty).map(|f| Op::Two { f, d, a, b }),
            [a, b, c] => integer3(&function, ty).map(|f| Op::Three { f, d, a, b, c }),
            [a, b, c, e] => integer4(&function, ty).map(|f| Op::Four { f, d, inputs: [a, b, c, e] }),
            _ => None,
        }
        .ok_or_else(|| m.unknown())
    }

    fn floating(&mut self, m: &mut Modifiers<'_>, base: &str, ty: Type, d: u32, slots: &[u32]) -> Lower<Op> {
        let rounding = rounding(m);
        let mut mode =
            FloatMode { rounding: rounding.unwrap_or(Rounding::Nearest), ftz: m.take("ftz"), sat: m.take("sat") };
        let approximate = m.take("approx");
        let full = m.take("full");
        let may_approximate = match base {
            "div" => ty == Type::F32,
            "rcp" | "sqrt" | "rsqrt" | "ex2" | "lg2" | "sin" | "cos" | "tanh" => true,
            _ => false,
        };
        let needs_approximate = matches!(base, "rsqrt" | "ex2" | "lg2" | "sin" | "cos" | "tanh");
        let rounds = matches!(base, "add" | "sub" | "mul" | "div" | "fma" | "mad" | "sqrt" | "rcp");
        let needs_rounding = matches!(base, "fma" | "div" | "sqrt" | "rcp" | "mad") && !approximate && !full;
        let saturates = matches!(base, "add" | "sub" | "mul" | "fma" | "mad");
        if approximate && !may_approximate
            || full && (base != "div" || ty != Type::F32)
            || needs_approximate && !approximate
            || rounding.is_some() && (!rounds || approximate || full)
            || needs_rounding && rounding.is_none()
            || mode.sat && !saturates
        {
            return Err(m.unknown());
        }
        let mut name = base.to_owned();
        if ty == Type::F64 && approximate && matches!(base, "rcp" | "rsqrt") {
            // With `.ftz` only the upper half of the result is computed; without, there is no `rcp`.
            match (base, mode.ftz) {
                (_, true) => name.push_str(".approx"),
                ("rsqrt", false) => {}
                _ => return Err(m.unknown()),
            }
            mode.ftz = false;
        } else if ty == Type::F64 && (mode.ftz || mode.sat || approximate) {
            return Err(m.unknown());
        }
        if matches!(base, "min" | "max") && m.take("NaN") {
            name.push_str(".NaN");
        }
        if base == "mad" {
            name = "fma".to_owned();
        }
        match *slots {
            [a] => float1(&name, ty, mode).map(|f| Op::One { f, d, a }),
            [a, b] => float2(&name, ty, mode).map(|f| Op::Two { f, d, a, b }),
            [a, b, c] => float3(&name, ty, mode).map(|f| Op::Three { f, d, a, b, c }),
            _ => None,
        }
        .ok_or_else(|| m.unknown())
    }

    fn product(&mut self, i: &Instruction, m: &mut Modifiers<'_>, ty: Type, part: Part, result: Type) -> Lower<Op> {
        let adds = m.base().starts_with("mad");
        self.count(i, &[if adds { 4 } else { 3 }])?;
        let d = self.target(i.line, &i.operands[0], result.bits())?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let b = self.source(i.line, &i.operands[2], ty)?;
        if !adds {
            let f = multiply(m.base(), part, ty).ok_or_else(|| m.unknown())?;
            return Ok(Op::Two { f, d, a, b });
        }
        let c = self.source(i.line, &i.operands[3], result)?;
        let name = if m.take("sat") { "mad.sat" } else { m.base() };
        let f = multiply_add(name, part, ty).ok_or_else(|| m.unknown())?;
        Ok(Op::Three { f, d, a, b, c })
    }

    fn compare(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        let line = i.line;
        let ty = m.ty()?;
        let ftz = m.take("ftz");
        let result = if m.base() == "set" { Some(m.ty()?) } else { None };
        let test = m.take_one(&COMPARISONS).ok_or_else(|| m.unknown())?;
        let combine = bool_op(m);
        self.count(i, &[if combine.is_some() { 4 } else { 3 }])?;
        let f = compare(test, ty, ftz).ok_or_else(|| m.unknown())?;
        let a = self.source(line, &i.operands[1], ty)?;
        let b = self.source(line, &i.operands[2], ty)?;
        let with = if combine.is_some() { self.predicate(line, &i.operands[3])? } else { ALWAYS };
        let combine = combine.unwrap_or(BoolOp::And);
        if let Some(result) = result {
            let one = match result {
                U(32) | S(32) => 0xffff_ffff,
                Type::F32 => 0x3f80_0000,
                _ => return Err(m.unknown()),
            };
            let d = self.target(line, &i.operands[0], 32)?;
            return Ok(Op::Set { f, a, b, d, combine, with, one });
        }
        let (p, q) = match &i.operands[0] {
            Operand::Pair(p, q) => (self.predicate_target(line, p)?, Some(self.predicate_target(line, q)?)),
            p => (self.predicate_target(line, p)?, None),
        };
        Ok(Op::Compare { f, a, b, p, q, combine, with })
    }

    fn select(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        self.count(i, &[4])?;
        let ty = m.ty()?;
        if !matches!(ty.bits(), 16 | 32 | 64) || matches!(ty, Type::F16x2 | Type::Bf16x2) {
            return Err(m.unknown());
        }
        let d = self.target(i.line, &i.operands[0], ty.bits())?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let b = self.source(i.line, &i.operands[2], ty)?;
        let p = self.predicate(i.line, &i.operands[3])?;
        Ok(Op::Select { d, a, b, p })
    }

    /// `slct`: `a` where `c` is not negative.
    fn choose(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        self.count(i, &[4])?;
        let (by, ty) = (m.ty()?, m.ty()?);
        if !matches!(ty.bits(), 16 | 32 | 64) || matches!(ty, Type::F16x2 | Type::Bf16x2) {
            return Err(m.unknown());
        }
        let f = crate::alu::choose(by, m.take("ftz")).ok_or_else(|| m.unknown())?;
        let d = self.target(i.line, &i.operands[0], ty.bits())?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        let b = self.source(i.line, &i.operands[2], ty)?;
        let c = self.source(i.line, &i.operands[3], by)?;
        Ok(Op::Three { f, d, a, b, c })
    }

    fn predicate_logic(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        let inverts = m.base() == "not";
        self.count(i, &[if inverts { 2 } else { 3 }])?;
        let d = self.predicate_target(i.line, &i.operands[0])?;
        let mut a = self.predicate(i.line, &i.operands[1])?;
        if inverts {
            a.flip = !a.flip;
            return Ok(Op::Predicate { op: BoolOp::And, d, a, b: ALWAYS });
        }
        let b = self.predicate(i.line, &i.operands[2])?;
        let op = match m.base() {
            "and" => BoolOp::And,
            "or" => BoolOp::Or,
            _ => BoolOp::Xor,
        };
        Ok(Op::Predicate { op, d, a, b })
    }

    /// `lop3.or.b32 d|p, a, b, c, table, q`
    fn lop3_predicate(&mut self, i: &Instruction, m: &mut Modifiers<'_>, op: BoolOp) -> Lower<Op> {
        self.count(i, &[6])?;
        let ty = m.ty()?;
        let f = integer4("lop3", ty).ok_or_else(|| m.unknown())?;
        let Operand::Pair(d, p) = &i.operands[0] else { return Err(m.error("it writes `d|p`")) };
        let d = self.target(i.line, d, 32)?;
        let p = self.predicate_target(i.line, p)?;
        let mut inputs = [0; 4];
        for (slot, operand) in inputs.iter_mut().zip(&i.operands[1..5]) {
            *slot = self.source(i.line, operand, ty)?;
        }
        let with = self.predicate(i.line, &i.operands[5])?;
        Ok(Op::Lop3Predicate { f, d, inputs, p, op, with })
    }

    fn dot(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        self.count(i, &[4])?;
        let name = match (m.base(), m.take_one(&["lo", "hi"])) {
            ("dp4a", None) => "dp4a",
            ("dp2a", Some("lo")) => "dp2a.lo",
            ("dp2a", Some("hi")) => "dp2a.hi",
            _ => return Err(m.unknown()),
        };
        let (b_type, a_type) = (m.ty()?, m.ty()?);
        if !matches!((a_type, b_type), (U(32) | S(32), U(32) | S(32))) {
            return Err(m.unknown());
        }
        let f = dot_product(name, a_type.signed(), b_type.signed()).ok_or_else(|| m.unknown())?;
        let d = self.target(i.line, &i.operands[0], 32)?;
        let a = self.source(i.line, &i.operands[1], a_type)?;
        let b = self.source(i.line, &i.operands[2], b_type)?;
        let c = self.source(i.line, &i.operands[3], U(32))?;
        Ok(Op::Three { f, d, a, b, c })
    }

    fn test(&mut self, i: &Instruction, m: &mut Modifiers<'_>) -> Lower<Op> {
        self.count(i, &[2])?;
        let ty = m.ty()?;
        let what = m.take_one(&["finite", "infinite", "number", "notanumber", "normal", "subnormal"]);
        let f = crate::alu::test_float(what.unwrap_or(""), ty).ok_or_else(|| m.unknown())?;
        let p = self.predicate_target(i.line, &i.operands[0])?;
        let a = self.source(i.line, &i.operands[1], ty)?;
        Ok(Op::Compare { f, a, b: a, p, q: None, combine: BoolOp::And, with: ALWAYS })
    }
}

fn part(m: &mut Modifiers<'_>) -> Lower<Part> {
    match m.take_one(&["lo", "hi"]) {
        Some("lo") => Ok(Part::Low),
        Some(_) => Ok(Part::High),
        None => Err(m.unknown()),
    }
}

pub(super) fn rounding(m: &mut Modifiers<'_>) -> Option<Rounding> {
    m.take_one(&["rn", "rz", "rm", "rp"]).map(|r| match r {
        "rn" => Rounding::Nearest,
        "rz" => Rounding::Zero,
        "rm" => Rounding::Down,
        _ => Rounding::Up,
    })
}
