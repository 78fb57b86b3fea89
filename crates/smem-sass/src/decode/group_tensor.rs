//! Matrix products of four warps, whose factors are in shared memory.

use super::context::{DecodeContext, OpcodeRow, row};
use super::parts::Parts;
use super::surroundings::Decode;
use crate::operand::{Register, SassOperand, Signs};
use smem_sim::isa::sass::{FALSE, GroupProduct, SassMatrix, SassOp, TRUE, ZERO};
use smem_sim::isa::{Factor, Float8, GroupShape, MatrixSum, OrderOp};

pub(super) const ROWS: &[OpcodeRow] = &[
    row("HGMMA", |context, parts| product(context, parts, half_factor)),
    row("IGMMA", |context, parts| product(context, parts, integer_factor)),
    row("QGMMA", |context, parts| product(context, parts, float8_factor)),
    row("BGMMA", |context, parts| product(context, parts, bit_factor)),
    row("WARPGROUP", group),
];

/// The products are done at once, so there is nothing to wait for: the race check asks which are waited for.
fn group(_: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    match parts.first() {
        Some("ARRIVE") => Ok(SassOp::Nothing),
        Some("DEPBAR") => {
            parts.ignore(&["LE"]);
            match (parts.next()?, parts.next()?) {
                (SassOperand::Scoreboard, SassOperand::Integer(pending)) if pending >= 0 => {
                    Ok(SassOp::Order(OrderOp::WaitProducts { pending: pending as u32 }))
                }
                _ => Err(parts.error("unknown operands")),
            }
        }
        _ => Err(parts.unknown()),
    }
}

fn float_sum(parts: &mut Parts<'_>) -> Decode<MatrixSum> {
    match parts.first() {
        Some("F32") => Ok(MatrixSum::F32),
        Some("F16") => Ok(MatrixSum::F16),
        _ => Err(parts.unknown()),
    }
}

fn half_factor(parts: &mut Parts<'_>) -> Decode<(Factor, MatrixSum)> {
    let sum = float_sum(parts)?;
    let factor = parts.take_named(&[("BF16", Factor::Bf16), ("TF32", Factor::Tf32)]).unwrap_or(Factor::F16);
    Ok((factor, sum))
}

fn float8_factor(parts: &mut Parts<'_>) -> Decode<(Factor, MatrixSum)> {
    let sum = float_sum(parts)?;
    let mut format = || match parts.first() {
        Some("E4M3") => Ok(Float8::E4M3),
        Some("E5M2") => Ok(Float8::E5M2),
        _ => Err(parts.unknown()),
    };
    Ok((Factor::F8 { left: format()?, right: format()? }, sum))
}

fn integer_factor(parts: &mut Parts<'_>) -> Decode<(Factor, MatrixSum)> {
    let mut signed = || match parts.first() {
        Some("S8") => Ok(true),
        Some("U8") => Ok(false),
        _ => Err(parts.unknown()),
    };
    let factor = Factor::Bytes { left_signed: signed()?, right_signed: signed()? };
    Ok((factor, if parts.take("SAT") { MatrixSum::S32Saturating } else { MatrixSum::S32 }))
}

fn bit_factor(parts: &mut Parts<'_>) -> Decode<(Factor, MatrixSum)> {
    if !(parts.take("AND") && parts.take("POPC")) {
        return Err(parts.unknown());
    }
    Ok((Factor::Bits { differ: false }, MatrixSum::S32))
}

/// Columns and depth of `64x256x16`.
fn shape(parts: &mut Parts<'_>) -> Decode<(usize, usize)> {
    let Some(text) = parts.first() else { return Err(parts.unknown()) };
    let numbers: Option<Vec<usize>> = text.split('x').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[64, columns, depth]) => Ok((columns, depth)),
        _ => Err(parts.unknown()),
    }
}

/// `RZ`.
fn is_zero_register(operand: Option<&SassOperand<'_>>) -> bool {
    matches!(operand, Some(SassOperand::Register(Register { number: None, uniform: false, .. }, _)))
}

/// A product. One without a register of a result and without one of descriptors (`HGMMA.64x8x16.F16 RZ, gdesc[URZ], RZ, !UPT, gsb0`) is how
/// the assembler writes a group of no products, or of products that are not used: it ends the group and reads nothing. A product from a
/// wrong descriptor has a result, so it is still told apart.
fn product(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    factor: fn(&mut Parts<'_>) -> Decode<(Factor, MatrixSum)>,
) -> Decode<SassOp> {
    let (columns, depth) = shape(parts)?;
    let (factor, sum) = factor(parts)?;
    let mut shape = GroupShape { columns, depth, factor, sum, negated: [false; 2], transposed: [false; 2] };
    if !shape.exists() {
        return Err(parts.unknown());
    }
    let results = shape.results() as u32;
    let is_dropped = is_zero_register(parts.peek());
    let d = context.result(parts, results)?;
    let GroupShape { negated, transposed, .. } = &mut shape;
    let a = match parts.peek() {
        Some(SassOperand::Register(..)) => {
            let SassOperand::Register(register, signs) = parts.next()? else { return Err(parts.unknown()) };
            negated[0] = signs.negative;
            if (Signs { negative: false, ..signs }) != Signs::default() || !register.part.is_empty() {
                return Err(parts.error("unknown sign or part of an operand"));
            }
            Some(context.slot(parts, register, 4)?)
        }
        _ => None,
    };
    let SassOperand::Descriptor { register, parts: details } = parts.next()? else {
        return Err(parts.error("an operand is not a matrix descriptor"));
    };
    let is_empty = is_dropped && a.is_none() && register.number.is_none();
    let descriptors = context.slot(parts, register, 4)?;
    for detail in details.split('.').filter(|detail| !detail.is_empty()) {
        match detail {
            "tnspA" => transposed[0] = true,
            "tnspB" => transposed[1] = true,
            "negA" => negated[0] = true,
            "negB" => negated[1] = true,
            other => return Err(parts.error(&format!("unknown part `.{other}` of a descriptor"))),
        }
    }
    if !shape.exists() {
        return Err(parts.error("only elements of 16 bits can be transposed"));
    }
    let c = context.registers(parts, results)?;
    let adds = if parts.peek_is_predicate() { context.predicate(parts)? } else { TRUE };
    let adds = if c == ZERO { FALSE } else { adds };
    let ends_group = matches!(parts.peek(), Some(SassOperand::Scoreboard));
    if ends_group {
        parts.next()?;
    }
    if is_empty && c == ZERO {
        return Ok(if ends_group { SassOp::Order(OrderOp::CommitProducts) } else { SassOp::Nothing });
    }
    Ok(SassOp::Matrix(SassMatrix::GroupProduct(GroupProduct { shape, d, a, descriptors, c, adds, ends_group })))
}
