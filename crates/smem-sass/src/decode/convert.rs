//! Conversions between integers and floating point.

use super::context::{DecodeContext, OpcodeRow, both, row};
use super::float::ROUNDINGS;
use super::parts::Parts;
use super::surroundings::Decode;
use crate::operand::SassOperand;
use smem_sim::alu::integer::pack_bytes;
use smem_sim::alu::{float8_to_halves, halves_to_float8, pack_float8, pack_halves, to_tf32};
use smem_sim::isa::sass::{LongSource, SassOp, Source};
use smem_sim::isa::{Conversion, Float8, Rounding, Tf32Rounding, Type};
use smem_sim::lanes::LanesFunction;

pub(super) const ROWS: &[OpcodeRow] = &[
    both("I2F", "UI2F", i2f),
    both("I2FP", "UI2FP", i2f),
    both("F2I", "UF2I", f2i),
    both("F2F", "UF2F", f2f),
    both("F2FP", "UF2FP", f2fp),
    both("FRND", "UFRND", frnd),
    row("I2I", i2i),
    row("I2IP", pack_integers),
];

const INTEGERS: [(&str, Type); 8] = [
    ("U8", Type::U(8)),
    ("S8", Type::S(8)),
    ("U16", Type::U(16)),
    ("S16", Type::S(16)),
    ("U32", Type::U(32)),
    ("S32", Type::S(32)),
    ("U64", Type::U(64)),
    ("S64", Type::S(64)),
];
const FLOATS: [(&str, Type); 4] = [("F16", Type::F16), ("BF16", Type::Bf16), ("F32", Type::F32), ("F64", Type::F64)];
const TO_INTEGER: [(&str, Rounding); 3] =
    [("TRUNC", Rounding::Zero), ("FLOOR", Rounding::Down), ("CEIL", Rounding::Up)];

const NOTHING: Conversion = Conversion { float: None, integral: None, ftz: false, sat: false };

/// A source of this type, and the bits below it.
fn source(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, ty: Type) -> Decode<(LongSource, u32)> {
    let float = matches!(ty, Type::F32 | Type::F64 | Type::F16 | Type::Bf16);
    if ty == Type::F64 {
        return Ok((context.double(parts)?, 0));
    }
    if ty.bits() == 64 {
        return Ok((context.long(parts, true)?, 0));
    }
    if matches!(ty, Type::F16 | Type::Bf16) && matches!(parts.peek(), Some(SassOperand::Float(_))) {
        return Ok((long(context.half_number(parts, ty == Type::Bf16)?), 0));
    }
    let (part, shift) = match parts.peek() {
        Some(SassOperand::Register(register, _)) => match (register.part, ty.bits()) {
            ("", _) => ("", 0),
            ("H0_H0" | "H0", 16) => (register.part, 0),
            ("H1_H1" | "H1", 16) => (register.part, 16),
            ("B0", 8 | 16) => (register.part, 0),
            ("B1", 8) => (register.part, 8),
            ("B2", 8) => (register.part, 16),
            ("B3", 8) => (register.part, 24),
            (other, _) => return Err(parts.error(&format!("unknown part `.{other}` of an operand"))),
        },
        _ => ("", 0),
    };
    if !part.is_empty() {
        parts.drop_part();
    }
    let source = if float && ty == Type::F32 { context.float(parts)? } else { context.source(parts)? };
    Ok((long(source), shift))
}

fn convert(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    to: Type,
    from: Type,
    how: Conversion,
) -> Decode<SassOp> {
    // The result for a NaN: zero where the instruction says so.
    let nan = if parts.take("NTZ") { 0 } else { 1 << (to.bits().max(32) - 1) };
    let d = context.result(parts, if to.bits() == 64 { 2 } else { 1 })?;
    let (a, shift) = source(context, parts, from)?;
    Ok(SassOp::Convert { to, from, how, nan, d, a, shift })
}

fn i2f(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let to = parts.take_named(&FLOATS).unwrap_or(Type::F32);
    let from = parts.take_named(&INTEGERS).unwrap_or(Type::S(32));
    let float = Some(parts.take_named(&ROUNDINGS).unwrap_or(Rounding::Nearest));
    convert(context, parts, to, from, Conversion { float, ..NOTHING })
}

/// The type of the result comes first.
fn i2i(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let (Some(to), Some(from)) = (parts.first_of(&INTEGERS), parts.first_of(&INTEGERS)) else {
        return Err(parts.unknown());
    };
    let sat = parts.take("SAT");
    convert(context, parts, to, from, Conversion { sat, ..NOTHING })
}

fn f2i(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let to = parts.take_named(&INTEGERS).unwrap_or(Type::S(32));
    let from = parts.take_named(&FLOATS).unwrap_or(Type::F32);
    let integral = Some(parts.take_named(&TO_INTEGER).unwrap_or(Rounding::Nearest));
    let ftz = parts.take("FTZ");
    convert(context, parts, to, from, Conversion { integral, ftz, ..NOTHING })
}

