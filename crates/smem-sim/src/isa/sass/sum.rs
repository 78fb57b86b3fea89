//! Sums with many parts.

use super::{LongSource, Part, Source};
use crate::isa::{Pred, PredSlot, Slot};

/// `d = (a << shift) + b + plus + carry`, where the shifted number has 64 bits, and `high` takes its upper half.
#[derive(Debug, Clone)]
pub struct ShiftAdd {
    pub d: Slot,
    pub a: Source,
    pub high: Option<Source>,
    pub extend: bool,
    pub shift: u32,
    pub upper: bool,
    /// Take the inversion of what is shifted.
    pub inverted: bool,
    pub b: Source,
    pub plus: u32,
    pub carry_in: Pred,
    pub carry_out: PredSlot,
}

/// `d = a * b + c + plus + carry`, of 64 bits.
#[derive(Debug, Clone)]
pub struct MultiplyWide {
    pub signed: bool,
    pub part: Part,
    pub d: Slot,
    pub a: Source,
    pub b: Source,
    pub c: LongSource,
    pub plus: u64,
    pub carry_in: Pred,
    pub carry_out: PredSlot,
}
