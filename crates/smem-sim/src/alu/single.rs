//! f32: sums, products and choices, exact to the last bit in every rounding, in registers of either width.

use super::exact::sum_to_odd;
use super::float_mode::FloatMode;
use super::half::{larger, smaller};
use super::host::on_this_host;
use super::rounding::{flush, rounded_to};
use super::{each2, each3};
use crate::isa::sass::{Source, Words};
use crate::isa::{Rounding, Slot};
use crate::lanes::{LaneWord, Lanes2, Lanes3};

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
pub(super) fn read<const FTZ: bool>(value: impl LaneWord) -> f32 {
    let value = f32::from_bits(value.low());
    if FTZ { flush(value) } else { value }
}

#[inline(always)]
fn write<T: LaneWord, const FTZ: bool, const SAT: bool>(value: f32) -> T {
    let value = if FTZ { flush(value) } else { value };
    let value = if SAT { if value > 0.0 { value.min(1.0) } else { 0.0 } } else { value };
    // The one NaN that GPUs give.
    T::of_low(if value.is_nan() { 0x7fff_ffff } else { value.to_bits() })
}

/// A sum that is exactly zero is -0 when rounding down, unless both terms are +0.
fn directed_sum<const R: u8>(a: f64, b: f64) -> f32 {
    let sum = sum_to_odd(a, b);
    let negative = a.is_sign_negative() || b.is_sign_negative();
    rounded_to(if sum == 0.0 && R == DOWN && negative { -0.0 } else { sum }, rounding::<R>())
}

#[inline(always)]
fn sum_of<T: LaneWord, const R: u8, const FTZ: bool, const SAT: bool>(a: f32, b: f32) -> T {
    write::<T, FTZ, SAT>(if R == NEAREST { a + b } else { directed_sum::<R>(a.into(), b.into()) })
}

fn add<T: LaneWord, const R: u8, const FTZ: bool, const SAT: bool>(
    d: &mut [T; 32],
    a: &[T; 32],
    b: &[T; 32],
    mask: u32,
) {
    each2(d, a, b, mask, |a, b| sum_of::<T, R, FTZ, SAT>(read::<FTZ>(a), read::<FTZ>(b)));
}

/// The sum with the negated number: only a NaN's sign is another, and all NaNs become one.
fn subtract<T: LaneWord, const R: u8, const FTZ: bool, const SAT: bool>(
    d: &mut [T; 32],
    a: &[T; 32],
    b: &[T; 32],
    mask: u32,
) {
    each2(d, a, b, mask, |a, b| sum_of::<T, R, FTZ, SAT>(read::<FTZ>(a), -read::<FTZ>(b)));
}

fn multiply<T: LaneWord, const R: u8, const FTZ: bool, const SAT: bool>(
    d: &mut [T; 32],
    a: &[T; 32],
    b: &[T; 32],
    mask: u32,
) {
    each2(d, a, b, mask, |a, b| {
        let (a, b) = (read::<FTZ>(a), read::<FTZ>(b));
        // The product of two f32 is exact in f64.
        let directed = || rounded_to(f64::from(a) * f64::from(b), rounding::<R>());
        write::<T, FTZ, SAT>(if R == NEAREST { a * b } else { directed() })
    });
}

/// `a * b * c`, rounded once, where `c` is a power of two: the product of two f32 is exact in f64, and so is its multiple.
fn multiply_scaled<T: LaneWord, const R: u8, const FTZ: bool, const SAT: bool>(
    d: &mut [T; 32],
    a: &[T; 32],
    b: &[T; 32],
    c: &[T; 32],
    mask: u32,
) {
    each3(d, a, b, c, mask, |a, b, c| {
        let [a, b, scale] = [read::<FTZ>(a), read::<FTZ>(b), read::<false>(c)].map(f64::from);
        write::<T, FTZ, SAT>(rounded_to(a * b * scale, rounding::<R>()))
    });
}

/// The fused multiply-add of f32, rounded to the nearest, of the lanes of a mask.
pub fn plain_fused(d: &mut Words, a: &Words, b: &Words, c: &Words, mask: u32) {
    fused::<u32, NEAREST, false, false>(d, a, b, c, mask);
}

fn fused<T: LaneWord, const R: u8, const FTZ: bool, const SAT: bool>(
    d: &mut [T; 32],
    a: &[T; 32],
    b: &[T; 32],
    c: &[T; 32],
    mask: u32,
) {
    if R == NEAREST {
        return on_this_host!(each3(d, a, b, c, mask, |a, b, c| {
            write::<T, FTZ, SAT>(read::<FTZ>(a).mul_add(read::<FTZ>(b), read::<FTZ>(c)))
        }));
    }
    each3(d, a, b, c, mask, |a, b, c| {
        let (a, b, c) = (read::<FTZ>(a), read::<FTZ>(b), read::<FTZ>(c));
        write::<T, FTZ, SAT>(directed_sum::<R>(f64::from(a) * f64::from(b), c.into()))
    });
}

