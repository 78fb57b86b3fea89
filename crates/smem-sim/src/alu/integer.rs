//! Integer arithmetic, logic and shifts: for each operation, a function for each type that it has.

#![allow(clippy::unnecessary_cast, reason = "one line serves every width")]

use super::bits::{bfe, bfi, bfind, bmsk, fns, lop3, prmt, shf, szext};
use super::{lanes, word};
use crate::isa::Type;
use crate::lanes::{Lanes1, Lanes2, Lanes3, Lanes4};
use Type::{B, S, U};

/// A signed result as a register holds it: zero-extended.
macro_rules! reg {
    (i16, $e:expr) => {
        ($e) as i16 as u16 as u64
    };
    (i32, $e:expr) => {
        ($e) as i32 as u32 as u64
    };
}

/// Defines `pub fn name(ty: Type) -> Option<LanesN>` for each operation: `None` for a type that it does not have.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident: $lanes:ty { $($kind:pat => $function:expr,)* })*) => {
        $(
            $(#[$doc])*
            pub fn $name(ty: Type) -> Option<$lanes> {
                Some(match ty {
                    $($kind => $function,)*
                    _ => return None,
                })
            }
        )*
    };
}

fn unless_zero<T: PartialEq + Default>(divisor: T, quotient: impl FnOnce() -> T, none: T) -> T {
    if divisor == T::default() { none } else { quotient() }
}

/// Sign-extends the low 24 bits.
fn s24(a: u64) -> i64 {
    (a << 40) as i64 >> 40
}

fn u24(a: u64) -> u64 {
    a & 0xff_ffff
}

