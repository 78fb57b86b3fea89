//! Integer arithmetic, logic and shifts.

#![allow(clippy::unnecessary_cast, reason = "one line serves every width")]

use super::bits::{bfe, bfi, bfind, bmsk, fns, lop3, prmt, shf, szext};
use super::lanes;
use crate::isa::Type;
use crate::lanes::{Lanes1, Lanes2, Lanes3};

/// Which half of a product is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Low,
    High,
    Wide,
}

/// A signed result as a register holds it: zero-extended.
macro_rules! reg {
    (i16, $e:expr) => {
        ($e) as i16 as u16 as u64
    };
    (i32, $e:expr) => {
        ($e) as i32 as u32 as u64
    };
}

/// One function for each of several types, whose lanes are `T`: `by_type!(ty, T, [U(32) => u32], { lanes!(|a| a as T ..) })`.
macro_rules! by_type {
    ($ty:expr, $T:ident, [$($kind:pat => $t:tt),*], $body:tt) => {
        match $ty {
            $($kind => { by_type!(@alias $T, $t, $body) })*
            _ => return None,
        }
    };
    (@body { $e:expr }) => { $e };
    (@alias $T:ident, $t:tt, $body:tt) => {{
        #[allow(non_camel_case_types)]
        type $T = $t;
        by_type!(@body $body)
    }};
}

use Type::{B, S, U};

fn div<T: PartialEq + Default>(b: T, quotient: impl FnOnce() -> T, none: T) -> T {
    if b == T::default() { none } else { quotient() }
}

pub(crate) fn integer1(op: &str, ty: Type) -> Option<Lanes1> {
    Some(match (op, ty) {
        ("neg", S(16)) => lanes!(|a| (a as u16).wrapping_neg().into()),
        ("neg", S(32)) => lanes!(|a| (a as u32).wrapping_neg().into()),
        ("neg", S(64)) => lanes!(|a| a.wrapping_neg()),
        ("abs", S(16)) => lanes!(|a| (a as i16).wrapping_abs() as u16 as u64),
        ("abs", S(32)) => lanes!(|a| (a as i32).wrapping_abs() as u32 as u64),
        ("abs", S(64)) => lanes!(|a| (a as i64).wrapping_abs() as u64),
        ("not", B(16)) => lanes!(|a| !(a as u16) as u64),
        ("not", B(32)) => lanes!(|a| !(a as u32) as u64),
        ("not", B(64)) => lanes!(|a| !a),
        ("cnot", B(16)) => lanes!(|a| u64::from(a as u16 == 0)),
        ("cnot", B(32)) => lanes!(|a| u64::from(a as u32 == 0)),
        ("cnot", B(64)) => lanes!(|a| u64::from(a == 0)),
        ("popc", B(32)) => lanes!(|a| (a as u32).count_ones().into()),
        ("popc", B(64)) => lanes!(|a| a.count_ones().into()),
        ("clz", B(32)) => lanes!(|a| (a as u32).leading_zeros().into()),
        ("clz", B(64)) => lanes!(|a| a.leading_zeros().into()),
        ("brev", B(32)) => lanes!(|a| (a as u32).reverse_bits().into()),
        ("brev", B(64)) => lanes!(|a| a.reverse_bits()),
        ("bfind", U(32)) => lanes!(|a| bfind(a, 32, false, false)),
        ("bfind", U(64)) => lanes!(|a| bfind(a, 64, false, false)),
        ("bfind", S(32)) => lanes!(|a| bfind(a, 32, true, false)),
        ("bfind", S(64)) => lanes!(|a| bfind(a, 64, true, false)),
        ("bfind.shiftamt", U(32)) => lanes!(|a| bfind(a, 32, false, true)),
        ("bfind.shiftamt", U(64)) => lanes!(|a| bfind(a, 64, false, true)),
        ("bfind.shiftamt", S(32)) => lanes!(|a| bfind(a, 32, true, true)),
        ("bfind.shiftamt", S(64)) => lanes!(|a| bfind(a, 64, true, true)),
        ("mov", B(16) | U(16) | S(16) | Type::F16 | Type::Bf16) => lanes!(|a| a & 0xffff),
        ("mov", B(32) | U(32) | S(32) | Type::F32 | Type::F16x2 | Type::Bf16x2) => lanes!(|a| a & 0xffff_ffff),
        ("mov", B(64) | U(64) | S(64) | Type::F64) => lanes!(|a| a),
        _ => return None,
    })
}

