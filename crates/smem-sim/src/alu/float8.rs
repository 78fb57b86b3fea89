//! Floating-point numbers of 8 bits, with 4 bits of exponent or with 5, alone and two in a half register.

use super::half::{f16_to_f32, to_f16};
use super::lanes;
use crate::isa::{Float8, Rounding};
use crate::lanes::{Lanes1, Lanes2, Lanes3};

/// The value of a number. E5M2 is the upper half of an f16; E4M3 has no infinity, and one NaN.
pub fn float8_value(bits: u8, format: Float8) -> f32 {
    let bits = u32::from(bits);
    match format {
        Float8::E5M2 => f16_to_f32((bits << 8) as u16),
        Float8::E4M3 if bits & 0x7f == 0x7f => f32::NAN,
        // Its exponent begins 8 below that of an f16, whose numbers below 2^-14 it has as well.
        Float8::E4M3 => f16_to_f32(((bits & 0x80) << 8 | (bits & 0x7f) << 7) as u16) * 256.0,
    }
}

/// The one NaN that conversions give.
const NAN: u8 = 0x7f;

/// The nearest number, the even one of two, and the largest finite one for all beyond it. `RELU`: zero for a negative one.
fn to_float8(value: f32, format: Float8, relu: bool) -> u8 {
    if value.is_nan() {
        return NAN;
    }
    if relu && value.is_sign_negative() {
        return 0;
    }
    // The exponent of the smallest normal number, bits of the fraction, and the largest finite number.
    let (least, fraction, largest) = match format {
        Float8::E4M3 => (-6, 3, 0x7e),
        Float8::E5M2 => (-14, 2, 0x7b),
    };
    let sign = if value.is_sign_negative() { 0x80 } else { 0 };
    let magnitude = f64::from(value.abs());
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(least);
    // Subnormal numbers are steps of the least exponent; each exponent above begins 2^fraction steps later.
    let steps_of_one = f64::from_bits(((1023 + fraction - exponent) as u64) << 52);
    let steps = (magnitude * steps_of_one).round_ties_even();
    let code = f64::from((exponent - least) << fraction) + steps;
    sign | code.min(f64::from(largest)) as u8
}

/// Two numbers in the low half of a result, whose upper half is the lower one of `below`.
fn merged([upper, lower]: [f32; 2], format: Float8, relu: bool, below: u64) -> u64 {
    let pair = u64::from(to_float8(upper, format, relu)) << 8 | u64::from(to_float8(lower, format, relu));
    (below & 0xffff) << 16 | pair
}

fn halves(bits: u64) -> [f32; 2] {
    [f16_to_f32((bits >> 16) as u16), f16_to_f32(bits as u16)]
}

/// Conversion of two f32: `a` goes to bits 8 to 15, `b` below, and the lower half of `c` to the upper half.
pub fn pack_float8(format: Float8, relu: bool) -> Lanes3 {
    fn value(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }
    match (format, relu) {
        (Float8::E4M3, false) => lanes!(|a, b, c| merged([value(a), value(b)], Float8::E4M3, false, c)),
        (Float8::E4M3, true) => lanes!(|a, b, c| merged([value(a), value(b)], Float8::E4M3, true, c)),
        (Float8::E5M2, false) => lanes!(|a, b, c| merged([value(a), value(b)], Float8::E5M2, false, c)),
        (Float8::E5M2, true) => lanes!(|a, b, c| merged([value(a), value(b)], Float8::E5M2, true, c)),
    }
}

/// Conversion of both halves of `a` as f16; the lower half of `b` goes to the upper half.
pub fn halves_to_float8(format: Float8, relu: bool) -> Lanes2 {
    match (format, relu) {
        (Float8::E4M3, false) => lanes!(|a, b| merged(halves(a), Float8::E4M3, false, b)),
        (Float8::E4M3, true) => lanes!(|a, b| merged(halves(a), Float8::E4M3, true, b)),
        (Float8::E5M2, false) => lanes!(|a, b| merged(halves(a), Float8::E5M2, false, b)),
        (Float8::E5M2, true) => lanes!(|a, b| merged(halves(a), Float8::E5M2, true, b)),
    }
}

