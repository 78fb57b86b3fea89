//! Products of small matrices by a whole warp.

use super::context::{DecodeContext, OpcodeRow, row};
use super::parts::Parts;
use super::surroundings::Decode;
use smem_sim::isa::sass::{MatrixProduct, SassMatrix, SassOp};
use smem_sim::isa::{Factor, Float8, MatrixSum, ProductShape};

pub(super) const ROWS: &[OpcodeRow] = &[
    row("HMMA", hmma),
    row("QMMA", qmma),
    row("IMMA", imma),
    row("DMMA", dmma),
    row("BMMA", bmma),
    row("MOVM", transpose),
];

/// The operands of a product, of so many registers each.
fn product(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    (rows, depth): (usize, usize),
    (factor, sum): (Factor, MatrixSum),
    [results, left, right]: [u32; 3],
) -> Decode<SassOp> {
    let shape = ProductShape { rows, depth, factor, sum, selector: None };
    let d = context.result(parts, results)?;
    let a = context.matrix(parts, left, "ROW")?;
    let b = context.matrix(parts, right, "COL")?;
    let c = context.registers(parts, results)?;
    Ok(SassOp::Matrix(SassMatrix::Product(MatrixProduct { shape, d, a, b, c, metadata: None })))
}

/// A product of a sparse left factor, with a register that says where its elements are and a selector.
fn sparse(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    depth: usize,
    factor: Factor,
    sum: MatrixSum,
) -> Decode<SassOp> {
    let mut shape = ProductShape { rows: 16, depth, factor, sum, selector: Some(0) };
    let Some(selectors) = shape.selectors() else { return Err(parts.unknown()) };
    let [left, right, sums] = shape.registers().map(|count| count as u32);
    let d = context.result(parts, sums)?;
    let a = context.matrix(parts, left, "ROW")?;
    let b = context.matrix(parts, right, "COL")?;
    let c = context.registers(parts, sums)?;
    let metadata = Some(context.registers(parts, 1)?);
    shape.selector = Some(context.number(parts, selectors - 1)?);
    Ok(SassOp::Matrix(SassMatrix::Product(MatrixProduct { shape, d, a, b, c, metadata })))
}

fn hmma(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let is_sparse = parts.take("SP");
    let Some(depth) = parts.take_named(&[("16832", 32), ("16816", 16), ("1688", 8), ("1684", 4)]) else {
        return Err(parts.unknown());
    };
    let sums = [("F32", MatrixSum::F32), ("F16", MatrixSum::F16)];
    let Some(sum) = parts.take_named(&sums) else { return Err(parts.unknown()) };
    let factor = parts.take_named(&[("BF16", Factor::Bf16), ("TF32", Factor::Tf32)]).unwrap_or(Factor::F16);
    if is_sparse {
        if sum == MatrixSum::F16 && factor != Factor::F16 {
            return Err(parts.unknown());
        }
        return sparse(context, parts, depth, factor, sum);
    }
    // A register of the right factor holds `each` elements of one of its columns, which is one or two registers long.
    let each = if factor == Factor::Tf32 { 1 } else { 2 };
    let fits = depth == 4 * each || depth == 8 * each;
    if !fits || (sum == MatrixSum::F16 && factor != Factor::F16) {
        return Err(parts.unknown());
    }
    let right = (depth / (4 * each)) as u32;
    let registers = [if sum == MatrixSum::F32 { 4 } else { 2 }, 2 * right, right];
    product(context, parts, (16, depth), (factor, sum), registers)
}

/// Products of numbers of 8 bits. How the sums are rounded was measured on an H200, for the products of four warps alone.
fn qmma(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let Some(depth) = parts.take_named(&[("16832", 32), ("16816", 16)]) else { return Err(parts.unknown()) };
    let Some(sum) = parts.take_named(&[("F32", MatrixSum::F32), ("F16", MatrixSum::F16)]) else {
        return Err(parts.unknown());
    };
    let formats = [("E4M3", Float8::E4M3), ("E5M2", Float8::E5M2)];
    let (Some(left), Some(right)) = (parts.first_of(&formats), parts.first_of(&formats)) else {
        return Err(parts.unknown());
    };
    let columns = depth as u32 / 16;
    let registers = [if sum == MatrixSum::F32 { 4 } else { 2 }, 2 * columns, columns];
    product(context, parts, (16, depth), (Factor::F8 { left, right }, sum), registers)
}

fn imma(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let is_sparse = parts.take("SP");
    let shapes = [("16864", (16, 64)), ("16832", (16, 32)), ("8832", (8, 32)), ("16816", (16, 16)), ("8816", (8, 16))];
    let Some((rows, depth)) = parts.take_named(&shapes) else { return Err(parts.unknown()) };
    let (mut signs, mut bits) = ([false; 2], [0; 2]);
    for (sign, bits) in signs.iter_mut().zip(&mut bits) {
        (*sign, *bits) = match parts.first() {
            Some("S8") => (true, 8),
            Some("U8") => (false, 8),
            Some("S4") => (true, 4),
            Some("U4") => (false, 4),
            _ => return Err(parts.unknown()),
        };
    }
    let [left_signed, right_signed] = signs;
    if bits == [4, 4] && !is_sparse && depth >= 32 {
        let sum = if parts.take("SAT") { MatrixSum::S32Saturating } else { MatrixSum::S32 };
        let (right, halves) = (depth as u32 / 32, rows as u32 / 8);
        let registers = [2 * halves, halves * right, right];
        return product(context, parts, (rows, depth), (Factor::Nibbles { left_signed, right_signed }, sum), registers);
    }
    if bits != [8, 8] || rows == 8 && depth == 32 {
        return Err(parts.unknown());
    }
    let factor = Factor::Bytes { left_signed, right_signed };
    let sum = if parts.take("SAT") { MatrixSum::S32Saturating } else { MatrixSum::S32 };
    if is_sparse {
        return sparse(context, parts, depth, factor, sum);
    }
    if depth == 64 {
        return Err(parts.unknown());
    }
    let right = depth as u32 / 16;
    let halves = rows as u32 / 8;
    product(context, parts, (rows, depth), (factor, sum), [2 * halves, halves * right, right])
}

fn bmma(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let shapes = [("168256", (16, 256)), ("168128", (16, 128)), ("88128", (8, 128))];
    let Some((rows, depth)) = parts.take_named(&shapes) else { return Err(parts.unknown()) };
    let Some(differ) = parts.take_named(&[("AND", false), ("XOR", true)]) else { return Err(parts.unknown()) };
    if !parts.take("POPC") {
        return Err(parts.unknown());
    }
    let (right, halves) = (depth as u32 / 128, rows as u32 / 8);
    let registers = [2 * halves, halves * right, right];
    product(context, parts, (rows, depth), (Factor::Bits { differ }, MatrixSum::S32), registers)
}

fn dmma(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    // The last one is how sm_80 has it.
    let shapes = [("8x8x4", (8, 4)), ("16x8x4", (16, 4)), ("16x8x8", (16, 8)), ("16x8x16", (16, 16)), ("884", (8, 4))];
    let Some((rows, depth)) = parts.take_named(&shapes) else { return Err(parts.unknown()) };
    let (right, halves) = (depth as u32 / 2, rows as u32 / 8);
    product(context, parts, (rows, depth), (Factor::F64, MatrixSum::F64), [4 * halves, halves * right, right])
}

fn transpose(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    if !(parts.take("16") && parts.take("MT88")) {
        return Err(parts.unknown());
    }
    let d = context.result(parts, 1)?;
    Ok(SassOp::Matrix(SassMatrix::Transpose { d, a: context.source(parts)? }))
}
