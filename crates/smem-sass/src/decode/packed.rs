//! Integers of 16 and 8 bits, two or four to a register.

use super::context::{DecodeContext, OpcodeRow, row};
use super::parts::Parts;
use super::registers::SignMeaning;
use super::surroundings::Decode;
use smem_sim::alu::words::packed as alu;
use smem_sim::isa::sass::{DISCARD_PRED, SassOp, Source, Words3};

pub(super) const ROWS: &[OpcodeRow] = &[row("VABSDIFF4", distances)];

/// How numbers lie in a register.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumberPacking {
    /// Four of 8 bits; else two of 16.
    bytes: bool,
    signed: bool,
}

/// The packing that the modifiers name, if they name one.
pub(super) fn packing(parts: &mut Parts<'_>) -> Option<NumberPacking> {
    let halves = |signed| NumberPacking { bytes: false, signed };
    let bytes = |signed| NumberPacking { bytes: true, signed };
    parts.take_named(&[
        ("16x2", halves(false)),
        ("U16x2", halves(false)),
        ("S16x2", halves(true)),
        ("U8x4", bytes(false)),
        ("S8x4", bytes(true)),
    ])
}

/// Sums, or differences where the second operand is negated.
pub(super) fn sum(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, packing: NumberPacking) -> Decode<SassOp> {
    let d = context.result(parts, 1)?;
    let a = context.source(parts)?;
    let b = context.term(parts, SignMeaning::Integer)?;
    let negative = b.plus == 1;
    let f = match (packing.bytes, negative) {
        (false, false) => alu::ADD_HALVES,
        (false, true) => alu::SUBTRACT_HALVES,
        (true, false) => alu::ADD_BYTES,
        (true, true) => alu::SUBTRACT_BYTES,
    };
    let b = if negative { Source { xor: 0, ..b.source } } else { b.source };
    Ok(SassOp::Two { f, d, a, b })
}

/// Of two halves each, predicates may say where the first was chosen or equal: of the low ones, then of the high ones.
pub(super) fn minmax(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, packing: NumberPacking) -> Decode<SassOp> {
    let relu = parts.take("RELU");
    let d = context.result(parts, 1)?;
    let mut first = [DISCARD_PRED; 2];
    for p in &mut first {
        if parts.left() > 3 && parts.peek_is_predicate() {
            *p = context.result_predicate(parts)?;
        }
    }
    let (a, b) = (context.source(parts)?, context.source(parts)?);
    let smaller = context.smaller(parts)?;
    let f = match packing.bytes {
        true if !relu => Some(alu::choose_bytes(smaller, packing.signed)),
        true => None,
        false => alu::choose_halves(smaller, packing.signed, relu),
    };
    let Some(f) = f else { return Err(parts.unknown()) };
    if first == [DISCARD_PRED; 2] {
        return Ok(SassOp::Two { f, d, a, b });
    }
    if packing.bytes || relu {
        return Err(parts.error("its predicates are unknown"));
    }
    Ok(SassOp::ChooseHalves { f, d, a, b, smaller, signed: packing.signed, first })
}

pub(super) fn minmax3(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    packing: NumberPacking,
) -> Decode<SassOp> {
    of_three(context, parts, packing, alu::choose3_halves)
}

pub(super) fn add_minmax(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    packing: NumberPacking,
) -> Decode<SassOp> {
    of_three(context, parts, packing, alu::add_choose_halves)
}

/// A minimum or maximum of three halves each, by `function`, which is asked for the smaller, numbers with a sign, and none below zero.
fn of_three(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    packing: NumberPacking,
    function: fn(bool, bool, bool) -> Option<Words3>,
) -> Decode<SassOp> {
    let relu = parts.take("RELU");
    let d = context.result(parts, 1)?;
    let (a, b, c) = (context.source(parts)?, context.source(parts)?, context.source(parts)?);
    let smaller = context.smaller(parts)?;
    match function(smaller, packing.signed, relu) {
        Some(f) if !packing.bytes => Ok(SassOp::Three { f, d, a, b, c }),
        _ => Err(parts.unknown()),
    }
}

/// Differences of four bytes without a sign, or their sum plus the third operand.
fn distances(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !parts.take("U8") {
        return Err(parts.unknown());
    }
    let sum = parts.take("ACC");
    let d = context.result(parts, 1)?;
    let (a, b, c) = (context.source(parts)?, context.source(parts)?, context.source(parts)?);
    if !sum && !c.is_zero() {
        return Err(parts.error("its third operand is unknown"));
    }
    let f = if sum { alu::SUM_OF_BYTE_DISTANCES } else { alu::BYTE_DISTANCES };
    Ok(SassOp::Three { f, d, a, b, c })
}
