//! `cvt`: between integers, between floats, and across.

use super::bits::width_mask;
use super::half::{bf16_to_f32, f16_to_f32, to_bf16, to_f16};
use super::lanes;
use super::rounding::{flush, round_to};
use crate::isa::{Conversion, Rounding, Type};
use crate::lanes::{Lanes1, Lanes2};

fn to_integral(value: f64, rounding: Rounding) -> f64 {
    match rounding {
        Rounding::Nearest => value.round_ties_even(),
        Rounding::Zero => value.trunc(),
        Rounding::Down => value.floor(),
        Rounding::Up => value.ceil(),
    }
}

/// A number on its way from one type to another: integers and floats do not fit one machine type.
#[derive(Clone, Copy)]
enum Intermediate {
    Int(i128),
    Float(f64),
}

#[inline(always)]
fn read(bits: u64, ty: Type, ftz: bool) -> Intermediate {
    match ty {
        Type::U(n) | Type::B(n) => Intermediate::Int(i128::from(bits & width_mask(n))),
        Type::S(n) => Intermediate::Int(i128::from((bits << (64 - n)) as i64 >> (64 - n))),
        Type::F16 => Intermediate::Float(f16_to_f32(bits as u16).into()),
        Type::Bf16 => Intermediate::Float(bf16_to_f32(bits as u16).into()),
        Type::F32 => {
            let value = f32::from_bits(bits as u32);
            Intermediate::Float(if ftz { flush(value) } else { value }.into())
        }
        _ => Intermediate::Float(f64::from_bits(bits)),
    }
}

/// The integer as an f64 whose last bit records whether anything was lost, so that a second rounding is right.
fn int_to_odd(value: i128) -> f64 {
    let magnitude = value.unsigned_abs();
    let length = 128 - magnitude.leading_zeros();
    if length <= 53 {
        return value as f64;
    }
    let drop = length - 53;
    let lost = magnitude & ((1 << drop) - 1) != 0;
    let kept = (magnitude >> drop) | u128::from(lost);
    let result = kept as f64 * 2f64.powi(drop as i32);
    if value < 0 { -result } else { result }
}

/// Rounds to f64 in a direction.
fn int_to_f64(value: i128, rounding: Rounding) -> f64 {
    let nearest = value as f64;
    let back = nearest as i128;
    let towards = match rounding {
        Rounding::Nearest => return nearest,
        Rounding::Zero if value >= 0 => back > value,
        Rounding::Zero => back < value,
        Rounding::Down => back > value,
        Rounding::Up => back < value,
    };
    if !towards {
        return nearest;
    }
    let smaller = matches!(rounding, Rounding::Zero) || (rounding == Rounding::Down) == (value >= 0);
    f64::from_bits(if smaller { nearest.to_bits() - 1 } else { nearest.to_bits() + 1 })
}

#[inline(always)]
fn write(number: Intermediate, from: Type, to: Type, how: Conversion) -> u64 {
    let rounding = how.float.unwrap_or(Rounding::Nearest);
    match to {
        Type::U(n) | Type::B(n) | Type::S(n) => {
            let signed = to.signed();
            let (low, high) =
                if signed { (-(1i128 << (n - 1)), (1i128 << (n - 1)) - 1) } else { (0, (1i128 << n) - 1) };
            let value = match number {
                Intermediate::Int(value) if !how.sat => value,
                Intermediate::Int(value) => value.clamp(low, high),
                // The result for a NaN depends on the widths.
                Intermediate::Float(value) if value.is_nan() => {
                    if from == Type::F64 || n == 64 {
                        1i128 << (n - 1)
                    } else {
                        0
                    }
                }
                Intermediate::Float(value) => {
                    (to_integral(value, how.integral.unwrap_or(Rounding::Zero)) as i128).clamp(low, high)
                }
            };
            let bits = value as u64;
            if signed { ((bits << (64 - n)) as i64 >> (64 - n)) as u64 } else { bits & width_mask(n) }
        }
        _ => {
            let (mut value, exact_int) = match number {
                Intermediate::Int(value) => (int_to_odd(value), Some(value)),
                Intermediate::Float(value) => (how.integral.map_or(value, |r| to_integral(value, r)), None),
            };
            if how.sat {
                value = if value > 0.0 { value.min(1.0) } else { 0.0 };
            }
            match to {
                Type::F16 => to_f16(value, rounding).into(),
                Type::Bf16 => to_bf16(value, rounding).into(),
                Type::F32 => {
                    let bits = round_to(value, 8, 23, 0x7fff_ffff, rounding) as u32;
                    let result = f32::from_bits(bits);
                    if how.ftz { flush(result).to_bits().into() } else { bits.into() }
                }
                _ => match exact_int {
                    Some(int) if !how.sat => int_to_f64(int, rounding).to_bits(),
                    _ if value.is_nan() => 0x7ff8_0000_0000_0000,
                    _ => value.to_bits(),
                },
            }
        }
    }
}

