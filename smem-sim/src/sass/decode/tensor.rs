//! Products of small matrices by a whole warp.

use super::parts::Parts;
use super::{Context, Decode, Row, row};
use crate::isa::sass::{MatrixProduct, MatrixShape, Op};

pub(super) const ROWS: &[Row] = &[row("HMMA", hmma)];

fn hmma(context: &mut Context<'_>, parts: &mut Parts<'_>) -> Decode<Op> {
    let Some(depth) = parts.take_named(&[("16816", 16), ("1688", 8)]) else { return Err(parts.unknown()) };
    let Some(single) = parts.take_named(&[("F32", true), ("F16", false)]) else { return Err(parts.unknown()) };
    let bf16 = parts.take("BF16");
    let d = context.result(parts, if single { 4 } else { 2 })?;
    let a = context.registers(parts, depth as u32 / 4)?;
    let b = context.registers(parts, depth as u32 / 8)?;
    let c = context.registers(parts, if single { 4 } else { 2 })?;
    Ok(Op::MatrixProduct(MatrixProduct { shape: MatrixShape { depth, bf16, single }, d, a, b, c }))
}
