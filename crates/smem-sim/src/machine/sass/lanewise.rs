//! Functions of lanes and what they write.

use crate::isa::sass::{LanesFunction, Words};
use crate::lanes::Lanes;

/// Gives the lanes of `mask` their values.
#[inline(always)]
pub(super) fn put(d: &mut Words, mask: u32, value: impl Fn(usize) -> u32) {
    if mask == u32::MAX {
        for (lane, d) in d.iter_mut().enumerate() {
            *d = value(lane);
        }
    } else {
        for (lane, d) in d.iter_mut().enumerate() {
            if mask >> lane & 1 == 1 {
                *d = value(lane);
            }
        }
    }
}

/// The lanes in which a condition holds.
#[inline(always)]
pub(super) fn where_true(condition: impl Fn(usize) -> bool) -> u32 {
    (0..32).fold(0, |mask, lane| mask | u32::from(condition(lane)) << lane)
}

/// The results of a function of whole lanes.
pub(super) fn apply(f: LanesFunction, [a, b, c]: &[Lanes; 3], mask: u32) -> Lanes {
    let mut result = [0; 32];
    match f {
        LanesFunction::One(f) => f(&mut result, a, mask),
        LanesFunction::Two(f) => f(&mut result, a, b, mask),
        LanesFunction::Three(f) => f(&mut result, a, b, c, mask),
    }
    result
}
