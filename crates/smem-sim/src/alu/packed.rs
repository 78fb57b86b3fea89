//! Integers of 16 and 8 bits, two or four to a register, for PTX.

pub use super::words::packed::choose_halves;

use super::lanes;
use super::words::packed::{byte_distances, halves, sum_of_byte_distances};
use crate::lanes::{Lanes2, Lanes3};

/// Sums, whose numbers may have signs.
pub const ADD_PAIRS: Lanes2 = lanes!(|a, b| halves([a as u32, b as u32], |[a, b]| a.wrapping_add(b)).into());

/// The distances of each two bytes.
pub const DISTANCES: Lanes3 = lanes!(|a, b, _c| byte_distances(a as u32, b as u32).into());
/// The sum of the distances of each two bytes, plus `c`.
pub const SUM_OF_DISTANCES: Lanes3 = lanes!(|a, b, c| sum_of_byte_distances(a as u32, b as u32, c as u32).into());