/// Converts one lane, with any types and modifiers. The fast forms below agree with it.
pub fn convert_lane(bits: u64, to: Type, from: Type, how: Conversion) -> u64 {
    if to == Type::F64 && !how.sat {
        let (low, high) = (bits & 0x7f_ffff, bits >> 23 & 0xff);
        // A NaN keeps its sign and its payload, and becomes quiet.
        if from == Type::F32 && high == 0xff && low != 0 {
            return (bits >> 31 & 1) << 63 | 0x7ff8 << 48 | low << 29;
        }
        if from == Type::F64 && f64::from_bits(bits).is_nan() {
            return bits | 1 << 51;
        }
    }
    if to == Type::F32 && from == Type::F64 && !how.sat && f64::from_bits(bits).is_nan() {
        return (bits >> 63) << 31 | 0x7fc0_0000 | bits >> 29 & 0x3f_ffff;
    }
    write(read(bits, from, how.ftz), from, to, how)
}

/// Returns whether PTX has this conversion with these modifiers.
pub fn is_conversion(to: Type, from: Type, how: Conversion) -> bool {
    let integer = |ty: Type| matches!(ty, Type::U(_) | Type::S(_));
    let float = |ty: Type| matches!(ty, Type::F16 | Type::Bf16 | Type::F32 | Type::F64);
    if !(integer(to) || float(to)) || !(integer(from) || float(from)) {
        return false;
    }
    match (integer(to), integer(from)) {
        (true, true) => how.float.is_none() && how.integral.is_none() && !how.ftz,
        (true, false) => how.float.is_none() && how.integral.is_some(),
        (false, true) => how.float.is_some() && how.integral.is_none() && !how.ftz,
        // Narrowing needs a rounding; rounding to an integer keeps the type.
        (false, false) if to == from => how.float.is_none(),
        (false, false) if to.bits() > from.bits() => how.float.is_none() && how.integral.is_none(),
        (false, false) => how.float.is_some() && how.integral.is_none(),
    }
}

/// Returns a fast function for the most common conversions.
pub fn quick_conversion(to: Type, from: Type, how: Conversion) -> Option<Lanes1> {
    use Type::{F32, F64, S, U};
    if how.ftz || how.sat {
        return None;
    }
    Some(match (to, from, how.float, how.integral) {
        (
            U(8) | S(8) | U(16) | S(16) | U(32) | S(32) | U(64) | S(64),
            U(8) | S(8) | U(16) | S(16) | U(32) | S(32) | U(64) | S(64),
            None,
            None,
        ) => {
            let bits = from.bits().min(to.bits());
            // Widening follows the source's sign, narrowing the destination's.
            let signed = if from.bits() < to.bits() { from.signed() } else { to.signed() };
            match (bits, signed) {
                (8, false) => lanes!(|a| a & 0xff),
                (16, false) => lanes!(|a| a & 0xffff),
                (32, false) => lanes!(|a| a & 0xffff_ffff),
                (8, true) => lanes!(|a| a as i8 as u64),
                (16, true) => lanes!(|a| a as i16 as u64),
                (32, true) => lanes!(|a| a as i32 as u64),
                _ => lanes!(|a| a),
            }
        }
        (F32, S(32), Some(Rounding::Nearest), None) => lanes!(|a| (a as i32 as f32).to_bits().into()),
        (F32, U(32), Some(Rounding::Nearest), None) => lanes!(|a| (a as u32 as f32).to_bits().into()),
        (F64, S(32), Some(Rounding::Nearest), None) => lanes!(|a| f64::from(a as i32).to_bits()),
        (F64, U(32), Some(Rounding::Nearest), None) => lanes!(|a| f64::from(a as u32).to_bits()),
        (S(32), F32, None, Some(Rounding::Zero)) => lanes!(|a| (f32::from_bits(a as u32) as i32) as u64),
        (U(32), F32, None, Some(Rounding::Zero)) => lanes!(|a| (f32::from_bits(a as u32) as u32) as u64),
        _ => return None,
    })
}

/// `cvt.rn.f16x2.f32 d, a, b`: `a` in the upper half.
pub fn pack_halves(to: Type, rounding: Rounding, relu: bool) -> Option<Lanes2> {
    /// The value, or zero for a negative one if those are cut off; a NaN stays one.
    fn value(bits: u64, relu: bool) -> f64 {
        let value = f64::from(f32::from_bits(bits as u32));
        if relu && !value.is_nan() && value.is_sign_negative() { 0.0 } else { value }
    }
    macro_rules! pair {
        ($to:ident, $rounding:expr, $relu:expr) => {
            lanes!(|a, b| {
                let half = |bits| u64::from($to(value(bits, $relu), $rounding));
                half(a) << 16 | half(b)
            })
        };
    }
    Some(match (to, rounding, relu) {
        (Type::F16x2, Rounding::Nearest, false) => pair!(to_f16, Rounding::Nearest, false),
        (Type::F16x2, Rounding::Nearest, true) => pair!(to_f16, Rounding::Nearest, true),
        (Type::F16x2, Rounding::Zero, false) => pair!(to_f16, Rounding::Zero, false),
        (Type::F16x2, Rounding::Zero, true) => pair!(to_f16, Rounding::Zero, true),
        (Type::Bf16x2, Rounding::Nearest, false) => pair!(to_bf16, Rounding::Nearest, false),
        (Type::Bf16x2, Rounding::Nearest, true) => pair!(to_bf16, Rounding::Nearest, true),
        (Type::Bf16x2, Rounding::Zero, false) => pair!(to_bf16, Rounding::Zero, false),
        (Type::Bf16x2, Rounding::Zero, true) => pair!(to_bf16, Rounding::Zero, true),
        _ => return None,
    })
}
