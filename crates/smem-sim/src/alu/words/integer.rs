//! Integers and bits of one register.

use super::words;
use crate::alu::bits::{bfind, bmsk, prmt, szext};
use crate::alu::word;
use crate::isa::sass::{Words1, Words2, Words3};

pub const COPY: Words1 = words!(|a| a);
pub const COUNT_ONES: Words1 = words!(|a| word::count_ones(a));
pub const REVERSE: Words1 = words!(|a| word::reverse_bits(a));
pub const ABSOLUTE: Words1 = words!(|a| word::abs(a));

/// The top bit that differs from the sign, or how far it is from the top; all ones where there is none.
pub fn top_bit(signed: bool, distance: bool) -> Words1 {
    match (signed, distance) {
        (false, false) => words!(|a| bfind(a.into(), 32, false, false) as u32),
        (false, true) => words!(|a| bfind(a.into(), 32, false, true) as u32),
        (true, false) => words!(|a| bfind(a.into(), 32, true, false) as u32),
        (true, true) => words!(|a| bfind(a.into(), 32, true, true) as u32),
    }
}

pub const ADD: Words2 = words!(|a, b| word::add(a, b));
pub const AND: Words2 = words!(|a, b| word::and(a, b));
pub const OR: Words2 = words!(|a, b| word::or(a, b));
pub const XOR: Words2 = words!(|a, b| word::xor(a, b));
pub const MULTIPLY: Words2 = words!(|a, b| word::mul(a, b));
pub const SHIFT_LEFT: Words2 = words!(|a, b| word::shift_left(a, b));

/// The smaller or the larger.
pub fn choose(smaller: bool, signed: bool) -> Words2 {
    match (smaller, signed) {
        (true, true) => words!(|a, b| word::min_signed(a, b)),
        (false, true) => words!(|a, b| word::max_signed(a, b)),
        (true, false) => words!(|a, b| word::min(a, b)),
        (false, false) => words!(|a, b| word::max(a, b)),
    }
}

/// The smaller or the larger of numbers with a sign, or zero if that is above.
pub fn choose_positive(smaller: bool) -> Words2 {
    if smaller {
        words!(|a, b| (a as i32).min(b as i32).max(0) as u32)
    } else {
        words!(|a, b| (a as i32).max(b as i32).max(0) as u32)
    }
}

/// The smaller or the larger of `a + b` and `c`; `relu`: not below zero.
pub fn add_choose(smaller: bool, signed: bool, relu: bool) -> Option<Words3> {
    Some(match (smaller, signed, relu) {
        (true, true, false) => words!(|a, b, c| word::min_signed(word::add(a, b), c)),
        (false, true, false) => words!(|a, b, c| word::max_signed(word::add(a, b), c)),
        (true, true, true) => words!(|a, b, c| word::max_signed(word::min_signed(word::add(a, b), c), 0)),
        (false, true, true) => words!(|a, b, c| word::max_signed(word::max_signed(word::add(a, b), c), 0)),
        (true, false, false) => words!(|a, b, c| word::min(word::add(a, b), c)),
        (false, false, false) => words!(|a, b, c| word::max(word::add(a, b), c)),
        (_, false, true) => return None,
    })
}

/// The smaller or the larger of `a - b` and `c`.
pub fn subtract_choose(smaller: bool, signed: bool) -> Words3 {
    match (smaller, signed) {
        (true, true) => words!(|a, b, c| word::min_signed(word::sub(a, b), c)),
        (false, true) => words!(|a, b, c| word::max_signed(word::sub(a, b), c)),
        (true, false) => words!(|a, b, c| word::min(word::sub(a, b), c)),
        (false, false) => words!(|a, b, c| word::max(word::sub(a, b), c)),
    }
}

/// The smallest or the largest of three.
pub fn choose3(smaller: bool, signed: bool) -> Words3 {
    match (smaller, signed) {
        (true, true) => words!(|a, b, c| (a as i32).min(b as i32).min(c as i32) as u32),
        (false, true) => words!(|a, b, c| (a as i32).max(b as i32).max(c as i32) as u32),
        (true, false) => words!(|a, b, c| a.min(b).min(c)),
        (false, false) => words!(|a, b, c| a.max(b).max(c)),
    }
}

/// The smallest or the largest of three numbers with a sign, or zero if that is above.
pub fn choose3_positive(smaller: bool) -> Words3 {
    if smaller {
        words!(|a, b, c| (a as i32).min(b as i32).min(c as i32).max(0) as u32)
    } else {
        words!(|a, b, c| (a as i32).max(b as i32).max(c as i32).max(0) as u32)
    }
}

