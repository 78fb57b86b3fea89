//! Rounds an f64 to a narrower format.

use super::bits::width_mask;
use crate::isa::Rounding;

/// Returns the bits of `value` in a narrower binary format. `nan` is the format's NaN.
pub(super) fn round_to(value: f64, exponent_bits: u32, mantissa_bits: u32, nan: u64, rounding: Rounding) -> u64 {
    let negative = value.is_sign_negative();
    let sign = u64::from(negative) << (exponent_bits + mantissa_bits);
    let infinity = width_mask(exponent_bits) << mantissa_bits;
    if value.is_nan() {
        return nan;
    }
    if value.is_infinite() {
        return sign | infinity;
    }
    if value == 0.0 {
        return sign;
    }
    let bias = (1 << (exponent_bits - 1)) - 1;
    let bits = value.to_bits() & !(1 << 63);
    // An f64 subnormal is below every narrower format's smallest number: its exponent does not matter.
    let exponent = ((bits >> 52) as i32 - 1023).max(-1022);
    let mantissa = (bits & width_mask(52)) | 1 << 52;
    let lowest = 1 - bias;
    // Bits to drop; subnormal results drop more.
    let drop = (52 - mantissa_bits as i32 + (lowest - exponent).max(0)).min(62) as u32;
    let kept = mantissa >> drop;
    let rest = mantissa & width_mask(drop);
    let half = 1u64 << (drop - 1);
    let up = match rounding {
        Rounding::Nearest => rest > half || (rest == half && kept & 1 == 1),
        Rounding::Zero => false,
        Rounding::Down => negative && rest != 0,
        Rounding::Up => !negative && rest != 0,
    };
    let kept = kept + u64::from(up);
    // A carry out of the mantissa moves into the exponent by itself.
    let magnitude = if exponent < lowest {
        kept
    } else {
        (((exponent + bias) as u64) << mantissa_bits) + kept - (1 << mantissa_bits)
    };
    if magnitude >= infinity {
        let stays = match rounding {
            Rounding::Nearest => false,
            Rounding::Zero => true,
            Rounding::Down => !negative,
            Rounding::Up => negative,
        };
        return sign | if stays { infinity - 1 } else { infinity };
    }
    sign | magnitude
}

/// Returns the f32 that an exact value is rounded to.
pub fn rounded_to(exact: f64, rounding: Rounding) -> f32 {
    f32::from_bits(round_to(exact, 8, 23, 0x7fff_ffff, rounding) as u32)
}

/// Replaces a subnormal by a zero of its sign.
#[inline(always)]
pub(super) fn flush(value: f32) -> f32 {
    if value.is_subnormal() { f32::from_bits(value.to_bits() & 0x8000_0000) } else { value }
}
