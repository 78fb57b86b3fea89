//! f32.

use super::comparison::{combine, compare_op};
use super::context::{DecodeContext, Decoder, OpcodeRow, both, row};
use super::parts::Parts;
use super::surroundings::Decode;
use crate::operand::SassOperand;
use smem_sim::alu::words::float as alu;
use smem_sim::alu::{FloatMode, compare, float, fused_multiply_add, half};
use smem_sim::isa::sass::{LongSource, SassOp};
use smem_sim::isa::{Rounding, Type};
use smem_sim::lanes::{Lanes1, LanesFunction};

pub(super) const ROWS: &[OpcodeRow] = &[
    both("FADD", "UFADD", fadd),
    both("FMUL", "UFMUL", fmul),
    both("FFMA", "UFFMA", ffma),
    row("FADD2", |context, parts| of_pair(context, parts, fadd)),
    row("FMUL2", |context, parts| of_pair(context, parts, fmul)),
    row("FFMA2", |context, parts| of_pair(context, parts, ffma)),
    both("FMNMX", "UFMNMX", fmnmx),
    row("FMNMX3", fmnmx3),
    both("FSETP", "UFSETP", fsetp),
    both("FSET", "UFSET", fset),
    both("FSEL", "UFSEL", fsel),
    row("FCHK", fchk),
    row("MUFU", mufu),
];

pub(super) const ROUNDINGS: [(&str, Rounding); 4] =
    [("RN", Rounding::Nearest), ("RZ", Rounding::Zero), ("RM", Rounding::Down), ("RP", Rounding::Up)];

pub(super) fn mode(parts: &mut Parts<'_>) -> FloatMode {
    let rounding = parts.take_named(&ROUNDINGS).unwrap_or(Rounding::Nearest);
    FloatMode { rounding, ftz: parts.take("FTZ"), sat: parts.take("SAT") }
}

fn fadd(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let f = alu::sum(mode(parts));
    let d = context.result(parts, 1)?;
    Ok(SassOp::Two { f, d, a: context.float(parts)?, b: context.float(parts)? })
}

fn fmul(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    // Assemblers make it of a product and a product with a power of two.
    let scale = parts.take_named(&[("D2", 0.5), ("D4", 0.25), ("D8", 0.125), ("M2", 2.0), ("M4", 4.0), ("M8", 8.0)]);
    let mode = mode(parts);
    let d = context.result(parts, 1)?;
    let (a, b) = (context.float(parts)?, context.float(parts)?);
    Ok(match scale {
        Some(scale) => SassOp::Three { f: alu::scaled_product(mode), d, a, b, c: context.bits(f32::to_bits(scale)) },
        None => SassOp::Two { f: alu::product(mode), d, a, b },
    })
}

fn ffma(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let mode = mode(parts);
    let d = context.result(parts, 1)?;
    let [a, b, c] = [context.float(parts)?, context.float(parts)?, context.float(parts)?];
    if mode.is_plain() {
        return Ok(SassOp::FusedMultiplyAdd { d, sources: [a, b, c] });
    }
    Ok(SassOp::Three { f: fused_multiply_add(mode), d, a, b, c })
}

fn fmnmx(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let (nan, ftz) = (parts.take("NAN"), parts.take("FTZ"));
    let d = context.result(parts, 1)?;
    let (a, b) = (context.float(parts)?, context.float(parts)?);
    Ok(SassOp::Two { f: alu::choose(context.smaller(parts)?, nan, ftz), d, a, b })
}

/// The smallest or the largest of three.
fn fmnmx3(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let (nan, ftz) = (parts.take("NAN"), parts.take("FTZ"));
    let d = context.result(parts, 1)?;
    let (a, b, c) = (context.float(parts)?, context.float(parts)?, context.float(parts)?);
    Ok(SassOp::Three { f: alu::choose3(context.smaller(parts)?, nan, ftz), d, a, b, c })
}

/// The same operation on the lower and on the upper register of pairs, all of which are whole.
fn of_pair(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, decode: Decoder) -> Decode<SassOp> {
    let lower = parts.registers_of_pairs(0)?;
    let mut upper = parts.registers_of_pairs(1)?;
    *parts = lower;
    let lower = decode(context, parts)?;
    Ok(SassOp::OfPair(Box::new([lower, decode(context, &mut upper)?])))
}

