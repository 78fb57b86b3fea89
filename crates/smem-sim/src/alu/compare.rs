//! Comparisons, for `setp` and `set`.

use super::each_compare;
use super::half::{bf16_to_f32, f16_to_f32};
use crate::isa::{CompareOp, Type};
use crate::lanes::{Compare, Lanes3};

/// Kinds of floating-point numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FloatClass {
    Finite,
    Infinite,
    Number,
    NotANumber,
    /// Zeros count as normal.
    Normal,
    Subnormal,
}

macro_rules! test {
    (|$a:ident, $b:ident| $f:expr) => {
        (|a: &crate::lanes::Lanes, b: &crate::lanes::Lanes| each_compare(a, b, |$a, $b| $f)) as Compare
    };
}

macro_rules! ordered {
    ($op:expr, $read:expr) => {
        match $op {
            CompareOp::Eq => test!(|a, b| $read(a) == $read(b)),
            CompareOp::Ne => test!(|a, b| $read(a) != $read(b)),
            CompareOp::Lt => test!(|a, b| $read(a) < $read(b)),
            CompareOp::Le => test!(|a, b| $read(a) <= $read(b)),
            CompareOp::Gt => test!(|a, b| $read(a) > $read(b)),
            CompareOp::Ge => test!(|a, b| $read(a) >= $read(b)),
            CompareOp::Equ
            | CompareOp::Neu
            | CompareOp::Ltu
            | CompareOp::Leu
            | CompareOp::Gtu
            | CompareOp::Geu
            | CompareOp::Num
            | CompareOp::Nan => return None,
        }
    };
}

macro_rules! floating {
    ($op:expr, $read:expr) => {
        match $op {
            CompareOp::Eq => test!(|a, b| $read(a) == $read(b)),
            // Ordered: false when either is a NaN.
            CompareOp::Ne => test!(|a, b| $read(a) < $read(b) || $read(a) > $read(b)),
            CompareOp::Lt => test!(|a, b| $read(a) < $read(b)),
            CompareOp::Le => test!(|a, b| $read(a) <= $read(b)),
            CompareOp::Gt => test!(|a, b| $read(a) > $read(b)),
            CompareOp::Ge => test!(|a, b| $read(a) >= $read(b)),
            CompareOp::Equ => test!(|a, b| !($read(a) < $read(b) || $read(a) > $read(b))),
            CompareOp::Neu => test!(|a, b| $read(a) != $read(b)),
            CompareOp::Ltu => test!(|a, b| !($read(a) >= $read(b))),
            CompareOp::Leu => test!(|a, b| !($read(a) > $read(b))),
            CompareOp::Gtu => test!(|a, b| !($read(a) <= $read(b))),
            CompareOp::Geu => test!(|a, b| !($read(a) < $read(b))),
            CompareOp::Num => test!(|a, b| !$read(a).is_nan() && !$read(b).is_nan()),
            CompareOp::Nan => test!(|a, b| $read(a).is_nan() || $read(b).is_nan()),
        }
    };
}

/// Whether a comparison holds. Both f32 and the halves are exact in f64.
#[inline(always)]
pub(crate) fn holds(op: CompareOp, a: f64, b: f64) -> bool {
    let unordered = a.is_nan() || b.is_nan();
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => !unordered && a != b,
        CompareOp::Lt => a < b,
        CompareOp::Le => a <= b,
        CompareOp::Gt => a > b,
        CompareOp::Ge => a >= b,
        CompareOp::Equ => unordered || a == b,
        CompareOp::Neu => a != b,
        CompareOp::Ltu => unordered || a < b,
        CompareOp::Leu => unordered || a <= b,
        CompareOp::Gtu => unordered || a > b,
        CompareOp::Geu => unordered || a >= b,
        CompareOp::Num => !unordered,
        CompareOp::Nan => unordered,
    }
}

fn f32_of(a: u64) -> f32 {
    f32::from_bits(a as u32)
}

fn f32_flushed(a: u64) -> f32 {
    super::rounding::flush(f32_of(a))
}

fn half_of(a: u64) -> f32 {
    f16_to_f32(a as u16)
}

fn bf16_of(a: u64) -> f32 {
    bf16_to_f32(a as u16)
}

#[allow(clippy::neg_cmp_op_on_partial_ord, reason = "an unordered comparison is the negation of the opposite")]
pub(crate) fn compare(op: CompareOp, ty: Type, ftz: bool) -> Option<Compare> {
    Some(match ty {
        Type::U(16)
        | Type::B(16)
        | Type::S(16)
        | Type::U(32)
        | Type::B(32)
        | Type::S(32)
        | Type::U(64)
        | Type::B(64)
        | Type::S(64)
            if ftz =>
        {
            return None;
        }
        Type::B(_) if !matches!(op, CompareOp::Eq | CompareOp::Ne) => return None,
        Type::U(_) | Type::B(_) => match ty.bits() {
            16 => ordered!(op, (|a: u64| a as u16)),
            32 => ordered!(op, (|a: u64| a as u32)),
            64 => ordered!(op, (|a: u64| a)),
            _ => return None,
        },
        Type::S(16) => ordered!(op, (|a: u64| a as i16)),
        Type::S(32) => ordered!(op, (|a: u64| a as i32)),
        Type::S(64) => ordered!(op, (|a: u64| a as i64)),
        Type::F32 if ftz => floating!(op, f32_flushed),
        Type::F32 => floating!(op, f32_of),
        Type::F64 if !ftz => floating!(op, f64::from_bits),
        Type::F16 => floating!(op, half_of),
        Type::Bf16 if !ftz => floating!(op, bf16_of),
        _ => return None,
    })
}

/// `testp`; the second operand is ignored.
pub(crate) fn test_float(class: FloatClass, ty: Type) -> Option<Compare> {
    macro_rules! classes {
        ($read:expr) => {
            match class {
                FloatClass::Finite => test!(|a, _b| $read(a).is_finite()),
                FloatClass::Infinite => test!(|a, _b| $read(a).is_infinite()),
                FloatClass::Number => test!(|a, _b| !$read(a).is_nan()),
                FloatClass::NotANumber => test!(|a, _b| $read(a).is_nan()),
                FloatClass::Normal => test!(|a, _b| $read(a).is_normal() || $read(a) == 0.0),
                FloatClass::Subnormal => test!(|a, _b| $read(a).is_subnormal()),
            }
        };
    }
    Some(match ty {
        Type::F32 => classes!(f32_of),
        Type::F64 => classes!(f64::from_bits),
        _ => return None,
    })
}

/// `slct`: the first where the third is not negative; a NaN takes the second.
pub(crate) fn choose(by: Type, ftz: bool) -> Option<Lanes3> {
    Some(match (by, ftz) {
        (Type::S(32), false) => super::lanes!(|a, b, c| if c as i32 >= 0 { a } else { b }),
        (Type::F32, false) => super::lanes!(|a, b, c| if f32_of(c) >= 0.0 { a } else { b }),
        (Type::F32, true) => super::lanes!(|a, b, c| if f32_flushed(c) >= 0.0 { a } else { b }),
        _ => return None,
    })
}
