//! The weighted sum of neighbouring texels, as it was measured on an H200.
//!
//! Weights are whole 256ths whose sum is 256. Integers are summed exactly and rounded to 16 bits. Floating-point numbers are aligned to
//! the largest exponent of those with a weight, what is far below is cut off, and their sum is rounded once.

use super::description::TextureElement;
use crate::alu::half::f16_to_f32;

/// The weights of up to eight texels, x fastest, by the 256ths along x, y and z.
pub(super) fn weights([x, y, z]: [u32; 3]) -> [u32; 8] {
    // Halves are rounded up on the right, and down on the left.
    let part = |whole: u32, of: u32, round: u32| (whole * of + round) >> 8;
    let mut out = [0; 8];
    for (slice, whole) in [256 - z, z].into_iter().enumerate() {
        let right = part(whole, x, 128);
        let left = whole - right;
        let (upper_right, upper_left) = (part(right, y, 128), part(left, y, 127));
        out[4 * slice..4 * slice + 4].copy_from_slice(&[
            left - upper_left,
            right - upper_right,
            upper_left,
            upper_right,
        ]);
    }
    out
}

/// The sum of `texels`, raw channels of one type that are read as numbers, as bits of an f32.
pub(super) fn sum(element: TextureElement, texels: &[u32], weights: &[u32]) -> u32 {
    let signed =
        |value: fn(u32) -> i64| texels.iter().zip(weights).map(|(&t, &w)| value(t) * i64::from(w)).sum::<i64>();
    match element {
        TextureElement::U8 => unsigned_part(signed(|t| i64::from(t as u8) * 257)),
        TextureElement::U16 => unsigned_part(signed(|t| i64::from(t as u16))),
        TextureElement::I8 => {
            let sum = signed(|t| i64::from(t as u8 as i8));
            // From 127 * 256 to 32767: nearly `sum * 32767 / 32512`.
            signed_part(sum + ((sum + (sum >> 12 << 4) + 64) >> 7))
        }
        TextureElement::I16 => signed_part((signed(|t| i64::from(t as u16 as i16)) + 128) >> 8),
        TextureElement::F16 => of_floats(texels, weights, &HALF, |t| f16_to_f32(t as u16)),
        _ => of_floats(texels, weights, &SINGLE, f32::from_bits),
    }
}

/// A sum of 256ths of 65535.
fn unsigned_part(sum: i64) -> u32 {
    ((((sum + 128) >> 8) as f64 / 65_535.0) as f32).to_bits()
}

/// A part of 32767.
fn signed_part(part: i64) -> u32 {
    ((part.max(-32_767) as f64 / 32_767.0) as f32).to_bits()
}

/// A type of floating-point numbers.
#[derive(Debug)]
struct FloatFormat {
    /// Digits of a number.
    digits: i32,
    /// Digits of the largest texel that are kept of all.
    aligned: i32,
    /// The exponent of the smallest normal number.
    least: i32,
    /// The exponent of the largest number.
    most: i32,
    /// Subnormal numbers are zero.
    flushes: bool,
    nan: u32,
}

const SINGLE: FloatFormat =
    FloatFormat { digits: 24, aligned: 27, least: -126, most: 127, flushes: true, nan: 0x7fff_ffff };
const HALF: FloatFormat =
    FloatFormat { digits: 11, aligned: 14, least: -14, most: 15, flushes: false, nan: 0x7fff_e000 };

/// An exact sum: a whole number of powers of two.
#[derive(Debug, Clone, Copy)]
struct Scaled {
    number: i128,
    exponent: i32,
}

fn of_floats(texels: &[u32], weights: &[u32], format: &FloatFormat, value: fn(u32) -> f32) -> u32 {
    let used = || texels.iter().zip(weights).filter(|(_, w)| **w != 0).map(|(&t, &w)| (value(t), w));
    let all = || texels.iter().zip(weights).map(|(&t, &w)| (value(t), w));
    if all().any(|(t, _)| !t.is_finite()) {
        // A product of infinity and a weight of zero is a NaN.
        let nan = all().any(|(t, w)| t.is_nan() || t.is_infinite() && w == 0);
        let infinite = |sign: f32| used().any(|(t, _)| t.is_infinite() && t.signum() == sign);
        return match (nan, infinite(1.0), infinite(-1.0)) {
            (false, true, false) => f32::INFINITY.to_bits(),
            (false, false, true) => f32::NEG_INFINITY.to_bits(),
            _ => format.nan,
        };
    }
    // The four texels of a slice are summed together, and then the two slices.
    let slices = texels.chunks(4).zip(weights.chunks(4)).map(|(texels, weights)| slice(texels, weights, format, value));
    let Some(total) = slices.flatten().reduce(plus) else {
        let all_negative = used().all(|(t, _)| t.is_sign_negative());
        return if all_negative { 0x8000_0000 } else { 0 };
    };
    rounded(total, format)
}

/// The sum of up to four texels, each cut off far below the largest; `None` if all of them are zero.
fn slice(texels: &[u32], weights: &[u32], format: &FloatFormat, value: fn(u32) -> f32) -> Option<Scaled> {
    let parts = texels.iter().zip(weights).filter(|(_, w)| **w != 0).filter_map(|(&t, &w)| {
        let t = value(t);
        let zero = t == 0.0 || format.flushes && t.is_subnormal();
        (!zero).then(|| (exponent_of(t).max(format.least), f64::from(t), w))
    });
    let largest = parts.clone().map(|(exponent, ..)| exponent).max()?;
    let unit = largest - format.aligned;
    let number = parts.map(|(_, t, w)| (t * 2.0_f64.powi(-unit)).trunc() as i128 * i128::from(w)).sum();
    Some(Scaled { number, exponent: unit - 8 })
}

