//! Comparisons, for `setp` and `set`.

use super::each_compare;
use super::half::{bf16_to_f32, f16_to_f32};
use crate::isa::Type;
use crate::lanes::{Compare, Lanes3};

macro_rules! test {
    (|$a:ident, $b:ident| $f:expr) => {
        (|a: &crate::lanes::Lanes, b: &crate::lanes::Lanes| each_compare(a, b, |$a, $b| $f)) as Compare
    };
}

macro_rules! ordered {
    ($op:expr, $read:expr) => {
        match $op {
            "eq" => test!(|a, b| $read(a) == $read(b)),
            "ne" => test!(|a, b| $read(a) != $read(b)),
            "lt" => test!(|a, b| $read(a) < $read(b)),
            "le" => test!(|a, b| $read(a) <= $read(b)),
            "gt" => test!(|a, b| $read(a) > $read(b)),
            "ge" => test!(|a, b| $read(a) >= $read(b)),
            _ => return None,
        }
    };
}

macro_rules! floating {
    ($op:expr, $read:expr) => {
        match $op {
            "eq" => test!(|a, b| $read(a) == $read(b)),
            // Ordered: false when either is a NaN.
            "ne" => test!(|a, b| $read(a) < $read(b) || $read(a) > $read(b)),
            "lt" => test!(|a, b| $read(a) < $read(b)),
            "le" => test!(|a, b| $read(a) <= $read(b)),
            "gt" => test!(|a, b| $read(a) > $read(b)),
            "ge" => test!(|a, b| $read(a) >= $read(b)),
            "equ" => test!(|a, b| !($read(a) < $read(b) || $read(a) > $read(b))),
            "neu" => test!(|a, b| $read(a) != $read(b)),
            "ltu" => test!(|a, b| !($read(a) >= $read(b))),
            "leu" => test!(|a, b| !($read(a) > $read(b))),
            "gtu" => test!(|a, b| !($read(a) <= $read(b))),
            "geu" => test!(|a, b| !($read(a) < $read(b))),
            "num" => test!(|a, b| !$read(a).is_nan() && !$read(b).is_nan()),
            "nan" => test!(|a, b| $read(a).is_nan() || $read(b).is_nan()),
            _ => return None,
        }
    };
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
pub(crate) fn compare(op: &str, ty: Type, ftz: bool) -> Option<Compare> {
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
        Type::B(_) if !matches!(op, "eq" | "ne") => return None,
        Type::U(_) | Type::B(_) => {
            let op = match op {
                "lo" => "lt",
                "ls" => "le",
                "hi" => "gt",
                "hs" => "ge",
                op => op,
            };
            match ty.bits() {
                16 => ordered!(op, (|a: u64| a as u16)),
                32 => ordered!(op, (|a: u64| a as u32)),
                64 => ordered!(op, (|a: u64| a)),
                _ => return None,
            }
        }
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

/// `testp`; the second operand is not looked at.
pub(crate) fn test_float(what: &str, ty: Type) -> Option<Compare> {
    macro_rules! classes {
        ($read:expr) => {
            match what {
                "finite" => test!(|a, _b| $read(a).is_finite()),
                "infinite" => test!(|a, _b| $read(a).is_infinite()),
                "number" => test!(|a, _b| !$read(a).is_nan()),
                "notanumber" => test!(|a, _b| $read(a).is_nan()),
                // PTX counts zeros as normal.
                "normal" => test!(|a, _b| $read(a).is_normal() || $read(a) == 0.0),
                "subnormal" => test!(|a, _b| $read(a).is_subnormal()),
                _ => return None,
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
