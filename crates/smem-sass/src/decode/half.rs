//! f16 and bf16, two to a register. Results are rounded once.

use super::comparison::{combine, compare_op};
use super::context::{DecodeContext, OpcodeRow, row};
use super::parts::Parts;
use super::surroundings::Decode;
use smem_sim::alu::half;
use smem_sim::isa::sass::{HalfOp, HalfSource, SassOp};
use smem_sim::isa::{HalfMode, Type};
use smem_sim::lanes::LanesFunction;

pub(super) const ROWS: &[OpcodeRow] = &[
    row("HADD2", hadd2),
    row("HMUL2", hmul2),
    row("HFMA2", hfma2),
    row("HMNMX2", hmnmx2),
    row("VHMNMX", vhmnmx),
    row("HSETP2", hsetp2),
    row("HSET2", hset2),
];

/// The type of both halves.
fn ty(parts: &mut Parts<'_>) -> Type {
    if parts.take("BF16_V2") { Type::Bf16x2 } else { Type::F16x2 }
}

fn halves(
    f: Option<LanesFunction>,
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    ty: Type,
    count: usize,
) -> Decode<SassOp> {
    let Some(f) = f else { return Err(parts.unknown()) };
    let mode =
        HalfMode { bf16: ty == Type::Bf16x2, ftz: parts.take("FTZ"), saturates: parts.take("SAT"), keeps_nan: false };
    let d = context.result(parts, 1)?;
    let mut sources = [[HalfSource::NOTHING; 2]; 3];
    for source in sources.iter_mut().take(count) {
        *source = context.halves(parts, ty == Type::Bf16x2)?;
    }
    Ok(SassOp::Half(HalfOp::Function { f, mode, d, sources }))
}

fn hadd2(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let ty = ty(parts);
    if parts.take("F32") {
        let d = context.result(parts, 1)?;
        let bf16 = ty == Type::Bf16x2;
        let ([a, _], [b, _]) = (context.halves(parts, bf16)?, context.halves(parts, bf16)?);
        return Ok(SassOp::Half(HalfOp::Sum { d, a, b, bf16 }));
    }
    halves(half::add(ty).map(LanesFunction::Two), context, parts, ty, 2)
}

fn hmul2(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let ty = ty(parts);
    halves(half::mul(ty).map(LanesFunction::Two), context, parts, ty, 2)
}

fn hfma2(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let ty = ty(parts);
    // The pipe that computes it.
    parts.ignore(&["MMA"]);
    let f = if parts.take("RELU") { half::fma_positive(ty) } else { half::fma(ty) };
    halves(f.map(LanesFunction::Three), context, parts, ty, 3)
}

fn hmnmx2(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let ty = ty(parts);
    let bf16 = ty == Type::Bf16x2;
    let mode = HalfMode { bf16, ftz: parts.take("FTZ"), saturates: false, keeps_nan: parts.take("NAN") };
    let d = context.result(parts, 1)?;
    let sources = [context.halves(parts, bf16)?, context.halves(parts, bf16)?, [HalfSource::NOTHING; 2]];
    let f = if context.smaller(parts)? { half::min(ty) } else { half::max(ty) };
    let Some(f) = f else { return Err(parts.unknown()) };
    Ok(SassOp::Half(HalfOp::Function { f: LanesFunction::Two(f), mode, d, sources }))
}

fn vhmnmx(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let ty = ty(parts);
    let bf16 = ty == Type::Bf16x2;
    let mode = HalfMode { bf16, ftz: parts.take("FTZ"), saturates: false, keeps_nan: parts.take("NAN") };
    let d = context.result(parts, 1)?;
    let sources = [context.halves(parts, bf16)?, context.halves(parts, bf16)?, context.halves(parts, bf16)?];
    let Some(f) = half::choose3(ty, context.smaller(parts)?) else { return Err(parts.unknown()) };
    Ok(SassOp::Half(HalfOp::Function { f: LanesFunction::Three(f), mode, d, sources }))
}

fn comparison_mode(parts: &mut Parts<'_>) -> HalfMode {
    HalfMode { bf16: ty(parts) == Type::Bf16x2, ftz: parts.take("FTZ"), ..HalfMode::default() }
}

fn hsetp2(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let mode = comparison_mode(parts);
    let (op, combine, both) = (compare_op(parts)?, combine(parts)?, parts.take("H1_H0_AND"));
    let (p, q) = (context.result_predicate(parts)?, context.result_predicate(parts)?);
    let (a, b) = (context.halves(parts, mode.bf16)?, context.halves(parts, mode.bf16)?);
    Ok(SassOp::Half(HalfOp::Compare { op, mode, a, b, p, q, combine, with: context.predicate(parts)?, both }))
}

fn hset2(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let mode = comparison_mode(parts);
    let one = match (parts.take("BF"), mode.bf16) {
        (false, _) => 0xffff,
        (true, false) => 0x3c00,
        (true, true) => 0x3f80,
    };
    let (op, combine) = (compare_op(parts)?, combine(parts)?);
    let d = context.result(parts, 1)?;
    let (a, b) = (context.halves(parts, mode.bf16)?, context.halves(parts, mode.bf16)?);
    Ok(SassOp::Half(HalfOp::Set { op, mode, a, b, d, combine, with: context.predicate(parts)?, one }))
}
