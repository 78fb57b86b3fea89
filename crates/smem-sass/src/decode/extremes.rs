//! Minima and maxima of integers.

use super::context::{DecodeContext, OpcodeRow, both, row};
use super::integer::{carries_out, signed, wide_type};
use super::packed;
use super::parts::Parts;
use super::registers::SignMeaning;
use super::surroundings::Decode;
use smem_sim::alu::integer::{max, min};
use smem_sim::alu::words::integer as alu;
use smem_sim::isa::Type;
use smem_sim::isa::sass::{DISCARD_PRED, FALSE, LongSource, SassOp, Source};
use smem_sim::lanes::LanesFunction;

pub(super) const ROWS: &[OpcodeRow] =
    &[both("VIMNMX", "UVIMNMX", minmax), row("IMNMX", minmax), row("VIMNMX3", minmax3), row("VIADDMNMX", viaddmnmx)];

fn minmax(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if let Some(packing) = packed::packing(parts) {
        return packed::minmax(context, parts, packing);
    }
    if let Some(ty) = wide_type(parts) {
        return long_minmax(context, parts, ty);
    }
    let (signed, relu) = (signed(parts), parts.take("RELU"));
    let d = context.result(parts, 1)?;
    // Newer architectures have predicates for unused results.
    if parts.left() > 3 && carries_out(context, parts)? != [DISCARD_PRED; 2] {
        return Err(parts.error("its predicates are unknown"));
    }
    let (a, b) = (context.source(parts)?, context.source(parts)?);
    let f = match (context.smaller(parts)?, signed, relu) {
        (smaller, _, false) => alu::choose(smaller, signed),
        (smaller, true, true) => alu::choose_positive(smaller),
        (_, false, true) => return Err(parts.unknown()),
    };
    Ok(SassOp::Two { f, d, a, b })
}

fn minmax3(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if let Some(packing) = packed::packing(parts) {
        return packed::minmax3(context, parts, packing);
    }
    let (signed, relu) = (signed(parts), parts.take("RELU"));
    let d = context.result(parts, 1)?;
    let (a, b, c) = (context.source(parts)?, context.source(parts)?, context.source(parts)?);
    let f = match (context.smaller(parts)?, signed, relu) {
        (smaller, _, false) => alu::choose3(smaller, signed),
        (smaller, true, true) => alu::choose3_positive(smaller),
        (_, false, true) => return Err(parts.unknown()),
    };
    Ok(SassOp::Three { f, d, a, b, c })
}

fn viaddmnmx(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if let Some(packing) = packed::packing(parts) {
        return packed::add_minmax(context, parts, packing);
    }
    let (signed, relu) = (signed(parts), parts.take("RELU"));
    let d = context.result(parts, 1)?;
    let (a, b) = (context.source(parts)?, context.term(parts, SignMeaning::Integer)?);
    let c = context.source(parts)?;
    let smaller = context.smaller(parts)?;
    let Some(f) = alu::add_choose(smaller, signed, relu) else { return Err(parts.unknown()) };
    match (b.plus, relu) {
        (0, _) => Ok(SassOp::Three { f, d, a, b: b.source, c }),
        (_, false) => {
            let f = alu::subtract_choose(smaller, signed);
            Ok(SassOp::Three { f, d, a, b: Source { xor: 0, ..b.source }, c })
        }
        (_, true) => Err(parts.error("unknown sign of an operand")),
    }
}

/// The smaller or the larger of two pairs of registers.
fn long_minmax(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, ty: Type) -> Decode<SassOp> {
    if carries_out(context, parts)? != [DISCARD_PRED; 2] {
        return Err(parts.error("its predicates are unknown"));
    }
    let d = context.result(parts, 2)?;
    let sources = [context.wide_source(parts)?, context.wide_source(parts)?, LongSource::NOTHING];
    let smaller = context.smaller(parts)?;
    // In all code that was seen it is `!PT`.
    let also = context.predicate(parts)?;
    if (also.slot, also.flip) != (FALSE.slot, FALSE.flip) {
        return Err(parts.error("its last predicate is unknown"));
    }
    let f = if smaller { min(ty) } else { max(ty) }.ok_or_else(|| parts.error("an unknown type"))?;
    Ok(SassOp::Long { f: LanesFunction::Two(f), d, pair: true, sources })
}
