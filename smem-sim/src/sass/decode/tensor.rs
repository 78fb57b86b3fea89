//! Products of small matrices by a whole warp.

use super::parts::Parts;
use super::{Decode, DecodeContext, OpcodeRow, row};
use crate::isa::sass::{Factor, MatrixProduct, MatrixSum, SassOp};

pub(super) const ROWS: &[OpcodeRow] = &[row("HMMA", hmma), row("IMMA", imma), row("DMMA", dmma)];

/// The operands of a product, of so many registers each.
fn product(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    (depth, factor, sum): (usize, Factor, MatrixSum),
    [results, left, right]: [u32; 3],
) -> Decode<SassOp> {
    let d = context.result(parts, results)?;
    let a = context.matrix(parts, left, "ROW")?;
    let b = context.matrix(parts, right, "COL")?;
    let c = context.registers(parts, results)?;
    Ok(SassOp::MatrixProduct(MatrixProduct { depth, factor, sum, d, a, b, c }))
}

fn hmma(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let Some(depth) = parts.take_named(&[("16816", 16), ("1688", 8), ("1684", 4)]) else {
        return Err(parts.unknown());
    };
    let sums = [("F32", MatrixSum::F32), ("F16", MatrixSum::F16)];
    let Some(sum) = parts.take_named(&sums) else { return Err(parts.unknown()) };
    let factor = parts.take_named(&[("BF16", Factor::Bf16), ("TF32", Factor::Tf32)]).unwrap_or(Factor::F16);
    // A register of the right factor holds `each` elements of one of its columns, which is one or two registers long.
    let each = if factor == Factor::Tf32 { 1 } else { 2 };
    let fits = depth == 4 * each || depth == 8 * each;
    if !fits || (sum == MatrixSum::F16 && factor != Factor::F16) {
        return Err(parts.unknown());
    }
    let right = (depth / (4 * each)) as u32;
    product(context, parts, (depth, factor, sum), [if sum == MatrixSum::F32 { 4 } else { 2 }, 2 * right, right])
}

fn imma(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let Some(depth) = parts.take_named(&[("16832", 32), ("16816", 16)]) else { return Err(parts.unknown()) };
    let mut signs = [false; 2];
    for sign in &mut signs {
        *sign = match parts.first() {
            Some("S8") => true,
            Some("U8") => false,
            _ => return Err(parts.unknown()),
        };
    }
    let factor = Factor::Bytes { left_signed: signs[0], right_signed: signs[1] };
    let right = depth as u32 / 16;
    product(context, parts, (depth, factor, MatrixSum::S32), [4, 2 * right, right])
}

fn dmma(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !parts.take("8x8x4") {
        return Err(parts.unknown());
    }
    product(context, parts, (4, Factor::F64, MatrixSum::F64), [4, 2, 2])
}