/// The low `b` bits of `a`, extended.
pub fn extend(signed: bool, wraps: bool) -> Words2 {
    match (signed, wraps) {
        (true, false) => words!(|a, b| szext(a.into(), b.into(), true, true) as u32),
        (false, false) => words!(|a, b| szext(a.into(), b.into(), true, false) as u32),
        (true, true) => words!(|a, b| szext(a.into(), b.into(), false, true) as u32),
        (false, true) => words!(|a, b| szext(a.into(), b.into(), false, false) as u32),
    }
}

/// `b` ones from bit `a`.
pub fn mask(wraps: bool) -> Words2 {
    if wraps {
        words!(|a, b| bmsk(a.into(), b.into(), false) as u32)
    } else {
        words!(|a, b| bmsk(a.into(), b.into(), true) as u32)
    }
}

pub const MULTIPLY_ADD: Words3 = words!(|a, b, c| word::mul_add(a, b, c));
pub const MULTIPLY_SUBTRACT: Words3 = words!(|a, b, c| word::sub(word::mul(a, b), c));
/// `c - a * b`
pub const MULTIPLY_NEGATED: Words3 = words!(|a, b, c| word::sub(c, word::mul(a, b)));
pub const ADD3: Words3 = words!(|a, b, c| word::add(word::add(a, b), c));
pub const DIFFERENCE: Words3 = words!(|a, b, c| word::sum_difference_signed(a, b, c));
pub const DIFFERENCE_UNSIGNED: Words3 = words!(|a, b, c| word::sum_difference(a, b, c));

/// The selection is the second operand.
pub const PERMUTE: Words3 = words!(|a, b, c| prmt(a.into(), c.into(), b.into(), 0) as u32);

/// How a funnel shift works.
#[derive(Debug, Clone, Copy)]
pub struct Funnel {
    pub left: bool,
    /// Shifts of 64 bits; else of 32.
    pub long: bool,
    pub signed: bool,
    /// The upper half of the result.
    pub upper: bool,
    /// Take the amount modulo the width, instead of at most the width.
    pub wraps: bool,
}

#[inline(always)]
fn funnel_lane(low: u32, amount: u32, high: u32, how: Funnel) -> u32 {
    let width = if how.long { 64 } else { 32 };
    let amount = if how.wraps { amount & (width - 1) } else { amount.min(width) };
    let pair = u64::from(high) << 32 | u64::from(low);
    let shifted = match (how.left, how.signed) {
        (true, _) => pair.checked_shl(amount).unwrap_or(0),
        (false, false) => pair.checked_shr(amount).unwrap_or(0),
        (false, true) => ((pair as i64) >> amount.min(63)) as u64,
    };
    if how.upper { (shifted >> 32) as u32 } else { shifted as u32 }
}

/// The funnel shift of `c:a` by `b`.
pub fn funnel(how: Funnel) -> Words3 {
    macro_rules! forms {
        ($(($left:literal, $long:literal, $signed:literal, $upper:literal, $wraps:literal))*) => {
            match (how.left, how.long, how.signed, how.upper, how.wraps) {
                $(($left, $long, $signed, $upper, $wraps) => {
                    const HOW: Funnel =
                        Funnel { left: $left, long: $long, signed: $signed, upper: $upper, wraps: $wraps };
                    words!(|a, b, c| funnel_lane(a, b, c, HOW))
                })*
            }
        };
    }
    forms! {
        (false, false, false, false, false) (false, false, false, false, true)
        (false, false, false, true, false) (false, false, false, true, true)
        (false, false, true, false, false) (false, false, true, false, true)
        (false, false, true, true, false) (false, false, true, true, true)
        (false, true, false, false, false) (false, true, false, false, true)
        (false, true, false, true, false) (false, true, false, true, true)
        (false, true, true, false, false) (false, true, true, false, true)
        (false, true, true, true, false) (false, true, true, true, true)
        (true, false, false, false, false) (true, false, false, false, true)
        (true, false, false, true, false) (true, false, false, true, true)
        (true, false, true, false, false) (true, false, true, false, true)
        (true, false, true, true, false) (true, false, true, true, true)
        (true, true, false, false, false) (true, true, false, false, true)
        (true, true, false, true, false) (true, true, false, true, true)
        (true, true, true, false, false) (true, true, true, false, true)
        (true, true, true, true, false) (true, true, true, true, true)
    }
}
