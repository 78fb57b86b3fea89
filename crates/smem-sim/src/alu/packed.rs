//! Integers of 16 and 8 bits, two or four to a register, for PTX.

use super::lanes;
use super::words::packed::{byte_distances, choose_half, halves, sum_of_byte_distances};
use crate::lanes::{Lanes2, Lanes3};

/// Sums, whose numbers may have signs.
pub(crate) const ADD_PAIRS: Lanes2 = lanes!(|a, b| halves([a as u32, b as u32], |[a, b]| a.wrapping_add(b)).into());

/// The distances of each two bytes.
pub(crate) const DISTANCES: Lanes3 = lanes!(|a, b, _c| byte_distances(a as u32, b as u32).into());
/// The sum of the distances of each two bytes, plus `c`.
pub(crate) const SUM_OF_DISTANCES: Lanes3 =
    lanes!(|a, b, c| sum_of_byte_distances(a as u32, b as u32, c as u32).into());

/// The smaller or the larger of each two numbers; `relu`: not below zero. There is no such form for numbers without a sign.
pub(crate) fn choose_pairs(smaller: bool, is_signed: bool, relu: bool) -> Option<Lanes2> {
    macro_rules! form {
        ($smaller:literal, $is_signed:literal, $relu:literal) => {
            lanes!(|a, b| {
                halves([a as u32, b as u32], |pair| choose_half($smaller, $is_signed, $relu, pair)).into()
            })
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