fn fsetp(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let op = compare_op(parts)?;
    let Some(f) = compare(op, Type::F32, parts.take("FTZ")) else { return Err(parts.unknown()) };
    let combine = combine(parts)?;
    let (p, q) = (context.result_predicate(parts)?, context.result_predicate(parts)?);
    let (a, b) = (context.float(parts)?, context.float(parts)?);
    let with = context.predicate(parts)?;
    Ok(SassOp::Compare { f, a, b, p, q, combine, with, lower: None })
}

fn fset(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let one = if parts.take("BF") { 0x3f80_0000 } else { u32::MAX };
    let op = compare_op(parts)?;
    let Some(f) = compare(op, Type::F32, parts.take("FTZ")) else { return Err(parts.unknown()) };
    let combine = combine(parts)?;
    let d = context.result(parts, 1)?;
    let (a, b) = (context.float(parts)?, context.float(parts)?);
    Ok(SassOp::Set { f, a, b, d, combine, with: context.predicate(parts)?, one })
}

fn fsel(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let d = context.result(parts, 1)?;
    Ok(SassOp::Select { d, a: context.float(parts)?, b: context.float(parts)?, p: context.predicate(parts)? })
}

fn fchk(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    parts.ignore(&["DIVIDE"]);
    let p = context.result_predicate(parts)?;
    Ok(SassOp::DivisionCheck { p, a: context.float(parts)?, b: context.float(parts)? })
}

/// The functions of the special unit, in the host's precision: closer to the true value than a GPU's, and not equal to its bits.
/// They read and write subnormal numbers as zeros: compilers scale their operands.
fn mufu(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let single = FloatMode { rounding: Rounding::Nearest, ftz: true, sat: false };
    let whole = FloatMode { ftz: false, ..single };
    // Of an f64, the upper half in and out.
    let upper = [("RCP64H", float::rcp_upper(Type::F64, whole)), ("RSQ64H", float::rsqrt_upper(Type::F64, whole))];
    if let Some(Some(f)) = parts.take_named(&upper) {
        let d = context.result(parts, 1)?;
        let a = context.upper_half(parts)?;
        return Ok(SassOp::LongUpper { f: LanesFunction::One(f), d, a });
    }
    let bf16 = parts.take("BF16");
    if bf16 || parts.take("F16") {
        return mufu_of_half(context, parts, bf16);
    }
    let functions = [
        ("RCP", float::rcp(Type::F32, single)),
        ("RSQ", float::rsqrt(Type::F32, single)),
        ("SQRT", float::sqrt(Type::F32, single)),
        ("EX2", float::exp2(Type::F32, single)),
        ("LG2", float::log2(Type::F32, single)),
        ("SIN", Some(float::SINE_OF_TURNS)),
        ("COS", Some(float::COSINE_OF_TURNS)),
        ("TANH", float::tanh(Type::F32, single)),
    ];
    let Some(Some(f)) = parts.take_named(&functions) else { return Err(parts.unknown()) };
    let d = context.result(parts, 1)?;
    let source = context.float(parts)?;
    let a = LongSource { slot: source.slot, pair: false, and: source.and.into(), xor: source.xor.into() };
    Ok(SassOp::Long {
        f: LanesFunction::One(f),
        d,
        pair: false,
        sources: [a, LongSource::NOTHING, LongSource::NOTHING],
    })
}

/// A function of a number of 16 bits: of a bf16 or an f16, in the upper or the lower half of a register.
type OfHalf = fn(bool, bool) -> Lanes1;

/// A function of a number of 16 bits, in either half of a register.
fn mufu_of_half(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, bf16: bool) -> Decode<SassOp> {
    let functions: [(&str, OfHalf); 2] = [("TANH", half::tanh_of_half), ("EX2", half::exp2_of_half)];
    let Some(function) = parts.take_named(&functions) else { return Err(parts.unknown()) };
    let d = context.result(parts, 1)?;
    let part = match parts.peek() {
        Some(SassOperand::Register(register, _)) => register.part,
        _ => "",
    };
    let upper = matches!(part, "H1" | "H1_H1");
    if upper || matches!(part, "H0" | "H0_H0") {
        parts.drop_part();
    }
    let is_number = matches!(parts.peek(), Some(SassOperand::Float(_)));
    let source = if is_number { context.half_number(parts, bf16)? } else { context.source(parts)? };
    let a = LongSource { slot: source.slot, pair: false, and: source.and.into(), xor: source.xor.into() };
    let f = LanesFunction::One(function(bf16, upper));
    Ok(SassOp::Long { f, d, pair: false, sources: [a, LongSource::NOTHING, LongSource::NOTHING] })
}
