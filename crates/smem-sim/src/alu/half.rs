//! 16-bit floating point: conversion, and arithmetic rounded once.

use super::exact::sum_to_odd;
use super::lanes;
use super::rounding::round_to;
use crate::isa::Rounding;
use crate::isa::Type;
use crate::lanes::{Lanes1, Lanes2, Lanes3};

pub fn f16_to_f32(half: u16) -> f32 {
    let sign = u32::from(half >> 15) << 31;
    let exponent = u32::from(half >> 10 & 31);
    let mantissa = u32::from(half & 0x3ff);
    match exponent {
        0 => {
            let value = mantissa as f32 / 16_777_216.0;
            f32::from_bits(value.to_bits() | sign)
        }
        31 => f32::from_bits(sign | 0x7f80_0000 | mantissa << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | mantissa << 13),
    }
}

pub fn bf16_to_f32(half: u16) -> f32 {
    f32::from_bits(u32::from(half) << 16)
}

pub fn to_f16(value: f64, rounding: Rounding) -> u16 {
    round_to(value, 5, 10, 0x7fff, rounding) as u16
}

pub fn to_bf16(value: f64, rounding: Rounding) -> u16 {
    round_to(value, 8, 7, 0x7fff, rounding) as u16
}

trait HalfFormat {
    fn read(bits: u64) -> f64;
    fn write(value: f64) -> u64;
}

struct F16;
struct Bf16;

impl HalfFormat for F16 {
    fn read(bits: u64) -> f64 {
        f16_to_f32(bits as u16).into()
    }
    fn write(value: f64) -> u64 {
        to_f16(value, Rounding::Nearest).into()
    }
}

impl HalfFormat for Bf16 {
    fn read(bits: u64) -> f64 {
        bf16_to_f32(bits as u16).into()
    }
    fn write(value: f64) -> u64 {
        to_bf16(value, Rounding::Nearest).into()
    }
}

fn apply2<H: HalfFormat>(a: u64, b: u64, f: impl Fn(f64, f64) -> f64) -> u64 {
    H::write(f(H::read(a), H::read(b)))
}

fn multiply_add<H: HalfFormat>(a: u64, b: u64, c: u64) -> u64 {
    // The product of two halves is exact in f64.
    H::write(sum_to_odd(H::read(a) * H::read(b), H::read(c)))
}

fn both2(a: u64, b: u64, f: impl Fn(u64, u64) -> u64) -> u64 {
    f(a & 0xffff, b & 0xffff) | f(a >> 16 & 0xffff, b >> 16 & 0xffff) << 16
}

fn both3(a: u64, b: u64, c: u64, f: impl Fn(u64, u64, u64) -> u64) -> u64 {
    f(a & 0xffff, b & 0xffff, c & 0xffff) | f(a >> 16 & 0xffff, b >> 16 & 0xffff, c >> 16 & 0xffff) << 16
}

/// The smaller, or the one that is a number; -0 is below +0.
pub fn smaller<T: Copy + Into<f64>>(a: T, b: T) -> T {
    let (x, y): (f64, f64) = (a.into(), b.into());
    if x.is_nan() {
        b
    } else if y.is_nan() || x < y || (x == y && x.is_sign_negative()) {
        a
    } else {
        b
    }
}

/// The larger, or the one that is a number; +0 is above -0.
pub fn larger<T: Copy + Into<f64>>(a: T, b: T) -> T {
    let (x, y): (f64, f64) = (a.into(), b.into());
    if x.is_nan() {
        b
    } else if y.is_nan() || x > y || (x == y && x.is_sign_positive()) {
        a
    } else {
        b
    }
}

/// Defines an operation on one number for each of the four types.
macro_rules! one {
    ($name:ident, $f:expr) => {
        pub fn $name(ty: Type) -> Option<Lanes1> {
            fn apply<H: HalfFormat>(a: u64) -> u64 {
                H::write($f(H::read(a)))
            }
            Some(match ty {
                Type::F16 => lanes!(|a| apply::<F16>(a)),
                Type::F16x2 => lanes!(|a| both2(a, 0, |a, _| apply::<F16>(a))),
                Type::Bf16 => lanes!(|a| apply::<Bf16>(a)),
                Type::Bf16x2 => lanes!(|a| both2(a, 0, |a, _| apply::<Bf16>(a))),
                _ => return None,
            })
        }
    };
}

// Assemblers make sums with zero of them, which give the one NaN of sums.
one!(neg, |a: f64| -a);
one!(abs, f64::abs);

/// Defines an operation on two numbers for each of the four types.
macro_rules! two {
    ($name:ident, $f:expr) => {
        pub fn $name(ty: Type) -> Option<Lanes2> {
            Some(match ty {
                Type::F16 => lanes!(|a, b| apply2::<F16>(a, b, $f)),
                Type::F16x2 => lanes!(|a, b| both2(a, b, |a, b| apply2::<F16>(a, b, $f))),
                Type::Bf16 => lanes!(|a, b| apply2::<Bf16>(a, b, $f)),
                Type::Bf16x2 => lanes!(|a, b| both2(a, b, |a, b| apply2::<Bf16>(a, b, $f))),
                _ => return None,
            })
        }
    };
}

