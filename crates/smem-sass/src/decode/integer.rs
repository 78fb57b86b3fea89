//! Integers: sums with carries, products, shifts, comparisons.

use super::comparison::{combine, compare_op};
use super::context::{DecodeContext, OpcodeRow, both, row};
use super::packed;
use super::parts::Parts;
use super::registers::{SignMeaning, Term32};
use super::surroundings::Decode;
use crate::operand::SassOperand;
use smem_sim::alu::integer::{add, dot_product, sub, sum_of_three};
use smem_sim::alu::words::integer as alu;
use smem_sim::alu::words::integer::Funnel;
use smem_sim::alu::{Dot, compare};
use smem_sim::isa::sass::{DISCARD_PRED, FALSE, LongSource, MultiplyWide, Part, SassOp, ShiftAdd, Source};
use smem_sim::isa::{Pred, PredSlot, Type};
use smem_sim::lanes::LanesFunction;

pub(super) const ROWS: &[OpcodeRow] = &[
    both("IADD3", "UIADD3", iadd3),
    both("IADD", "UIADD", iadd),
    row("VIADD", viadd),
    both("IMAD", "UIMAD", imad),
    both("LEA", "ULEA", lea),
    both("SHF", "USHF", shf),
    both("ISETP", "UISETP", isetp),
    row("IABS", one),
    both("POPC", "UPOPC", one),
    both("BREV", "UBREV", one),
    both("FLO", "UFLO", flo),
    both("SGXT", "USGXT", sgxt),
    both("BMSK", "UBMSK", bmsk),
    row("VABSDIFF", vabsdiff),
    row("IDP", idp),
];

