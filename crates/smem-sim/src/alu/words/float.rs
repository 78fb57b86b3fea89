//! f32 in registers of 32 bits: sums and products are exact to the last bit in every rounding.

use super::{each_test, each2, each3};
use crate::alu::float::{FloatMode, rounded_to};
use crate::alu::half::sum_to_odd;
use crate::alu::holds;
use crate::alu::host::on_this_host;
use crate::alu::rounding::flush;
use crate::isa::sass::{Words, Words2, Words3, WordsTest};
use crate::isa::{CompareOp, Rounding};

/// Roundings as parameters of functions.
const NEAREST: u8 = 0;
const ZERO: u8 = 1;
const DOWN: u8 = 2;
const UP: u8 = 3;

const fn rounding<const R: u8>() -> Rounding {
    match R {
        ZERO => Rounding::Zero,
        DOWN => Rounding::Down,
        UP => Rounding::Up,
        _ => Rounding::Nearest,
    }
}

#[inline(always)]
fn read<const FTZ: bool>(bits: u32) -> f32 {
    let value = f32::from_bits(bits);
    if FTZ { flush(value) } else { value }
}

#[inline(always)]
fn write<const FTZ: bool, const SAT: bool>(value: f32) -> u32 {
    let value = if FTZ { flush(value) } else { value };
    let value = if SAT { if value > 0.0 { value.min(1.0) } else { 0.0 } } else { value };
    // The one NaN that GPUs give.
    if value.is_nan() { 0x7fff_ffff } else { value.to_bits() }
}

/// A sum that is exactly zero is -0 when rounding down, unless both terms are +0.
fn directed_sum<const R: u8>(a: f64, b: f64) -> f32 {
    let sum = sum_to_odd(a, b);
    let negative = a.is_sign_negative() || b.is_sign_negative();
    rounded_to(if sum == 0.0 && R == DOWN && negative { -0.0 } else { sum }, rounding::<R>())
}

fn add<const R: u8, const FTZ: bool, const SAT: bool>(d: &mut Words, a: &Words, b: &Words, mask: u32) {
    each2(d, a, b, mask, |a, b| {
        let (a, b) = (read::<FTZ>(a), read::<FTZ>(b));
        write::<FTZ, SAT>(if R == NEAREST { a + b } else { directed_sum::<R>(a.into(), b.into()) })
    });
}

fn multiply<const R: u8, const FTZ: bool, const SAT: bool>(d: &mut Words, a: &Words, b: &Words, mask: u32) {
    each2(d, a, b, mask, |a, b| {
        let (a, b) = (read::<FTZ>(a), read::<FTZ>(b));
        // The product of two f32 is exact in f64.
        write::<FTZ, SAT>(if R == NEAREST { a * b } else { rounded_to(f64::from(a) * f64::from(b), rounding::<R>()) })
    });
}

fn fused<const R: u8, const FTZ: bool, const SAT: bool>(d: &mut Words, a: &Words, b: &Words, c: &Words, mask: u32) {
    if R == NEAREST {
        return on_this_host!(each3(d, a, b, c, mask, |a, b, c| {
            write::<FTZ, SAT>(read::<FTZ>(a).mul_add(read::<FTZ>(b), read::<FTZ>(c)))
        }));
    }
    each3(d, a, b, c, mask, |a, b, c| {
        let (a, b, c) = (read::<FTZ>(a), read::<FTZ>(b), read::<FTZ>(c));
        write::<FTZ, SAT>(directed_sum::<R>(f64::from(a) * f64::from(b), c.into()))
    });
}

macro_rules! by_mode {
    ($mode:expr, $f:ident) => {
        match ($mode.rounding, $mode.ftz, $mode.sat) {
            (Rounding::Nearest, false, false) => $f::<NEAREST, false, false>,
            (Rounding::Nearest, true, false) => $f::<NEAREST, true, false>,
            (Rounding::Nearest, false, true) => $f::<NEAREST, false, true>,
            (Rounding::Nearest, true, true) => $f::<NEAREST, true, true>,
            (Rounding::Zero, false, false) => $f::<ZERO, false, false>,
            (Rounding::Zero, true, false) => $f::<ZERO, true, false>,
            (Rounding::Zero, false, true) => $f::<ZERO, false, true>,
            (Rounding::Zero, true, true) => $f::<ZERO, true, true>,
            (Rounding::Down, false, false) => $f::<DOWN, false, false>,
            (Rounding::Down, true, false) => $f::<DOWN, true, false>,
            (Rounding::Down, false, true) => $f::<DOWN, false, true>,
            (Rounding::Down, true, true) => $f::<DOWN, true, true>,
            (Rounding::Up, false, false) => $f::<UP, false, false>,
            (Rounding::Up, true, false) => $f::<UP, true, false>,
            (Rounding::Up, false, true) => $f::<UP, false, true>,
            (Rounding::Up, true, true) => $f::<UP, true, true>,
        }
    };
}

