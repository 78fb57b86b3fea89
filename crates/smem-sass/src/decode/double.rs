//! f64.

use super::comparison::{combine, compare_op};
use super::context::{DecodeContext, OpcodeRow, row};
use super::float::mode;
use super::parts::Parts;
use super::surroundings::Decode;
use smem_sim::alu::{FloatMode, compare, float};
use smem_sim::isa::Type;
use smem_sim::isa::sass::{LongSource, SassOp};
use smem_sim::lanes::LanesFunction;

pub(super) const ROWS: &[OpcodeRow] =
    &[row("DADD", dadd), row("DMUL", dmul), row("DFMA", dfma), row("DSETP", dsetp), row("DMNMX", dmnmx)];

fn long(
    f: Option<LanesFunction>,
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    count: usize,
) -> Decode<SassOp> {
    let Some(f) = f else { return Err(parts.unknown()) };
    let d = context.result(parts, 2)?;
    let mut sources = [LongSource::NOTHING; 3];
    for source in sources.iter_mut().take(count) {
        *source = context.double(parts)?;
    }
    Ok(SassOp::Long { f, d, pair: true, sources })
}

fn dadd(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let f = float::add(Type::F64, mode(parts)).map(LanesFunction::Two);
    long(f, context, parts, 2)
}

fn dmul(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let f = float::mul(Type::F64, mode(parts)).map(LanesFunction::Two);
    long(f, context, parts, 2)
}

fn dfma(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let mode = mode(parts);
    let f = match mode {
        FloatMode { ftz: false, sat: false, rounding } => Some(LanesFunction::Three(float::fused_double(rounding))),
        _ => None,
    };
    long(f, context, parts, 3)
}

fn dmnmx(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let d = context.result(parts, 2)?;
    let sources = [context.double(parts)?, context.double(parts)?, LongSource::NOTHING];
    let mode = mode(parts);
    let smaller = context.smaller(parts)?;
    let f = if smaller { float::min(Type::F64, mode) } else { float::max(Type::F64, mode) };
    let Some(f) = f else { return Err(parts.unknown()) };
    Ok(SassOp::Long { f: LanesFunction::Two(f), d, pair: true, sources })
}

fn dsetp(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    // Which of two numbers is the larger, and whether both are NaNs.
    let larger = parts.take_named(&[("MAX", true), ("MIN", false)]);
    if let Some(larger) = larger {
        if !parts.take("AND") {
            return Err(parts.unknown());
        }
        let (p, q) = (context.result_predicate(parts)?, context.result_predicate(parts)?);
        let (a, b) = (context.double(parts)?, context.double(parts)?);
        let with = context.predicate(parts)?;
        if (with.slot, with.flip) != (smem_sim::isa::sass::ALWAYS, 0) {
            return Err(parts.error("a choice combined with a predicate is unknown"));
        }
        return Ok(SassOp::LongChoice { larger, a, b, p, q });
    }
    let op = compare_op(parts)?;
    let Some(f) = compare(op, Type::F64, false) else { return Err(parts.unknown()) };
    let combine = combine(parts)?;
    let (p, q) = (context.result_predicate(parts)?, context.result_predicate(parts)?);
    let (a, b) = (context.double(parts)?, context.double(parts)?);
    Ok(SassOp::LongCompare { f, a, b, p, q, combine, with: context.predicate(parts)? })
}