fn f2f(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    // The result's type comes first.
    let mut types = [Type::F32; 2];
    for ty in &mut types {
        let name = parts.first_of(&FLOATS);
        match name {
            Some(found) => *ty = found,
            None => return Err(parts.unknown()),
        }
    }
    let [to, from] = types;
    let float = Some(parts.take_named(&ROUNDINGS).unwrap_or(Rounding::Nearest));
    let (ftz, sat) = (parts.take("FTZ"), parts.take("SAT"));
    convert(context, parts, to, from, Conversion { float, ftz, sat, ..NOTHING })
}

const FLOATS8: [(&str, Float8); 2] = [("E4M3", Float8::E4M3), ("E5M2", Float8::E5M2)];

fn f2fp(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if let Some(format) = parts.take_named(&FLOATS8) {
        return float8(context, parts, format);
    }
    if parts.take("TF32") {
        return tf32(context, parts);
    }
    let types = [("F16", Type::F16x2), ("BF16", Type::Bf16x2)];
    let to = parts.take_named(&types).unwrap_or(Type::F16x2);
    if !parts.take("PACK_AB") {
        return Err(parts.unknown());
    }
    // The type of the sources, which older architectures do not say.
    parts.ignore(&["F32"]);
    let rounding = parts.take_named(&ROUNDINGS).unwrap_or(Rounding::Nearest);
    let relu = parts.take("RELU");
    let Some(f) = pack_halves(to, rounding, relu) else { return Err(parts.unknown()) };
    let d = context.result(parts, 1)?;
    let mut sources = [LongSource::NOTHING; 3];
    for long in &mut sources[..2] {
        *long = source(context, parts, Type::F32)?.0;
    }
    Ok(SassOp::Long { f: LanesFunction::Two(f), d, pair: false, sources })
}

/// An f32 as tf32.
fn tf32(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !(parts.take("F32") && parts.take("PACK_B")) {
        return Err(parts.unknown());
    }
    let rounding = if parts.take("RZ") { Tf32Rounding::Zero } else { Tf32Rounding::Nearest };
    let f = LanesFunction::One(to_tf32(rounding, parts.take("RELU")));
    let d = context.result(parts, 1)?;
    let a = long(context.float(parts)?);
    Ok(SassOp::Long { f, d, pair: false, sources: [a, LongSource::NOTHING, LongSource::NOTHING] })
}

/// Two numbers of 8 bits from f32 or from the halves of a register, or these from such. Where numbers of 8 bits are the result, the lower
/// half of the last operand goes to its upper half.
fn float8(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, format: Float8) -> Decode<SassOp> {
    let (relu, finite) = (parts.take("RELU"), parts.take("SATFINITE"));
    if parts.take("UNPACK_B") {
        if finite || !parts.take("F16") {
            return Err(parts.unknown());
        }
        let d = context.result(parts, 1)?;
        let upper = matches!(parts.peek(), Some(SassOperand::Register(register, _)) if register.part == "H1");
        if upper {
            parts.drop_part();
        }
        let a = long(packed(context, parts)?);
        let f = LanesFunction::One(float8_to_halves(format, relu, upper));
        return Ok(SassOp::Long { f, d, pair: false, sources: [a, LongSource::NOTHING, LongSource::NOTHING] });
    }
    let from_f32 = parts.take("F32") && parts.take("PACK_AB_MERGE_C");
    let from_halves = !from_f32 && parts.take("F16") && parts.take("UNPACK_B_MERGE_C");
    if !finite || !(from_f32 || from_halves) {
        return Err(parts.unknown());
    }
    let d = context.result(parts, 1)?;
    let a = long(if from_f32 { context.float(parts)? } else { packed(context, parts)? });
    let b = long(if from_f32 { context.float(parts)? } else { packed(context, parts)? });
    let (f, c) = match from_f32 {
        true => (LanesFunction::Three(pack_float8(format, relu)), long(context.source(parts)?)),
        false => (LanesFunction::Two(halves_to_float8(format, relu)), LongSource::NOTHING),
    };
    Ok(SassOp::Long { f, d, pair: false, sources: [a, b, c] })
}

/// Packed numbers of 16 or 8 bits. Those that the instruction itself holds are printed as the f32 of their bits.
fn packed(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<Source> {
    if matches!(parts.peek(), Some(SassOperand::Float(_))) { context.float(parts) } else { context.source(parts) }
}

/// Two integers as bytes, clamped to their range: the first above the second, and the lower half of the last operand above both.
fn pack_integers(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let signed = parts.take_named(&[("S8", true), ("U8", false)]);
    let (Some(signed), true, true) = (signed, parts.take("S32"), parts.take("SAT")) else {
        return Err(parts.unknown());
    };
    let d = context.result(parts, 1)?;
    let sources = [long(context.source(parts)?), long(context.source(parts)?), long(context.source(parts)?)];
    Ok(SassOp::Long { f: LanesFunction::Three(pack_bytes(signed)), d, pair: false, sources })
}

/// A register by itself.
fn long(source: Source) -> LongSource {
    LongSource { slot: source.slot, pair: false, and: source.and.into(), xor: source.xor.into() }
}

fn frnd(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let ty = parts.take_named(&FLOATS).unwrap_or(Type::F32);
    let integral = Some(parts.take_named(&TO_INTEGER).unwrap_or(Rounding::Nearest));
    let ftz = parts.take("FTZ");
    convert(context, parts, ty, ty, Conversion { integral, ftz, ..NOTHING })
}