operations! {
    neg: Lanes1 {
        S(16) => lanes!(|a| (a as u16).wrapping_neg().into()),
        S(32) => lanes!(|a| (a as u32).wrapping_neg().into()),
        S(64) => lanes!(|a| a.wrapping_neg()),
    }
    abs: Lanes1 {
        S(16) => lanes!(|a| (a as i16).wrapping_abs() as u16 as u64),
        S(32) => lanes!(|a| word::abs(a as u32).into()),
        S(64) => lanes!(|a| (a as i64).wrapping_abs() as u64),
    }
    not: Lanes1 {
        B(16) => lanes!(|a| !(a as u16) as u64),
        B(32) => lanes!(|a| !(a as u32) as u64),
        B(64) => lanes!(|a| !a),
    }
    /// 1 for zero, otherwise 0.
    is_zero: Lanes1 {
        B(16) => lanes!(|a| u64::from(a as u16 == 0)),
        B(32) => lanes!(|a| u64::from(a as u32 == 0)),
        B(64) => lanes!(|a| u64::from(a == 0)),
    }
    count_ones: Lanes1 {
        B(32) => lanes!(|a| word::count_ones(a as u32).into()),
        B(64) => lanes!(|a| a.count_ones().into()),
    }
    leading_zeros: Lanes1 {
        B(32) => lanes!(|a| (a as u32).leading_zeros().into()),
        B(64) => lanes!(|a| a.leading_zeros().into()),
    }
    reverse_bits: Lanes1 {
        B(32) => lanes!(|a| word::reverse_bits(a as u32).into()),
        B(64) => lanes!(|a| a.reverse_bits()),
    }
    /// The top bit that differs from the sign.
    highest: Lanes1 {
        U(32) => lanes!(|a| bfind(a, 32, false, false)),
        U(64) => lanes!(|a| bfind(a, 64, false, false)),
        S(32) => lanes!(|a| bfind(a, 32, true, false)),
        S(64) => lanes!(|a| bfind(a, 64, true, false)),
    }
    /// The shift that brings that bit to the top.
    highest_shift: Lanes1 {
        U(32) => lanes!(|a| bfind(a, 32, false, true)),
        U(64) => lanes!(|a| bfind(a, 64, false, true)),
        S(32) => lanes!(|a| bfind(a, 32, true, true)),
        S(64) => lanes!(|a| bfind(a, 64, true, true)),
    }
    /// The value, truncated to its type.
    copy: Lanes1 {
        B(16) | U(16) | S(16) | Type::F16 | Type::Bf16 => lanes!(|a| a & 0xffff),
        B(32) | U(32) | S(32) | Type::F32 | Type::F16x2 | Type::Bf16x2 => lanes!(|a| a & 0xffff_ffff),
        B(64) | U(64) | S(64) | Type::F64 => lanes!(|a| a),
    }
    add: Lanes2 {
        U(16) | S(16) => lanes!(|a, b| (a as u16).wrapping_add(b as u16) as u64),
        U(32) | S(32) => lanes!(|a, b| word::add(a as u32, b as u32).into()),
        U(64) | S(64) => lanes!(|a, b| (a as u64).wrapping_add(b as u64) as u64),
    }
    add_saturating: Lanes2 {
        S(32) => lanes!(|a, b| reg!(i32, (a as i32).saturating_add(b as i32))),
    }
    sub: Lanes2 {
        U(16) | S(16) => lanes!(|a, b| (a as u16).wrapping_sub(b as u16) as u64),
        U(32) | S(32) => lanes!(|a, b| word::sub(a as u32, b as u32).into()),
        U(64) | S(64) => lanes!(|a, b| (a as u64).wrapping_sub(b as u64) as u64),
    }
    sub_saturating: Lanes2 {
        S(32) => lanes!(|a, b| reg!(i32, (a as i32).saturating_sub(b as i32))),
    }
    /// Division by zero is unspecified; GPUs give all ones, and the dividend as the remainder.
    div: Lanes2 {
        U(16) => lanes!(|a, b| unless_zero(b as u16, || a as u16 / b as u16, u16::MAX).into()),
        U(32) => lanes!(|a, b| unless_zero(b as u32, || a as u32 / b as u32, u32::MAX).into()),
        U(64) => lanes!(|a, b| unless_zero(b, || a / b, u64::MAX)),
        S(16) => lanes!(|a, b| reg!(i16, unless_zero(b as i16, || (a as i16).wrapping_div(b as i16), -1))),
        S(32) => lanes!(|a, b| reg!(i32, unless_zero(b as i32, || (a as i32).wrapping_div(b as i32), -1))),
        S(64) => lanes!(|a, b| unless_zero(b as i64, || (a as i64).wrapping_div(b as i64), -1) as u64),
    }
    rem: Lanes2 {
        U(16) => lanes!(|a, b| unless_zero(b as u16, || a as u16 % b as u16, a as u16).into()),
        U(32) => lanes!(|a, b| unless_zero(b as u32, || a as u32 % b as u32, a as u32).into()),
        U(64) => lanes!(|a, b| unless_zero(b, || a % b, a)),
        S(16) => lanes!(|a, b| reg!(i16, unless_zero(b as i16, || (a as i16).wrapping_rem(b as i16), a as i16))),
        S(32) => lanes!(|a, b| reg!(i32, unless_zero(b as i32, || (a as i32).wrapping_rem(b as i32), a as i32))),
        S(64) => lanes!(|a, b| unless_zero(b as i64, || (a as i64).wrapping_rem(b as i64), a as i64) as u64),
    }
    min: Lanes2 {
        U(16) => lanes!(|a, b| (a as u16).min(b as u16).into()),
        U(32) => lanes!(|a, b| word::min(a as u32, b as u32).into()),
        U(64) => lanes!(|a, b| a.min(b)),
        S(16) => lanes!(|a, b| reg!(i16, (a as i16).min(b as i16))),
        S(32) => lanes!(|a, b| word::min_signed(a as u32, b as u32).into()),
        S(64) => lanes!(|a, b| (a as i64).min(b as i64) as u64),
    }
    max: Lanes2 {
        U(16) => lanes!(|a, b| (a as u16).max(b as u16).into()),
        U(32) => lanes!(|a, b| word::max(a as u32, b as u32).into()),
        U(64) => lanes!(|a, b| a.max(b)),
        S(16) => lanes!(|a, b| reg!(i16, (a as i16).max(b as i16))),
        S(32) => lanes!(|a, b| word::max_signed(a as u32, b as u32).into()),
        S(64) => lanes!(|a, b| (a as i64).max(b as i64) as u64),
    }
    and: Lanes2 {
        B(16) => lanes!(|a, b| (a & b) as u16 as u64),
        B(32) => lanes!(|a, b| word::and(a as u32, b as u32).into()),
        B(64) => lanes!(|a, b| (a & b) as u64 as u64),
    }
    or: Lanes2 {
        B(16) => lanes!(|a, b| (a | b) as u16 as u64),
        B(32) => lanes!(|a, b| word::or(a as u32, b as u32).into()),
        B(64) => lanes!(|a, b| (a | b) as u64 as u64),
    }
    xor: Lanes2 {
        B(16) => lanes!(|a, b| (a ^ b) as u16 as u64),
        B(32) => lanes!(|a, b| word::xor(a as u32, b as u32).into()),
        B(64) => lanes!(|a, b| (a ^ b) as u64 as u64),
    }
    /// Shift amounts are 32-bit whatever the type, and clamp.
    shift_left: Lanes2 {
        B(16) => lanes!(|a, b| (a as u16).checked_shl(b as u32).unwrap_or(0).into()),
        B(32) => lanes!(|a, b| word::shift_left(a as u32, b as u32).into()),
        B(64) => lanes!(|a, b| a.checked_shl(b as u32).unwrap_or(0)),
    }
    /// As for `shift_left`; signed types shift in their sign.
    shift_right: Lanes2 {
        B(16) | U(16) => lanes!(|a, b| (a as u16).checked_shr(b as u32).unwrap_or(0).into()),
        B(32) | U(32) => lanes!(|a, b| (a as u32).checked_shr(b as u32).unwrap_or(0).into()),
        B(64) | U(64) => lanes!(|a, b| a.checked_shr(b as u32).unwrap_or(0)),
        S(16) => lanes!(|a, b| reg!(i16, (a as i16) >> (b as u32).min(15))),
        S(32) => lanes!(|a, b| reg!(i32, (a as i32) >> (b as u32).min(31))),
        S(64) => lanes!(|a, b| ((a as i64) >> (b as u32).min(63)) as u64),
    }
    mask_clamp: Lanes2 {
        B(32) => lanes!(|a, b| bmsk(a, b, true)),
    }
    mask_wrap: Lanes2 {
        B(32) => lanes!(|a, b| bmsk(a, b, false)),
    }
    extend_clamp: Lanes2 {
        U(32) => lanes!(|a, b| szext(a, b, true, false)),
        S(32) => lanes!(|a, b| szext(a, b, true, true)),
    }
    extend_wrap: Lanes2 {
        U(32) => lanes!(|a, b| szext(a, b, false, false)),
        S(32) => lanes!(|a, b| szext(a, b, false, true)),
    }
    extract: Lanes3 {
        U(32) => lanes!(|a, b, c| bfe(a, b, c, 32, false)),
        U(64) => lanes!(|a, b, c| bfe(a, b, c, 64, false)),
        S(32) => lanes!(|a, b, c| bfe(a, b, c, 32, true)),
        S(64) => lanes!(|a, b, c| bfe(a, b, c, 64, true)),
    }
    funnel_left_wrap: Lanes3 {
        B(32) => lanes!(|a, b, c| shf(a, b, c, true, true)),
    }
    funnel_left_clamp: Lanes3 {
        B(32) => lanes!(|a, b, c| shf(a, b, c, true, false)),
    }
    funnel_right_wrap: Lanes3 {
        B(32) => lanes!(|a, b, c| shf(a, b, c, false, true)),
    }
    funnel_right_clamp: Lanes3 {
        B(32) => lanes!(|a, b, c| shf(a, b, c, false, false)),
    }
    /// The position of the n-th set bit.
    nth_set: Lanes3 {
        B(32) => lanes!(|a, b, c| fns(a, b, c)),
    }
    /// The distance of the first two, plus the third.
    sum_difference: Lanes3 {
        U(16) => lanes!(|a, b, c| (a as u16).abs_diff(b as u16).wrapping_add(c as u16).into()),
        U(32) => lanes!(|a, b, c| word::sum_difference(a as u32, b as u32, c as u32).into()),
        U(64) => lanes!(|a, b, c| a.abs_diff(b).wrapping_add(c)),
        S(16) => lanes!(|a, b, c| (a as i16).abs_diff(b as i16).wrapping_add(c as u16).into()),
        S(32) => lanes!(|a, b, c| word::sum_difference_signed(a as u32, b as u32, c as u32).into()),
        S(64) => lanes!(|a, b, c| (a as i64).abs_diff(b as i64).wrapping_add(c)),
    }
    insert: Lanes4 {
        B(32) => lanes!(|a, b, c, e| bfi(a, b, c, e, 32)),
        B(64) => lanes!(|a, b, c, e| bfi(a, b, c, e, 64)),
    }
    logic3: Lanes4 {
        B(32) => lanes!(|a, b, c, e| lop3(a, b, c, e)),
    }
    mul_low: Lanes2 {
        U(16) | S(16) => lanes!(|a, b| (a as u16).wrapping_mul(b as u16).into()),
        U(32) | S(32) => lanes!(|a, b| word::mul(a as u32, b as u32).into()),
        U(64) | S(64) => lanes!(|a, b| a.wrapping_mul(b)),
    }
    mul_high: Lanes2 {
        U(16) => lanes!(|a, b| ((a & 0xffff) * (b & 0xffff)) >> 16),
        S(16) => lanes!(|a, b| reg!(i16, (i32::from(a as i16) * i32::from(b as i16)) >> 16)),
        U(32) => lanes!(|a, b| ((a & 0xffff_ffff) * (b & 0xffff_ffff)) >> 32),
        S(32) => lanes!(|a, b| reg!(i32, (i64::from(a as i32) * i64::from(b as i32)) >> 32)),
        U(64) => lanes!(|a, b| ((u128::from(a) * u128::from(b)) >> 64) as u64),
        S(64) => lanes!(|a, b| ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64),
    }
    mul_wide: Lanes2 {
        U(16) => lanes!(|a, b| (a & 0xffff) * (b & 0xffff)),
        S(16) => lanes!(|a, b| reg!(i32, i32::from(a as i16) * i32::from(b as i16))),
        U(32) => lanes!(|a, b| (a & 0xffff_ffff) * (b & 0xffff_ffff)),
        S(32) => lanes!(|a, b| (i64::from(a as i32) * i64::from(b as i32)) as u64),
    }
    mul24_low: Lanes2 {
        U(32) => lanes!(|a, b| (u24(a) * u24(b)) & 0xffff_ffff),
        S(32) => lanes!(|a, b| reg!(i32, s24(a) * s24(b))),
    }
    mul24_high: Lanes2 {
        U(32) => lanes!(|a, b| (u24(a) * u24(b)) >> 16 & 0xffff_ffff),
        S(32) => lanes!(|a, b| reg!(i32, (s24(a) * s24(b)) >> 16)),
    }
    mad_low: Lanes3 {
        U(16) | S(16) => lanes!(|a, b, c| (a as u16).wrapping_mul(b as u16).wrapping_add(c as u16).into()),
        U(32) | S(32) => lanes!(|a, b, c| word::mul_add(a as u32, b as u32, c as u32).into()),
        U(64) | S(64) => lanes!(|a, b, c| a.wrapping_mul(b).wrapping_add(c)),
    }
    mad_high: Lanes3 {
        U(32) => lanes!(|a, b, c| ((((a & 0xffff_ffff) * (b & 0xffff_ffff)) >> 32) as u32).wrapping_add(c as u32).into()),
        S(32) => lanes!(|a, b, c| reg!(i32, ((i64::from(a as i32) * i64::from(b as i32)) >> 32).wrapping_add(c as i64))),
        U(64) => lanes!(|a, b, c| (((u128::from(a) * u128::from(b)) >> 64) as u64).wrapping_add(c)),
        S(64) => lanes!(|a, b, c| (((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64).wrapping_add(c)),
    }
    mad_high_saturating: Lanes3 {
        S(32) => lanes!(|a, b, c| {
            let high = ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as i32;
            reg!(i32, high.saturating_add(c as i32))
        }),
    }
    mad_wide: Lanes3 {
        U(16) => lanes!(|a, b, c| (((a & 0xffff) * (b & 0xffff)) as u32).wrapping_add(c as u32).into()),
        S(16) => lanes!(|a, b, c| reg!(i32, (i32::from(a as i16) * i32::from(b as i16)).wrapping_add(c as i32))),
        U(32) => lanes!(|a, b, c| ((a & 0xffff_ffff) * (b & 0xffff_ffff)).wrapping_add(c)),
        S(32) => lanes!(|a, b, c| ((i64::from(a as i32) * i64::from(b as i32)) as u64).wrapping_add(c)),
    }
    mad24_low: Lanes3 {
        U(32) => lanes!(|a, b, c| ((u24(a) * u24(b)) as u32).wrapping_add(c as u32).into()),
        S(32) => lanes!(|a, b, c| reg!(i32, (s24(a) * s24(b)).wrapping_add(c as i64))),
    }
    mad24_high: Lanes3 {
        U(32) => lanes!(|a, b, c| (((u24(a) * u24(b)) >> 16) as u32).wrapping_add(c as u32).into()),
        S(32) => lanes!(|a, b, c| reg!(i32, ((s24(a) * s24(b)) >> 16).wrapping_add(c as i64))),
    }
    mad24_high_saturating: Lanes3 {
        S(32) => lanes!(|a, b, c| reg!(i32, (((s24(a) * s24(b)) >> 16) as i32).saturating_add(c as i32))),
    }
}

/// `prmt`, by the mode that the function `prmt` of a lane takes.
pub fn permute<const MODE: u64>(ty: Type) -> Option<Lanes3> {
    match ty {
        B(32) => Some(lanes!(|a, b, c| prmt(a, b, c, MODE))),
        _ => None,
    }
}

/// The parts of two words that a dot product multiplies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dot {
    /// Four bytes with four bytes.
    Bytes,
    /// Two halves with the lower two bytes.
    LowBytes,
    /// Two halves with the upper two bytes.
    HighBytes,
}

/// The dot product of parts of two words, plus a word.
pub fn dot_product(dot: Dot, a_signed: bool, b_signed: bool) -> Lanes3 {
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
    match (dot, a_signed, b_signed) {
        (Dot::Bytes, false, false) => lanes!(|a, b, c| four(a, b, c, false, false)),
        (Dot::Bytes, false, true) => lanes!(|a, b, c| four(a, b, c, false, true)),
        (Dot::Bytes, true, false) => lanes!(|a, b, c| four(a, b, c, true, false)),
        (Dot::Bytes, true, true) => lanes!(|a, b, c| four(a, b, c, true, true)),
        (Dot::LowBytes, false, false) => lanes!(|a, b, c| two(a, b, c, false, false, 0)),
        (Dot::LowBytes, false, true) => lanes!(|a, b, c| two(a, b, c, false, true, 0)),
        (Dot::LowBytes, true, false) => lanes!(|a, b, c| two(a, b, c, true, false, 0)),
        (Dot::LowBytes, true, true) => lanes!(|a, b, c| two(a, b, c, true, true, 0)),
        (Dot::HighBytes, false, false) => lanes!(|a, b, c| two(a, b, c, false, false, 2)),
        (Dot::HighBytes, false, true) => lanes!(|a, b, c| two(a, b, c, false, true, 2)),
        (Dot::HighBytes, true, false) => lanes!(|a, b, c| two(a, b, c, true, false, 2)),
        (Dot::HighBytes, true, true) => lanes!(|a, b, c| two(a, b, c, true, true, 2)),
    }
}

/// The sum of three numbers of 64 bits, of which the last `negated` are subtracted: `None` for three.
pub fn sum_of_three(negated: usize) -> Option<Lanes3> {
    Some(match negated {
        0 => lanes!(|a, b, c| a.wrapping_add(b).wrapping_add(c)),
        1 => lanes!(|a, b, c| a.wrapping_add(b).wrapping_sub(c)),
        2 => lanes!(|a, b, c| a.wrapping_sub(b).wrapping_sub(c)),
        _ => return None,
    })
}

/// Two integers of 32 bits as bytes, clamped to their range: the first above the second, and the lower half of the last operand above both.
pub fn pack_bytes(signed: bool) -> Lanes3 {
    fn clamped(value: u64, [least, most]: [i32; 2]) -> u64 {
        (value as i32).clamp(least, most) as u64 & 0xff
    }
    const S8: [i32; 2] = [-128, 127];
    const U8: [i32; 2] = [0, 255];
    match signed {
        true => lanes!(|a, b, c| (c & 0xffff) << 16 | clamped(a, S8) << 8 | clamped(b, S8)),
        false => lanes!(|a, b, c| (c & 0xffff) << 16 | clamped(a, U8) << 8 | clamped(b, U8)),
    }
}