fn exponent_of(value: f32) -> i32 {
    let bits = f64::from(value).to_bits();
    (bits >> 52 & 0x7ff) as i32 - 1023
}

/// The sum; what is far below the larger unit is cut off.
fn plus(a: Scaled, b: Scaled) -> Scaled {
    /// Digits below the larger unit.
    const BELOW: i32 = 64;
    let exponent = a.exponent.min(b.exponent).max(a.exponent.max(b.exponent) - BELOW);
    let at = |s: Scaled| match s.exponent - exponent {
        up @ 0.. => s.number << up,
        down => s.number >> (-down).min(127),
    };
    Scaled { number: at(a) + at(b), exponent }
}

/// Rounds to the nearest number of the format, halves away from zero.
fn rounded(Scaled { number, exponent }: Scaled, format: &FloatFormat) -> u32 {
    if number == 0 {
        return 0;
    }
    let sign = if number < 0 { 0x8000_0000 } else { 0 };
    let magnitude = number.unsigned_abs();
    let top = exponent + 127 - magnitude.leading_zeros() as i32;
    let unit = top.max(format.least) - format.digits + 1;
    let kept = match unit - exponent {
        drop @ 1.. if drop < 128 => (magnitude + (1 << (drop - 1))) >> drop,
        1.. => 0,
        up => magnitude << -up,
    };
    let value = kept as f64 * 2.0_f64.powi(unit);
    if value >= 2.0_f64.powi(format.most + 1) {
        return sign | f32::INFINITY.to_bits();
    }
    let value = value as f32;
    if format.flushes && value.is_subnormal() { sign } else { sign | value.to_bits() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_whole_256ths_with_a_sum_of_256() {
        assert_eq!(weights([0, 0, 0]), [256, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(weights([64, 0, 0]), [192, 64, 0, 0, 0, 0, 0, 0]);
        // 128 * 1 / 256 is rounded up on the right; on the left there is nothing left.
        assert_eq!(weights([128, 1, 0]), [128, 127, 0, 1, 0, 0, 0, 0]);
        assert_eq!(weights([128, 128, 128]), [32; 8]);
        // As an H200 gave them.
        assert_eq!(weights([53, 130, 1]), [99, 26, 103, 27, 0, 0, 1, 0]);
        assert_eq!(weights([255, 255, 78]), [0, 1, 1, 176, 0, 0, 0, 78]);
        for x in 0..256 {
            for y in 0..256 {
                assert_eq!(weights([x, y, 77]).iter().sum::<u32>(), 256, "{x} {y}");
            }
        }
    }

    fn single(texels: &[f32], weights: &[u32]) -> f32 {
        let texels: Vec<u32> = texels.iter().map(|texel| texel.to_bits()).collect();
        f32::from_bits(sum(TextureElement::F32, &texels, weights))
    }

    #[test]
    fn floats_are_aligned_to_the_largest_summed_and_rounded_once() {
        assert_eq!(single(&[0.0, 1.0], &[192, 64]), 0.25);
        assert_eq!(single(&[-1.0, 3.0], &[128, 128]), 1.0);
        // 1 is 2^-28 of the other: it is cut off, though the sum could hold its half if that were exact.
        let large = (1u32 << 28) as f32;
        assert_eq!(single(&[large, 1.0], &[128, 128]), large / 2.0);
        assert_eq!(single(&[large, 1.0, -large, 0.0], &[64, 128, 64, 0]), 0.0);
        // A texel without a weight aligns nothing, and one that is infinite spoils the sum.
        assert_eq!(single(&[1.0, large], &[256, 0]), 1.0);
        assert!(single(&[1.0, f32::INFINITY], &[256, 0]).is_nan());
        assert_eq!(single(&[1.0, f32::INFINITY], &[255, 1]), f32::INFINITY);
        // A tie is rounded away from zero: (1 + 2^-23 + 1) / 2.
        let next = f32::from_bits(1.0_f32.to_bits() + 1);
        assert_eq!(single(&[1.0, next], &[128, 128]), next);
        assert_eq!(single(&[-1.0, -next], &[128, 128]), -next);
        // Subnormal numbers are zero, of which a sum of negative ones keeps the sign.
        let tiny = f32::from_bits(1);
        assert_eq!(single(&[-tiny], &[256]).to_bits(), 0x8000_0000);
        assert_eq!(single(&[tiny, 1.0], &[128, 128]), 0.5);
    }

    #[test]
    fn integers_are_summed_exactly_and_rounded_to_16_bits() {
        let of = |element, texels: &[u32], weights: &[u32]| f64::from(f32::from_bits(sum(element, texels, weights)));
        let near = |value: f64, part: f64| assert!((value - part).abs() < 1e-7, "{value} {part}");
        // 100 * 257 and 101 * 257: 25828.5, and halves go up.
        near(of(TextureElement::U8, &[100, 101], &[128, 128]), 25_829.0 / 65_535.0);
        near(of(TextureElement::U16, &[100, 101], &[128, 128]), 101.0 / 65_535.0);
        near(
            of(TextureElement::I16, &[(-100i16) as u16 as u32, (-101i16) as u16 as u32], &[128, 128]),
            -100.0 / 32_767.0,
        );
        near(of(TextureElement::I8, &[127, 127], &[128, 128]), 1.0);
        near(of(TextureElement::I8, &[0x80, 0x80], &[128, 128]), -1.0);
        // As an H200 gave them.
        near(of(TextureElement::I8, &[64], &[256]), 16_513.0 / 32_767.0);
        near(of(TextureElement::I8, &[0xc0], &[256]), -16_512.0 / 32_767.0);
        near(of(TextureElement::I8, &[1, 37], &[233, 23]), 1_092.0 / 32_767.0);
    }
}