pub(crate) fn integer2(op: &str, ty: Type) -> Option<Lanes2> {
    Some(match op {
        "add" => by_type!(ty, T, [U(16) | S(16) => u16, U(32) | S(32) => u32, U(64) | S(64) => u64],
            { lanes!(|a, b| (a as T).wrapping_add(b as T) as u64) }),
        "add.sat" if ty == S(32) => lanes!(|a, b| reg!(i32, (a as i32).saturating_add(b as i32))),
        "sub" => by_type!(ty, T, [U(16) | S(16) => u16, U(32) | S(32) => u32, U(64) | S(64) => u64],
            { lanes!(|a, b| (a as T).wrapping_sub(b as T) as u64) }),
        "sub.sat" if ty == S(32) => lanes!(|a, b| reg!(i32, (a as i32).saturating_sub(b as i32))),
        // Division by zero is unspecified; GPUs give all ones, and the dividend as the remainder.
        "div" => match ty {
            U(16) => lanes!(|a, b| div(b as u16, || a as u16 / b as u16, u16::MAX).into()),
            U(32) => lanes!(|a, b| div(b as u32, || a as u32 / b as u32, u32::MAX).into()),
            U(64) => lanes!(|a, b| div(b, || a / b, u64::MAX)),
            S(16) => lanes!(|a, b| reg!(i16, div(b as i16, || (a as i16).wrapping_div(b as i16), -1))),
            S(32) => lanes!(|a, b| reg!(i32, div(b as i32, || (a as i32).wrapping_div(b as i32), -1))),
            S(64) => lanes!(|a, b| div(b as i64, || (a as i64).wrapping_div(b as i64), -1) as u64),
            _ => return None,
        },
        "rem" => match ty {
            U(16) => lanes!(|a, b| div(b as u16, || a as u16 % b as u16, a as u16).into()),
            U(32) => lanes!(|a, b| div(b as u32, || a as u32 % b as u32, a as u32).into()),
            U(64) => lanes!(|a, b| div(b, || a % b, a)),
            S(16) => lanes!(|a, b| reg!(i16, div(b as i16, || (a as i16).wrapping_rem(b as i16), a as i16))),
            S(32) => lanes!(|a, b| reg!(i32, div(b as i32, || (a as i32).wrapping_rem(b as i32), a as i32))),
            S(64) => lanes!(|a, b| div(b as i64, || (a as i64).wrapping_rem(b as i64), a as i64) as u64),
            _ => return None,
        },
        "min" => match ty {
            U(16) => lanes!(|a, b| (a as u16).min(b as u16).into()),
            U(32) => lanes!(|a, b| (a as u32).min(b as u32).into()),
            U(64) => lanes!(|a, b| a.min(b)),
            S(16) => lanes!(|a, b| reg!(i16, (a as i16).min(b as i16))),
            S(32) => lanes!(|a, b| reg!(i32, (a as i32).min(b as i32))),
            S(64) => lanes!(|a, b| (a as i64).min(b as i64) as u64),
            _ => return None,
        },
        "max" => match ty {
            U(16) => lanes!(|a, b| (a as u16).max(b as u16).into()),
            U(32) => lanes!(|a, b| (a as u32).max(b as u32).into()),
            U(64) => lanes!(|a, b| a.max(b)),
            S(16) => lanes!(|a, b| reg!(i16, (a as i16).max(b as i16))),
            S(32) => lanes!(|a, b| reg!(i32, (a as i32).max(b as i32))),
            S(64) => lanes!(|a, b| (a as i64).max(b as i64) as u64),
            _ => return None,
        },
        "and" => by_type!(ty, T, [B(16) => u16, B(32) => u32, B(64) => u64], { lanes!(|a, b| (a & b) as T as u64) }),
        "or" => by_type!(ty, T, [B(16) => u16, B(32) => u32, B(64) => u64], { lanes!(|a, b| (a | b) as T as u64) }),
        "xor" => by_type!(ty, T, [B(16) => u16, B(32) => u32, B(64) => u64], { lanes!(|a, b| (a ^ b) as T as u64) }),
        // Shift amounts are 32-bit whatever the type, and clamp.
        "shl" => match ty {
            B(16) => lanes!(|a, b| (a as u16).checked_shl(b as u32).unwrap_or(0).into()),
            B(32) => lanes!(|a, b| (a as u32).checked_shl(b as u32).unwrap_or(0).into()),
            B(64) => lanes!(|a, b| a.checked_shl(b as u32).unwrap_or(0)),
            _ => return None,
        },
        "shr" => match ty {
            B(16) | U(16) => lanes!(|a, b| (a as u16).checked_shr(b as u32).unwrap_or(0).into()),
            B(32) | U(32) => lanes!(|a, b| (a as u32).checked_shr(b as u32).unwrap_or(0).into()),
            B(64) | U(64) => lanes!(|a, b| a.checked_shr(b as u32).unwrap_or(0)),
            S(16) => lanes!(|a, b| reg!(i16, (a as i16) >> (b as u32).min(15))),
            S(32) => lanes!(|a, b| reg!(i32, (a as i32) >> (b as u32).min(31))),
            S(64) => lanes!(|a, b| ((a as i64) >> (b as u32).min(63)) as u64),
            _ => return None,
        },
        "bmsk.clamp" if ty == B(32) => lanes!(|a, b| bmsk(a, b, true)),
        "bmsk.wrap" if ty == B(32) => lanes!(|a, b| bmsk(a, b, false)),
        "szext.clamp" if ty == U(32) => lanes!(|a, b| szext(a, b, true, false)),
        "szext.wrap" if ty == U(32) => lanes!(|a, b| szext(a, b, false, false)),
        "szext.clamp" if ty == S(32) => lanes!(|a, b| szext(a, b, true, true)),
        "szext.wrap" if ty == S(32) => lanes!(|a, b| szext(a, b, false, true)),
        _ => return None,
    })
}