/// Both numbers of the low half as f16, which holds each of them.
fn unpacked(bits: u64, format: Float8, relu: bool) -> u64 {
    let half = |bits: u64| match float8_value(bits as u8, format) {
        value if value.is_nan() => 0x7fff,
        value if relu && value.is_sign_negative() => 0,
        value => u64::from(to_f16(value.into(), Rounding::Nearest)),
    };
    half(bits >> 8) << 16 | half(bits)
}

/// Conversion of the two numbers in the lower half of a register, or in the upper one, to f16.
pub fn float8_to_halves(format: Float8, relu: bool, upper: bool) -> Lanes1 {
    match (format, relu, upper) {
        (Float8::E4M3, false, false) => lanes!(|a| unpacked(a, Float8::E4M3, false)),
        (Float8::E4M3, false, true) => lanes!(|a| unpacked(a >> 16, Float8::E4M3, false)),
        (Float8::E4M3, true, false) => lanes!(|a| unpacked(a, Float8::E4M3, true)),
        (Float8::E4M3, true, true) => lanes!(|a| unpacked(a >> 16, Float8::E4M3, true)),
        (Float8::E5M2, false, false) => lanes!(|a| unpacked(a, Float8::E5M2, false)),
        (Float8::E5M2, false, true) => lanes!(|a| unpacked(a >> 16, Float8::E5M2, false)),
        (Float8::E5M2, true, false) => lanes!(|a| unpacked(a, Float8::E5M2, true)),
        (Float8::E5M2, true, true) => lanes!(|a| unpacked(a >> 16, Float8::E5M2, true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FORMATS: [Float8; 2] = [Float8::E4M3, Float8::E5M2];

    fn is_finite(bits: u8, format: Float8) -> bool {
        float8_value(bits, format).is_finite()
    }

    #[test]
    fn every_finite_number_is_its_own_nearest() {
        for format in FORMATS {
            for bits in (0..=255).filter(|&bits| is_finite(bits, format)) {
                let value = float8_value(bits, format);
                assert_eq!(to_float8(value, format, false), bits, "{value} as {format:?}");
                assert_eq!(to_float8(value, format, true), if bits < 0x80 { bits } else { 0 });
            }
        }
    }

    #[test]
    fn numbers_beyond_the_range_become_its_ends() {
        for (format, largest, end) in [(Float8::E4M3, 448.0, 0x7e), (Float8::E5M2, 57344.0, 0x7b)] {
            assert_eq!(float8_value(end, format), largest);
            for beyond in [largest * 1.1, largest * 4.0, f32::MAX, f32::INFINITY] {
                assert_eq!(to_float8(beyond, format, false), end);
                assert_eq!(to_float8(-beyond, format, false), end | 0x80);
            }
            assert_eq!([to_float8(f32::NAN, format, false), to_float8(-f32::NAN, format, true)], [NAN; 2]);
        }
    }

    #[test]
    fn halfway_between_two_numbers_the_even_one_is_taken() {
        for format in FORMATS {
            for bits in (0..0x7f).filter(|&bits| is_finite(bits + 1, format)) {
                let middle = (float8_value(bits, format) + float8_value(bits + 1, format)) / 2.0;
                assert_eq!(to_float8(middle, format, false), bits + bits % 2, "{middle} as {format:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn no_other_number_is_nearer(bits in any::<u32>(), exponent in 100u32..145) {
            // Most f32 are far outside of the range: one of any exponent, and one of those near it.
            for value in [f32::from_bits(bits), f32::from_bits(bits & 0x807f_ffff | exponent << 23)] {
                for format in FORMATS {
                    prop_assume!(!value.is_nan());
                    let distance = |bits: u8| (f64::from(float8_value(bits, format)) - f64::from(value)).abs();
                    let taken = to_float8(value, format, false);
                    prop_assert!(is_finite(taken, format));
                    if value.is_finite() {
                        let others = (0..=255).filter(|&other| is_finite(other, format));
                        prop_assert!(others.map(distance).all(|other| other >= distance(taken)), "{value} as {format:?}");
                    }
                }
            }
        }
    }
}
