//! How the products of one result of a matrix product are summed.

use crate::alu::float8_value;
use crate::alu::half::{bf16_to_f32, f16_to_f32, to_f16};
use crate::alu::rounded_to;
use crate::isa::{Factor, MatrixSum, Rounding};

/// An element of a factor, of any type but f64.
pub(in crate::machine) fn element(bits: u32, factor: Factor, right: bool) -> f32 {
    match factor {
        Factor::Bf16 => bf16_to_f32(bits as u16),
        // The lowest bits are not looked at.
        Factor::Tf32 => f32::from_bits(bits & !0x1fff),
        Factor::F8 { left: format, right: other } => float8_value(bits as u8, if right { other } else { format }),
        _ => f16_to_f32(bits as u16),
    }
}

/// Bits below the last one of an f32 that are kept of each term.
const KEPT: i32 = 2;

/// The power of two of a number other than zero.
fn exponent(value: f64) -> i32 {
    (value.to_bits() >> 52 & 0x7ff) as i32 - 1023
}

/// The exponent of the smallest normal number of a type, which its subnormal ones have as well.
fn least_exponent(factor: Factor) -> i32 {
    match factor {
        Factor::Bf16 | Factor::Tf32 => f32::MIN_EXP - 1,
        _ => -14,
    }
}

/// Adds products to `sum`, all at once: each term is cut off two bits below the last bit of an f32 of the largest one's size. What is
/// returned is the exact sum of these; it is then cut off to an f32, or rounded to an f16.
///
/// Found by trial on an H200: of 12 variants (groups of 4, 8 or 16 products, and 0 to 3 more bits) one gives 384 of 384 results, 96 of each
/// of four products of f16. It then gave all others of `sums.cu` in `tests/hardware/instructions`, of bf16 and tf32 too. The size of a
/// product is the sum of its factors' exponents. Products of two other seeds then showed that a subnormal number has the exponent of the
/// smallest normal one, and that sums beyond an f32 are infinite.
pub(in crate::machine) fn floats(sum: f32, left: &[f32], right: &[f32], factor: Factor) -> f64 {
    let pairs = || left.iter().zip(right).map(|(&a, &b)| (f64::from(a), f64::from(b)));
    let plain: f64 = f64::from(sum) + pairs().map(|(a, b)| a * b).sum::<f64>();
    if !plain.is_finite() {
        return plain;
    }
    let least = least_exponent(factor);
    let size = |a: f64, b: f64| {
        if a * b == 0.0 { i32::MIN } else { exponent(a).max(least) + exponent(b).max(least) }
    };
    let of_sum = if sum == 0.0 { i32::MIN } else { exponent(sum.into()).max(f32::MIN_EXP - 1) };
    let largest = pairs().map(|(a, b)| size(a, b)).max().unwrap_or(i32::MIN).max(of_sum);
    if largest == i32::MIN {
        // Zeros, of which one that is not negative decides.
        return plain;
    }
    let last = largest - 23 - KEPT;
    let cut = |term: f64| (term * 2f64.powi(-last)) as i64;
    let exact = cut(sum.into()) + pairs().map(|(a, b)| cut(a * b)).sum::<i64>();
    exact as f64 * 2f64.powi(last)
}

/// The least f64 above every f32: 2^128.
const BEYOND: f64 = f32::MAX as f64 + (1u128 << 104) as f64;

/// The bits of a sum of floats. Beyond an f32 it is infinite. A NaN result is the one NaN that GPUs give.
pub(in crate::machine) fn float_bits(value: f64, sum: MatrixSum) -> u32 {
    match sum {
        MatrixSum::F16 => to_f16(value, Rounding::Nearest).into(),
        _ if value.is_finite() && value.abs() >= BEYOND => f32::INFINITY.copysign(value as f32).to_bits(),
        _ => rounded_to(value, Rounding::Zero).to_bits(),
    }
}

/// Adds products of integers to `sum`.
pub(in crate::machine) fn integers(sum: i32, left: &[i32], right: &[i32], saturates: bool) -> i32 {
    let products: i64 = left.iter().zip(right).map(|(&a, &b)| i64::from(a) * i64::from(b)).sum();
    let exact = i64::from(sum) + products;
    if saturates { exact.clamp(i32::MIN.into(), i32::MAX.into()) as i32 } else { exact as i32 }
}

/// Four bits as an element of a factor.
pub(in crate::machine) fn nibble(bits: u32, signed: bool) -> i32 {
    let unsigned = (bits & 15) as i32;
    if signed && unsigned > 7 { unsigned - 16 } else { unsigned }
}

/// A byte as an element of a factor.
pub(in crate::machine) fn byte(bits: u32, signed: bool) -> i32 {
    if signed { i32::from(bits as u8 as i8) } else { i32::from(bits as u8) }
}