/// Predicates that come before or after the first register: carries out.
pub(super) fn carries_out(context: &DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<[PredSlot; 2]> {
    let mut out = [DISCARD_PRED; 2];
    for p in &mut out {
        if parts.peek_is_predicate() {
            *p = context.result_predicate(parts)?;
        }
    }
    Ok(out)
}

/// A carry in; none where the operand is missing.
fn carry_in(context: &DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<Pred> {
    if parts.left() == 0 { Ok(FALSE) } else { context.predicate(parts) }
}

/// A sum or a difference of pairs of registers, without carries.
fn long_sum(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let d = context.result(parts, 2)?;
    if carries_out(context, parts)? != [DISCARD_PRED; 2] {
        return Err(parts.error("its predicates are unknown"));
    }
    let mut terms = [context.wide(parts)?, context.wide(parts)?, context.wide(parts)?];
    // Those to be negated come last.
    terms.sort_by_key(|(_, negated)| *negated);
    let negated = terms.iter().filter(|(_, negated)| *negated).count();
    let sum = sum_of_three(negated).ok_or_else(|| parts.error("unknown signs of the operands"))?;
    Ok(SassOp::Long { f: LanesFunction::Three(sum), d, pair: true, sources: terms.map(|(source, _)| source) })
}

/// A sum or a difference of two pairs of registers.
fn iadd(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !parts.take("64") {
        return Err(parts.unknown());
    }
    let d = context.result(parts, 2)?;
    let (a, b) = (context.wide(parts)?, context.wide(parts)?);
    let (f, [a, b]) = match (a.1, b.1) {
        (false, false) => (add(Type::U(64)), [a.0, b.0]),
        (false, true) => (sub(Type::U(64)), [a.0, b.0]),
        (true, false) => (sub(Type::U(64)), [b.0, a.0]),
        (true, true) => (None, [a.0, b.0]),
    };
    let f = f.ok_or_else(|| parts.error("unknown signs of the operands"))?;
    Ok(SassOp::Long { f: LanesFunction::Two(f), d, pair: true, sources: [a, b, LongSource::NOTHING] })
}

/// The type of 64 bits that a modifier names.
pub(super) fn wide_type(parts: &mut Parts<'_>) -> Option<Type> {
    parts.take_named(&[("U64", Type::U(64)), ("S64", Type::S(64))])
}

/// A comparison of pairs of registers.
fn long_compare(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>, ty: Type) -> Decode<SassOp> {
    let op = compare_op(parts)?;
    let combine = combine(parts)?;
    let (p, q) = (context.result_predicate(parts)?, context.result_predicate(parts)?);
    let (a, b) = (context.wide_source(parts)?, context.wide_source(parts)?);
    let with = context.predicate(parts)?;
    let Some(f) = compare(op, ty, false) else { return Err(parts.unknown()) };
    Ok(SassOp::LongCompare { f, a, b, p, q, combine, with })
}

fn iadd3(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if parts.take("64") {
        return long_sum(context, parts);
    }
    let extended = parts.take("X");
    let d = context.result(parts, 1)?;
    let carry_out = carries_out(context, parts)?;
    let mut terms = [Source::NOTHING; 3];
    let mut plus = 0;
    for term in &mut terms {
        let read = context.term(parts, SignMeaning::Integer)?;
        *term = read.source;
        plus += read.plus;
    }
    let carry_in = if extended { [carry_in(context, parts)?, carry_in(context, parts)?] } else { [FALSE; 2] };
    if extended || plus != 0 || carry_out != [DISCARD_PRED; 2] {
        return Ok(SassOp::Add3 { d, terms, plus, carry_in, carry_out });
    }
    let [a, b, c] = terms;
    Ok(if c.is_zero() { SassOp::Two { f: alu::ADD, d, a, b } } else { SassOp::Three { f: alu::ADD3, d, a, b, c } })
}

fn viadd(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if let Some(packing) = packed::packing(parts) {
        return packed::sum(context, parts, packing);
    }
    let d = context.result(parts, 1)?;
    let (a, b) = (context.term(parts, SignMeaning::Integer)?, context.term(parts, SignMeaning::Integer)?);
    let plus = a.plus + b.plus;
    if plus == 0 {
        return Ok(SassOp::Two { f: alu::ADD, d, a: a.source, b: b.source });
    }
    let terms = [a.source, b.source, Source::NOTHING];
    Ok(SassOp::Add3 { d, terms, plus, carry_in: [FALSE; 2], carry_out: [DISCARD_PRED; 2] })
}

fn imad(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let extended = parts.take("X");
    let unsigned = parts.take("U32");
    if parts.take("WIDE") {
        return imad_wide(context, parts, Part::Both, unsigned, extended);
    }
    if parts.take("HI") {
        return imad_wide(context, parts, Part::High, unsigned, extended);
    }
    // The use of the product changes nothing.
    parts.ignore(&["MOV", "SHL", "IADD"]);
    let d = context.result(parts, 1)?;
    let (a, b) = (context.term(parts, SignMeaning::Integer)?, context.term(parts, SignMeaning::Integer)?);
    let c = context.term(parts, SignMeaning::Integer)?;
    if extended {
        if a.plus + b.plus + c.plus != 0 {
            return Err(parts.error("unknown sign of an operand"));
        }
        let carry_in = carry_in(context, parts)?;
        return Ok(SassOp::MultiplyAdd { d, a: a.source, b: b.source, c: c.source, carry_in });
    }
    multiply_add(parts, d, a, b, c)
}

fn multiply_add(parts: &Parts<'_>, d: u32, a: Term32, b: Term32, c: Term32) -> Decode<SassOp> {
    // A negated factor is its own inversion plus one: take it as it is, and negate the product.
    let positive = |term: Term32| if term.plus == 1 { Source { xor: 0, ..term.source } } else { term.source };
    let negative = (a.plus + b.plus) % 2 == 1;
    let (x, y) = (positive(a), positive(b));
    let z = c.source;
    Ok(match (negative, c.plus == 1) {
        (false, false) if x.is_zero() || y.is_zero() => SassOp::One { f: alu::COPY, d, a: z },
        (false, false) if z.is_zero() => SassOp::Two { f: alu::MULTIPLY, d, a: x, b: y },
        (false, false) => SassOp::Three { f: alu::MULTIPLY_ADD, d, a: x, b: y, c: z },
        (false, true) => SassOp::Three { f: alu::MULTIPLY_SUBTRACT, d, a: x, b: y, c: positive(c) },
        (true, false) => SassOp::Three { f: alu::MULTIPLY_NEGATED, d, a: x, b: y, c: z },
        (true, true) => return Err(parts.error("unknown signs of the operands")),
    })
}

/// The third operand has 64 bits, also where only the upper half of the result is kept.
fn imad_wide(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    part: Part,
    unsigned: bool,
    extended: bool,
) -> Decode<SassOp> {
    let d = context.result(parts, if part == Part::Both { 2 } else { 1 })?;
    let carry_out = if parts.peek_is_predicate() { context.result_predicate(parts)? } else { DISCARD_PRED };
    let (a, b) = (context.source(parts)?, context.source(parts)?);
    let (c, plus) = context.long_integer(parts, true)?;
    let carry_in = if extended { carry_in(context, parts)? } else { FALSE };
    Ok(SassOp::MultiplyWide(MultiplyWide { signed: !unsigned, part, d, a, b, c, plus, carry_in, carry_out }))
}

fn lea(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let extended = parts.take("X");
    let upper = parts.take("HI");
    let extend = parts.take("SX32");
    let d = context.result(parts, 1)?;
    let carry_out = if parts.peek_is_predicate() { context.result_predicate(parts)? } else { DISCARD_PRED };
    let a = context.term(parts, SignMeaning::Integer)?;
    let b = context.term(parts, SignMeaning::Integer)?;
    // The shifted value is inverted and one is added.
    let inverted = a.plus == 1;
    if inverted && (extended || upper || extend) {
        return Err(parts.error("unknown signs of the operands"));
    }
    let a = if inverted { Source { xor: 0, ..a.source } } else { a.source };
    let high = if upper && !extend { Some(context.source(parts)?) } else { None };
    let shift = context.number(parts, 31)?;
    let carry_in = if extended { carry_in(context, parts)? } else { FALSE };
    let plus = b.plus + u32::from(inverted);
    Ok(SassOp::ShiftAdd(ShiftAdd {
        d,
        a,
        high,
        extend,
        shift,
        upper,
        inverted,
        b: b.source,
        plus,
        carry_in,
        carry_out,
    }))
}

fn shf(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let left = match parts.take_named(&[("L", true), ("R", false)]) {
        Some(left) => left,
        None => return Err(parts.unknown()),
    };
    let types = [("S64", (true, true)), ("U64", (true, false)), ("S32", (false, true)), ("U32", (false, false))];
    let Some((long, signed)) = parts.take_named(&types) else { return Err(parts.unknown()) };
    let how = Funnel { left, long, signed, upper: parts.take("HI"), wraps: parts.take("W") };
    let d = context.result(parts, 1)?;
    let (a, b, c) = (context.source(parts)?, context.source(parts)?, context.source(parts)?);
    if left && !how.upper && !how.wraps && !long {
        // The lower half does not depend on the upper operand.
        return Ok(SassOp::Two { f: alu::SHIFT_LEFT, d, a, b });
    }
    Ok(SassOp::Three { f: alu::funnel(how), d, a, b, c })
}

fn isetp(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if let Some(ty) = wide_type(parts) {
        return long_compare(context, parts, ty);
    }
    let op = compare_op(parts)?;
    let ty = if parts.take("U32") { Type::U(32) } else { Type::S(32) };
    let Some(f) = compare(op, ty, false) else { return Err(parts.unknown()) };
    let combine = combine(parts)?;
    let extended = parts.take("EX");
    let (p, q) = (context.result_predicate(parts)?, context.result_predicate(parts)?);
    let (a, b) = (context.source(parts)?, context.source(parts)?);
    let with = context.predicate(parts)?;
    let lower = if extended { Some(context.predicate(parts)?) } else { None };
    Ok(SassOp::Compare { f, a, b, p, q, combine, with, lower })
}

fn one(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let f = match parts.base.trim_start_matches('U') {
        "IABS" => alu::ABSOLUTE,
        "POPC" => alu::COUNT_ONES,
        _ => alu::REVERSE,
    };
    let d = context.result(parts, 1)?;
    Ok(SassOp::One { f, d, a: context.source(parts)? })
}

fn flo(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let (signed, distance) = (!parts.take("U32"), parts.take("SH"));
    // Some forms report whether there is a bit at all.
    if parts.peek_is_predicate() && context.result_predicate(parts)? != DISCARD_PRED {
        return Err(parts.error("its predicate is unknown"));
    }
    let d = context.result(parts, 1)?;
    Ok(SassOp::One { f: alu::top_bit(signed, distance), d, a: context.source(parts)? })
}

fn sgxt(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let (signed, wraps) = (!parts.take("U32"), parts.take("W"));
    let d = context.result(parts, 1)?;
    Ok(SassOp::Two { f: alu::extend(signed, wraps), d, a: context.source(parts)?, b: context.source(parts)? })
}

fn bmsk(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let wraps = parts.take("W");
    let d = context.result(parts, 1)?;
    Ok(SassOp::Two { f: alu::mask(wraps), d, a: context.source(parts)?, b: context.source(parts)? })
}

pub(super) fn signed(parts: &mut Parts<'_>) -> bool {
    parts.ignore(&["S32"]);
    !parts.take("U32")
}

fn vabsdiff(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let f = if signed(parts) { alu::DIFFERENCE } else { alu::DIFFERENCE_UNSIGNED };
    let d = context.result(parts, 1)?;
    Ok(SassOp::Three { f, d, a: context.source(parts)?, b: context.source(parts)?, c: context.source(parts)? })
}

/// Dot products of four bytes, or of two halves and two bytes.
fn idp(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let dot = match parts.take_named(&[("4A", true), ("2A", false)]) {
        Some(true) => Some(Dot::Bytes),
        Some(false) => parts.take_named(&[("LO", Dot::LowBytes), ("HI", Dot::HighBytes)]),
        None => None,
    };
    let Some(dot) = dot else { return Err(parts.unknown()) };
    let first = if dot == Dot::Bytes { ("S8", "U8") } else { ("S16", "U16") };
    let mut signs = [false; 2];
    for (sign, (signed, unsigned)) in signs.iter_mut().zip([first, ("S8", "U8")]) {
        *sign = match parts.first() {
            Some(name) if name == signed => true,
            Some(name) if name == unsigned => false,
            _ => return Err(parts.unknown()),
        };
    }
    let d = context.result(parts, 1)?;
    let mut sources = [LongSource::NOTHING; 3];
    for source in &mut sources {
        if matches!(parts.peek(), Some(SassOperand::Predicate { .. })) {
            return Err(parts.unknown());
        }
        *source = context.long(parts, false)?;
    }
    Ok(SassOp::Long { f: LanesFunction::Three(dot_product(dot, signs[0], signs[1])), d, pair: false, sources })
}