pub(crate) fn sum(mode: FloatMode) -> Words2 {
    by_mode!(mode, add)
}

pub(crate) fn product(mode: FloatMode) -> Words2 {
    by_mode!(mode, multiply)
}

pub(crate) fn fused_multiply_add(mode: FloatMode) -> Words3 {
    by_mode!(mode, fused)
}

/// The smaller or the larger number; `nan`: NaN where either is one.
pub(crate) fn choose(smaller: bool, nan: bool, ftz: bool) -> Words2 {
    fn pick<const SMALLER: bool, const NAN: bool, const FTZ: bool>(d: &mut Words, a: &Words, b: &Words, mask: u32) {
        each2(d, a, b, mask, |a, b| {
            let (a, b) = (read::<FTZ>(a), read::<FTZ>(b));
            let picked = if SMALLER { crate::alu::half::smaller(a, b) } else { crate::alu::half::larger(a, b) };
            write::<FTZ, false>(if NAN && (a.is_nan() || b.is_nan()) { f32::NAN } else { picked })
        });
    }
    match (smaller, nan, ftz) {
        (true, false, false) => pick::<true, false, false>,
        (true, false, true) => pick::<true, false, true>,
        (true, true, false) => pick::<true, true, false>,
        (true, true, true) => pick::<true, true, true>,
        (false, false, false) => pick::<false, false, false>,
        (false, false, true) => pick::<false, false, true>,
        (false, true, false) => pick::<false, true, false>,
        (false, true, true) => pick::<false, true, true>,
    }
}

/// The smallest or the largest of three; `nan`: a NaN if one is.
pub(crate) fn choose3(smaller: bool, nan: bool, ftz: bool) -> Words3 {
    macro_rules! twice {
        ($smaller:literal, $nan:literal, $ftz:literal) => {
            |d, a, b, c, mask| {
                let choose = choose($smaller, $nan, $ftz);
                let mut two = *a;
                choose(&mut two, a, b, mask);
                choose(d, &two, c, mask);
            }
        };
    }
    match (smaller, nan, ftz) {
        (true, false, false) => twice!(true, false, false),
        (true, false, true) => twice!(true, false, true),
        (true, true, false) => twice!(true, true, false),
        (true, true, true) => twice!(true, true, true),
        (false, false, false) => twice!(false, false, false),
        (false, false, true) => twice!(false, false, true),
        (false, true, false) => twice!(false, true, false),
        (false, true, true) => twice!(false, true, true),
    }
}

pub(crate) fn test(op: CompareOp, ftz: bool) -> WordsTest {
    macro_rules! forms {
        ($($op:ident)*) => {
            match (op, ftz) {
                $((CompareOp::$op, false) => |a, b| each_test(a, b, |a, b| {
                    holds(CompareOp::$op, read::<false>(a).into(), read::<false>(b).into())
                }),
                (CompareOp::$op, true) => |a, b| each_test(a, b, |a, b| {
                    holds(CompareOp::$op, read::<true>(a).into(), read::<true>(b).into())
                }),)*
            }
        };
    }
    forms!(Eq Ne Lt Le Gt Ge Equ Neu Ltu Leu Gtu Geu Num Nan)
}

/// Whether a quotient of f32 needs more than a reciprocal and Newton's steps, which lose digits near the ends of the range: an
/// operand that is not a normal number, or exponents within 2 of where the quotient, or a step on the way to it, would not be one.
pub(crate) fn division_needs_care(a: f32, b: f32) -> bool {
    let exponent = |value: f32| (value.to_bits() >> 23 & 0xff) as i32;
    let (x, y) = (exponent(a), exponent(b));
    let plain = |exponent: i32| exponent != 0 && exponent != 255;
    // The reciprocal must be normal, and so must the remainder, which is up to 24 bits below the dividend.
    !(plain(x) && plain(y) && (3..=251).contains(&y) && x > 26 && (3..=251).contains(&(x - y + 127)))
}
