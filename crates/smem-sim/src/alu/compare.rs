//! Comparisons, for `setp` and `set`.

use super::each_compare;
use super::half::{bf16_to_f32, f16_to_f32};
use super::rounding::flush;
use crate::isa::{CompareOp, Type};
use crate::lanes::{Compare, LaneWord, Lanes3};

/// Kinds of floating-point numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatClass {
    Finite,
    Infinite,
    Number,
    NotANumber,
    /// Zeros count as normal.
    Normal,
    Subnormal,
}

/// Returns true if a comparison holds. A number that does not equal itself is a NaN, which makes the two unordered.
#[inline(always)]
pub(super) fn holds<T: PartialOrd>(op: CompareOp, a: T, b: T) -> bool {
    let is_nan = |x: &T| x.partial_cmp(x).is_none();
    let unordered = is_nan(&a) || is_nan(&b);
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

/// A function for each of the comparisons that are listed, of what `$read` makes of a lane; `None` for the others.
macro_rules! each_op {
    ($op:expr, $read:expr, $($name:ident)*) => {
        match $op {
            $(CompareOp::$name => |a, b| each_compare(a, b, |a, b| holds(CompareOp::$name, $read(a), $read(b))),)*
            _ => return None,
        }
    };
}

/// Comparisons of integers.
macro_rules! ordered {
    ($op:expr, $read:expr) => {
        each_op!($op, $read, Eq Ne Lt Le Gt Ge)
    };
}

/// Comparisons of numbers that may be NaNs.
macro_rules! floating {
    ($op:expr, $read:expr) => {
        match $op {
            CompareOp::Eq | CompareOp::Ne | CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => {
                ordered!($op, $read)
            }
            _ => each_op!($op, $read, Equ Neu Ltu Leu Gtu Geu Num Nan),
        }
    };
}

#[inline(always)]
fn single<T: LaneWord>(a: T) -> f32 {
    f32::from_bits(a.low())
}

#[inline(always)]
fn flushed<T: LaneWord>(a: T) -> f32 {
    flush(single(a))
}

/// Returns the function that compares registers of either width, of which those of 32 bits hold no f64 and no integers of 64 bits.
pub fn compare<T: LaneWord>(op: CompareOp, ty: Type, ftz: bool) -> Option<Compare<T>> {
    if ty.bits() > 8 * size_of::<T>() as u32 {
        return None;
    }
    let is_integer = matches!(ty, Type::U(_) | Type::B(_) | Type::S(_));
    if is_integer && ftz || matches!(ty, Type::B(_)) && !matches!(op, CompareOp::Eq | CompareOp::Ne) {
        return None;
    }
    Some(match ty {
        Type::U(16) | Type::B(16) => ordered!(op, (|a: T| a.low() as u16)),
        Type::U(32) | Type::B(32) => ordered!(op, T::low),
        Type::U(64) | Type::B(64) => ordered!(op, T::whole),
        Type::S(16) => ordered!(op, (|a: T| a.low() as i16)),
        Type::S(32) => ordered!(op, (|a: T| a.low() as i32)),
        Type::S(64) => ordered!(op, (|a: T| a.whole() as i64)),
        Type::F32 if ftz => floating!(op, flushed),
        Type::F32 => floating!(op, single),
        Type::F64 if !ftz => floating!(op, (|a: T| f64::from_bits(a.whole()))),
        Type::F16 => floating!(op, (|a: T| f16_to_f32(a.low() as u16))),
        Type::Bf16 if !ftz => floating!(op, (|a: T| bf16_to_f32(a.low() as u16))),
        _ => return None,
    })
}

macro_rules! test {
    (|$a:ident| $f:expr) => {
        (|a: &crate::lanes::Lanes, b: &crate::lanes::Lanes| each_compare(a, b, |$a, _| $f)) as Compare
    };
}

/// `testp`; the second operand is ignored.
pub fn test_float(class: FloatClass, ty: Type) -> Option<Compare> {
    macro_rules! classes {
        ($read:expr) => {
            match class {
                FloatClass::Finite => test!(|a| $read(a).is_finite()),
                FloatClass::Infinite => test!(|a| $read(a).is_infinite()),
                FloatClass::Number => test!(|a| !$read(a).is_nan()),
                FloatClass::NotANumber => test!(|a| $read(a).is_nan()),
                FloatClass::Normal => test!(|a| $read(a).is_normal() || $read(a) == 0.0),
                FloatClass::Subnormal => test!(|a| $read(a).is_subnormal()),
            }
        };
    }
    Some(match ty {
        Type::F32 => classes!(single),
        Type::F64 => classes!(f64::from_bits),
        _ => return None,
    })
}

/// `slct`: the first where the third is not negative; a NaN takes the second.
pub fn choose(by: Type, ftz: bool) -> Option<Lanes3> {
    Some(match (by, ftz) {
        (Type::S(32), false) => super::lanes!(|a, b, c| if c as i32 >= 0 { a } else { b }),
        (Type::F32, false) => super::lanes!(|a, b, c| if single(c) >= 0.0 { a } else { b }),
        (Type::F32, true) => super::lanes!(|a, b, c| if flushed(c) >= 0.0 { a } else { b }),
        _ => return None,
    })
}