/// Sign-extends the low 24 bits.
fn s24(a: u64) -> i64 {
    (a << 40) as i64 >> 40
}

fn u24(a: u64) -> u64 {
    a & 0xff_ffff
}

pub(crate) fn multiply(op: &str, part: Part, ty: Type) -> Option<Lanes2> {
    use Part::{High, Low, Wide};
    Some(match (op, part, ty) {
        ("mul", Low, U(16) | S(16)) => lanes!(|a, b| (a as u16).wrapping_mul(b as u16).into()),
        ("mul", Low, U(32) | S(32)) => lanes!(|a, b| (a as u32).wrapping_mul(b as u32).into()),
        ("mul", Low, U(64) | S(64)) => lanes!(|a, b| a.wrapping_mul(b)),
        ("mul", High, U(16)) => lanes!(|a, b| ((a & 0xffff) * (b & 0xffff)) >> 16),
        ("mul", High, S(16)) => lanes!(|a, b| reg!(i16, (i32::from(a as i16) * i32::from(b as i16)) >> 16)),
        ("mul", High, U(32)) => lanes!(|a, b| ((a & 0xffff_ffff) * (b & 0xffff_ffff)) >> 32),
        ("mul", High, S(32)) => lanes!(|a, b| reg!(i32, (i64::from(a as i32) * i64::from(b as i32)) >> 32)),
        ("mul", High, U(64)) => lanes!(|a, b| ((u128::from(a) * u128::from(b)) >> 64) as u64),
        ("mul", High, S(64)) => lanes!(|a, b| ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64),
        ("mul", Wide, U(16)) => lanes!(|a, b| (a & 0xffff) * (b & 0xffff)),
        ("mul", Wide, S(16)) => lanes!(|a, b| reg!(i32, i32::from(a as i16) * i32::from(b as i16))),
        ("mul", Wide, U(32)) => lanes!(|a, b| (a & 0xffff_ffff) * (b & 0xffff_ffff)),
        ("mul", Wide, S(32)) => lanes!(|a, b| (i64::from(a as i32) * i64::from(b as i32)) as u64),
        ("mul24", Low, U(32)) => lanes!(|a, b| (u24(a) * u24(b)) & 0xffff_ffff),
        ("mul24", Low, S(32)) => lanes!(|a, b| reg!(i32, s24(a) * s24(b))),
        ("mul24", High, U(32)) => lanes!(|a, b| (u24(a) * u24(b)) >> 16 & 0xffff_ffff),
        ("mul24", High, S(32)) => lanes!(|a, b| reg!(i32, (s24(a) * s24(b)) >> 16)),
        _ => return None,
    })
}