/// Eight lanes of an operand.
#[inline(always)]
fn eight_lanes(regs: &[Words], source: &Source, from: usize) -> [f32; 8] {
    let (lanes, mut values) = (&regs[source.slot as usize][from..from + 8], [0.0; 8]);
    for lane in 0..8 {
        values[lane] = f32::from_bits(lanes[lane] & source.and ^ source.xor);
    }
    values
}

/// `d = a * b + c` in every lane of registers of 32 bits, rounded to the nearest. For an `on_wide_host!` around it: without
/// closures, which the compiler would leave outside.
#[inline(always)]
pub fn fuse_multiply_add(regs: &mut [Words], d: Slot, sources: &[Source; 3]) {
    let mut from = 0;
    while from < 32 {
        // All eight are read before one is written: `d` may be a source.
        let a = eight_lanes(regs, &sources[0], from);
        let b = eight_lanes(regs, &sources[1], from);
        let c = eight_lanes(regs, &sources[2], from);
        let mut results = [0; 8];
        for lane in 0..8 {
            results[lane] = write::<u32, false, false>(a[lane].mul_add(b[lane], c[lane]));
        }
        regs[d as usize][from..from + 8].copy_from_slice(&results);
        from += 8;
    }
}

fn pick<T: LaneWord, const SMALLER: bool, const NAN: bool, const FTZ: bool>(
    d: &mut [T; 32],
    a: &[T; 32],
    b: &[T; 32],
    mask: u32,
) {
    each2(d, a, b, mask, |a, b| {
        let (a, b) = (read::<FTZ>(a), read::<FTZ>(b));
        let picked = if SMALLER { smaller(a, b) } else { larger(a, b) };
        write::<T, FTZ, false>(if NAN && (a.is_nan() || b.is_nan()) { f32::NAN } else { picked })
    });
}

macro_rules! by_mode {
    ($mode:expr, $f:ident) => {
        match ($mode.rounding, $mode.ftz, $mode.sat) {
            (Rounding::Nearest, false, false) => $f::<_, NEAREST, false, false>,
            (Rounding::Nearest, true, false) => $f::<_, NEAREST, true, false>,
            (Rounding::Nearest, false, true) => $f::<_, NEAREST, false, true>,
            (Rounding::Nearest, true, true) => $f::<_, NEAREST, true, true>,
            (Rounding::Zero, false, false) => $f::<_, ZERO, false, false>,
            (Rounding::Zero, true, false) => $f::<_, ZERO, true, false>,
            (Rounding::Zero, false, true) => $f::<_, ZERO, false, true>,
            (Rounding::Zero, true, true) => $f::<_, ZERO, true, true>,
            (Rounding::Down, false, false) => $f::<_, DOWN, false, false>,
            (Rounding::Down, true, false) => $f::<_, DOWN, true, false>,
            (Rounding::Down, false, true) => $f::<_, DOWN, false, true>,
            (Rounding::Down, true, true) => $f::<_, DOWN, true, true>,
            (Rounding::Up, false, false) => $f::<_, UP, false, false>,
            (Rounding::Up, true, false) => $f::<_, UP, true, false>,
            (Rounding::Up, false, true) => $f::<_, UP, false, true>,
            (Rounding::Up, true, true) => $f::<_, UP, true, true>,
        }
    };
}

pub fn sum<T: LaneWord>(mode: FloatMode) -> Lanes2<T> {
    by_mode!(mode, add)
}

pub(super) fn difference<T: LaneWord>(mode: FloatMode) -> Lanes2<T> {
    by_mode!(mode, subtract)
}

pub fn product<T: LaneWord>(mode: FloatMode) -> Lanes2<T> {
    by_mode!(mode, multiply)
}

pub fn scaled_product<T: LaneWord>(mode: FloatMode) -> Lanes3<T> {
    by_mode!(mode, multiply_scaled)
}

pub fn fused_multiply_add<T: LaneWord>(mode: FloatMode) -> Lanes3<T> {
    by_mode!(mode, fused)
}

/// The smaller or the larger number; `nan`: NaN where either is one.
pub fn choose<T: LaneWord>(smaller: bool, nan: bool, ftz: bool) -> Lanes2<T> {
    match (smaller, nan, ftz) {
        (true, false, false) => pick::<T, true, false, false>,
        (true, false, true) => pick::<T, true, false, true>,
        (true, true, false) => pick::<T, true, true, false>,
        (true, true, true) => pick::<T, true, true, true>,
        (false, false, false) => pick::<T, false, false, false>,
        (false, false, true) => pick::<T, false, false, true>,
        (false, true, false) => pick::<T, false, true, false>,
        (false, true, true) => pick::<T, false, true, true>,
    }
}