// Sums of bf16 can need more than 53 bits.
two!(add, sum_to_odd);
two!(sub, |a, b| sum_to_odd(a, -b));
two!(mul, |a, b| a * b);
two!(min, smaller);
two!(max, larger);

/// The smallest or the largest of three.
pub fn choose3(ty: Type, least: bool) -> Option<Lanes3> {
    macro_rules! three {
        ($format:ty, $choose:ident) => {
            lanes!(|a, b, c| both3(a, b, c, |a, b, c| {
                let read = <$format as HalfFormat>::read;
                <$format as HalfFormat>::write($choose($choose(read(a), read(b)), read(c)))
            }))
        };
    }
    Some(match (ty, least) {
        (Type::F16x2, true) => three!(F16, smaller),
        (Type::F16x2, false) => three!(F16, larger),
        (Type::Bf16x2, true) => three!(Bf16, smaller),
        (Type::Bf16x2, false) => three!(Bf16, larger),
        _ => return None,
    })
}

pub fn fma(ty: Type) -> Option<Lanes3> {
    Some(match ty {
        Type::F16 => lanes!(|a, b, c| multiply_add::<F16>(a, b, c)),
        Type::F16x2 => lanes!(|a, b, c| both3(a, b, c, multiply_add::<F16>)),
        Type::Bf16 => lanes!(|a, b, c| multiply_add::<Bf16>(a, b, c)),
        Type::Bf16x2 => lanes!(|a, b, c| both3(a, b, c, multiply_add::<Bf16>)),
        _ => return None,
    })
}

/// Not below zero; a NaN stays one.
pub fn fma_positive(ty: Type) -> Option<Lanes3> {
    fn positive<H: HalfFormat>(a: u64, b: u64, c: u64) -> u64 {
        let value = sum_to_odd(H::read(a) * H::read(b), H::read(c));
        H::write(if value.is_nan() || value > 0.0 { value } else { 0.0 })
    }
    Some(match ty {
        Type::F16 => lanes!(|a, b, c| positive::<F16>(a, b, c)),
        Type::F16x2 => lanes!(|a, b, c| both3(a, b, c, positive::<F16>)),
        Type::Bf16 => lanes!(|a, b, c| positive::<Bf16>(a, b, c)),
        Type::Bf16x2 => lanes!(|a, b, c| both3(a, b, c, positive::<Bf16>)),
        _ => return None,
    })
}

/// A function of the special unit on one number or on both of a pair, in the host's precision, rounded once.
macro_rules! approximate {
    ($name:ident, $of_half:ident, $f:expr, $bf16:expr) => {
        /// Of the lower half of a register or the upper one, to the lower half.
        pub fn $of_half(bf16: bool, upper: bool) -> Lanes1 {
            match (bf16, upper) {
                (false, false) => lanes!(|a| F16::write($f(F16::read(a)))),
                (false, true) => lanes!(|a| F16::write($f(F16::read(a >> 16)))),
                (true, false) => lanes!(|a| Bf16::write($bf16($f(Bf16::read(a))))),
                (true, true) => lanes!(|a| Bf16::write($bf16($f(Bf16::read(a >> 16))))),
            }
        }

        pub fn $name(ty: Type) -> Option<Lanes1> {
            Some(match ty {
                Type::F16 => lanes!(|a| F16::write($f(F16::read(a)))),
                Type::F16x2 => lanes!(|a| both2(a, 0, |a, _| F16::write($f(F16::read(a))))),
                Type::Bf16 => lanes!(|a| Bf16::write($bf16($f(Bf16::read(a))))),
                Type::Bf16x2 => lanes!(|a| both2(a, 0, |a, _| Bf16::write($bf16($f(Bf16::read(a)))))),
                _ => return None,
            })
        }
    };
}

/// A power of two as bf16, of which subnormal ones are zero.
fn without_subnormals(value: f64) -> f64 {
    if value < f64::from(f32::MIN_POSITIVE) { 0.0 } else { value }
}

approximate!(tanh, tanh_of_half, f64::tanh, std::convert::identity);
approximate!(exp2, exp2_of_half, f64::exp2, without_subnormals);

/// Two sums, for `atom.add.f16x2`.
pub fn half_add(a: u64, b: u64) -> u64 {
    both2(a, b, |a, b| apply2::<F16>(a, b, sum_to_odd))
}

/// Adds both bf16 of two pairs.
pub fn bf16_add(a: u64, b: u64) -> u64 {
    both2(a, b, |a, b| apply2::<Bf16>(a, b, sum_to_odd))
}

/// The number that 16 bits are, as f16 or as bf16.
pub fn half_value(bits: u32, bf16: bool) -> f64 {
    if bf16 { bf16_to_f32(bits as u16) } else { f16_to_f32(bits as u16) }.into()
}