pub(crate) fn multiply_add(op: &str, part: Part, ty: Type) -> Option<Lanes3> {
    use Part::{High, Low, Wide};
    Some(match (op, part, ty) {
        ("mad", Low, U(16) | S(16)) => {
            lanes!(|a, b, c| (a as u16).wrapping_mul(b as u16).wrapping_add(c as u16).into())
        }
        ("mad", Low, U(32) | S(32)) => {
            lanes!(|a, b, c| (a as u32).wrapping_mul(b as u32).wrapping_add(c as u32).into())
        }
        ("mad", Low, U(64) | S(64)) => lanes!(|a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        ("mad", High, U(32)) => {
            lanes!(|a, b, c| ((((a & 0xffff_ffff) * (b & 0xffff_ffff)) >> 32) as u32).wrapping_add(c as u32).into())
        }
        ("mad", High, S(32)) => {
            lanes!(|a, b, c| reg!(i32, ((i64::from(a as i32) * i64::from(b as i32)) >> 32).wrapping_add(c as i64)))
        }
        ("mad.sat", High, S(32)) => lanes!(|a, b, c| {
            let high = ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as i32;
            reg!(i32, high.saturating_add(c as i32))
        }),
        ("mad", High, U(64)) => lanes!(|a, b, c| (((u128::from(a) * u128::from(b)) >> 64) as u64).wrapping_add(c)),
        ("mad", High, S(64)) => {
            lanes!(|a, b, c| (((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64).wrapping_add(c))
        }
        ("mad", Wide, U(16)) => lanes!(|a, b, c| (((a & 0xffff) * (b & 0xffff)) as u32).wrapping_add(c as u32).into()),
        ("mad", Wide, S(16)) => {
            lanes!(|a, b, c| reg!(i32, (i32::from(a as i16) * i32::from(b as i16)).wrapping_add(c as i32)))
        }
        ("mad", Wide, U(32)) => lanes!(|a, b, c| ((a & 0xffff_ffff) * (b & 0xffff_ffff)).wrapping_add(c)),
        ("mad", Wide, S(32)) => {
            lanes!(|a, b, c| ((i64::from(a as i32) * i64::from(b as i32)) as u64).wrapping_add(c))
        }
        ("mad24", Low, U(32)) => lanes!(|a, b, c| ((u24(a) * u24(b)) as u32).wrapping_add(c as u32).into()),
        ("mad24", Low, S(32)) => lanes!(|a, b, c| reg!(i32, (s24(a) * s24(b)).wrapping_add(c as i64))),
        ("mad24", High, U(32)) => lanes!(|a, b, c| (((u24(a) * u24(b)) >> 16) as u32).wrapping_add(c as u32).into()),
        ("mad24", High, S(32)) => lanes!(|a, b, c| reg!(i32, ((s24(a) * s24(b)) >> 16).wrapping_add(c as i64))),
        _ => return None,
    })
}

pub(crate) fn integer3(op: &str, ty: Type) -> Option<Lanes3> {
    Some(match (op, ty) {
        ("bfe", U(32)) => lanes!(|a, b, c| bfe(a, b, c, 32, false)),
        ("bfe", U(64)) => lanes!(|a, b, c| bfe(a, b, c, 64, false)),
        ("bfe", S(32)) => lanes!(|a, b, c| bfe(a, b, c, 32, true)),
        ("bfe", S(64)) => lanes!(|a, b, c| bfe(a, b, c, 64, true)),
        ("shf.l.wrap", B(32)) => lanes!(|a, b, c| shf(a, b, c, true, true)),
        ("shf.l.clamp", B(32)) => lanes!(|a, b, c| shf(a, b, c, true, false)),
        ("shf.r.wrap", B(32)) => lanes!(|a, b, c| shf(a, b, c, false, true)),
        ("shf.r.clamp", B(32)) => lanes!(|a, b, c| shf(a, b, c, false, false)),
        ("fns", B(32)) => lanes!(|a, b, c| fns(a, b, c)),
        ("sad", U(16)) => lanes!(|a, b, c| (a as u16).abs_diff(b as u16).wrapping_add(c as u16).into()),
        ("sad", U(32)) => lanes!(|a, b, c| (a as u32).abs_diff(b as u32).wrapping_add(c as u32).into()),
        ("sad", U(64)) => lanes!(|a, b, c| a.abs_diff(b).wrapping_add(c)),
        ("sad", S(16)) => lanes!(|a, b, c| (a as i16).abs_diff(b as i16).wrapping_add(c as u16).into()),
        ("sad", S(32)) => lanes!(|a, b, c| (a as i32).abs_diff(b as i32).wrapping_add(c as u32).into()),
        ("sad", S(64)) => lanes!(|a, b, c| (a as i64).abs_diff(b as i64).wrapping_add(c)),
        _ => return None,
    })
}

/// `dp4a`, `dp2a.lo` and `dp2a.hi`, the lower and the upper two bytes of the second operand.
pub(crate) fn dot_product(op: &str, a_signed: bool, b_signed: bool) -> Option<Lanes3> {
    fn bytes(word: u64, i: u32, bits: u32, signed: bool) -> i64 {
        let field = (word >> (i * bits)) & super::bits::width_mask(bits);
        if signed { (field << (64 - bits)) as i64 >> (64 - bits) } else { field as i64 }
    }
    fn four(a: u64, b: u64, c: u64, sa: bool, sb: bool) -> u64 {
        let sum: i64 = (0..4).map(|i| bytes(a, i, 8, sa) * bytes(b, i, 8, sb)).sum();
        (sum as u32).wrapping_add(c as u32).into()
    }
    fn two(a: u64, b: u64, c: u64, sa: bool, sb: bool, from: u32) -> u64 {
        let sum: i64 = (0..2).map(|i| bytes(a, i, 16, sa) * bytes(b, i + from, 8, sb)).sum();
        (sum as u32).wrapping_add(c as u32).into()
    }
    Some(match (op, a_signed, b_signed) {
        ("dp4a", false, false) => lanes!(|a, b, c| four(a, b, c, false, false)),
        ("dp4a", false, true) => lanes!(|a, b, c| four(a, b, c, false, true)),
        ("dp4a", true, false) => lanes!(|a, b, c| four(a, b, c, true, false)),
        ("dp4a", true, true) => lanes!(|a, b, c| four(a, b, c, true, true)),
        ("dp2a.lo", false, false) => lanes!(|a, b, c| two(a, b, c, false, false, 0)),
        ("dp2a.lo", false, true) => lanes!(|a, b, c| two(a, b, c, false, true, 0)),
        ("dp2a.lo", true, false) => lanes!(|a, b, c| two(a, b, c, true, false, 0)),
        ("dp2a.lo", true, true) => lanes!(|a, b, c| two(a, b, c, true, true, 0)),
        ("dp2a.hi", false, false) => lanes!(|a, b, c| two(a, b, c, false, false, 2)),
        ("dp2a.hi", false, true) => lanes!(|a, b, c| two(a, b, c, false, true, 2)),
        ("dp2a.hi", true, false) => lanes!(|a, b, c| two(a, b, c, true, false, 2)),
        ("dp2a.hi", true, true) => lanes!(|a, b, c| two(a, b, c, true, true, 2)),
        _ => return None,
    })
}

pub(crate) fn integer4(op: &str, ty: Type) -> Option<crate::lanes::Lanes4> {
    Some(match (op, ty) {
        ("bfi", B(32)) => lanes!(|a, b, c, e| bfi(a, b, c, e, 32)),
        ("bfi", B(64)) => lanes!(|a, b, c, e| bfi(a, b, c, e, 64)),
        ("prmt", B(32)) => lanes!(|a, b, c, e| prmt(a, b, c, e)),
        ("lop3", B(32)) => lanes!(|a, b, c, e| lop3(a, b, c, e)),
        _ => return None,
    })
}
