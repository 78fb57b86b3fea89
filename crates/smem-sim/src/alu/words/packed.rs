//! Integers of 16 and 8 bits, two or four to a register.

use super::{each2, words};
use crate::isa::sass::{Words2, Words3};
use crate::lanes::{LaneWord, Lanes2};

/// Each half of the result from the halves of the sources.
#[inline(always)]
pub fn halves<const N: usize>(sources: [u32; N], f: impl Fn([u16; N]) -> u16) -> u32 {
    let half = |shift: u32| u32::from(f(sources.map(|word| (word >> shift) as u16))) << shift;
    half(0) | half(16)
}

/// Each byte of the result from the bytes of the sources.
#[inline(always)]
fn bytes<const N: usize>(sources: [u32; N], f: impl Fn([u8; N]) -> u8) -> u32 {
    let byte = |shift: u32| u32::from(f(sources.map(|word| (word >> shift) as u8))) << shift;
    byte(0) | byte(8) | byte(16) | byte(24)
}

pub const ADD_HALVES: Words2 = words!(|a, b| halves([a, b], |[a, b]| a.wrapping_add(b)));
pub const SUBTRACT_HALVES: Words2 = words!(|a, b| halves([a, b], |[a, b]| a.wrapping_sub(b)));
pub const ADD_BYTES: Words2 = words!(|a, b| bytes([a, b], |[a, b]| a.wrapping_add(b)));
pub const SUBTRACT_BYTES: Words2 = words!(|a, b| bytes([a, b], |[a, b]| a.wrapping_sub(b)));

/// The distances of each two bytes.
pub const BYTE_DISTANCES: Words3 = words!(|a, b, _c| byte_distances(a, b));
/// The sum of the distances of each two bytes, plus `c`.
pub const SUM_OF_BYTE_DISTANCES: Words3 = words!(|a, b, c| sum_of_byte_distances(a, b, c));

pub fn byte_distances(a: u32, b: u32) -> u32 {
    bytes([a, b], |[a, b]| a.abs_diff(b))
}

pub fn sum_of_byte_distances(a: u32, b: u32, c: u32) -> u32 {
    let pairs = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
    pairs.fold(c, |sum, (a, b)| sum.wrapping_add(a.abs_diff(b).into()))
}

fn signed(smaller: bool, a: u16, b: u16) -> u16 {
    let (a, b) = (a as i16, b as i16);
    (if smaller { a.min(b) } else { a.max(b) }) as u16
}

fn unsigned(smaller: bool, a: u16, b: u16) -> u16 {
    if smaller { a.min(b) } else { a.max(b) }
}

/// The smaller or the larger of two halves; `relu`: not below zero.
#[inline(always)]
fn choose_half(smaller: bool, is_signed: bool, relu: bool, [a, b]: [u16; 2]) -> u16 {
    let chosen = if is_signed { signed(smaller, a, b) } else { unsigned(smaller, a, b) };
    if relu { signed(false, chosen, 0) } else { chosen }
}

/// The smaller or the larger of each two halves, in registers of either width; `relu`: not below zero. There is no such form for numbers
/// without a sign.
pub fn choose_halves<T: LaneWord>(smaller: bool, is_signed: bool, relu: bool) -> Option<Lanes2<T>> {
    macro_rules! form {
        ($smaller:literal, $is_signed:literal, $relu:literal) => {
            |d, a, b, mask| {
                each2(d, a, b, mask, |a: T, b: T| {
                    T::of_low(halves([a.low(), b.low()], |pair| choose_half($smaller, $is_signed, $relu, pair)))
                });
            }
        };
    }
    Some(match (smaller, is_signed, relu) {
        (true, true, false) => form!(true, true, false),
        (false, true, false) => form!(false, true, false),
        (true, true, true) => form!(true, true, true),
        (false, true, true) => form!(false, true, true),
        (true, false, false) => form!(true, false, false),
        (false, false, false) => form!(false, false, false),
        (_, false, true) => return None,
    })
}

/// The smaller or the larger of each two bytes.
pub fn choose_bytes(smaller: bool, is_signed: bool) -> Words2 {
    match (smaller, is_signed) {
        (true, true) => words!(|a, b| bytes([a, b], |[a, b]| (a as i8).min(b as i8) as u8)),
        (false, true) => words!(|a, b| bytes([a, b], |[a, b]| (a as i8).max(b as i8) as u8)),
        (true, false) => words!(|a, b| bytes([a, b], |[a, b]| a.min(b))),
        (false, false) => words!(|a, b| bytes([a, b], |[a, b]| a.max(b))),
    }
}

/// The functions of three halves each that end in a choice between `$first`, an expression in a choice of two, and `c`.
macro_rules! three_halves {
    ($smaller:expr, $is_signed:expr, $relu:expr, |$a:ident, $b:ident, $choose:ident| $first:expr) => {{
        macro_rules! of {
            ($of_sign:ident, $is_smaller:literal, $is_positive:literal) => {
                words!(|a, b, c| halves([a, b, c], |[$a, $b, c]| {
                    let $choose = |one, other| $of_sign($is_smaller, one, other);
                    let chosen = $choose($first, c);
                    if $is_positive { signed(false, chosen, 0) } else { chosen }
                }))
            };
        }
        Some(match ($smaller, $is_signed, $relu) {
            (true, true, false) => of!(signed, true, false),
            (false, true, false) => of!(signed, false, false),
            (true, true, true) => of!(signed, true, true),
            (false, true, true) => of!(signed, false, true),
            (true, false, false) => of!(unsigned, true, false),
            (false, false, false) => of!(unsigned, false, false),
            (_, false, true) => return None,
        })
    }};
}

/// The smallest or the largest of each three halves; `relu`: not below zero.
pub fn choose3_halves(smaller: bool, is_signed: bool, relu: bool) -> Option<Words3> {
    three_halves!(smaller, is_signed, relu, |a, b, choose| choose(a, b))
}

/// The smaller or the larger of each `a + b` and `c`; `relu`: not below zero.
pub fn add_choose_halves(smaller: bool, is_signed: bool, relu: bool) -> Option<Words3> {
    three_halves!(smaller, is_signed, relu, |a, b, choose| a.wrapping_add(b))
}
