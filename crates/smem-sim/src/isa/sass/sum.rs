//! Sums with many parts.

use super::{LongSource, Part, Source};
use crate::isa::{Pred, PredSlot, Slot};

/// `d = (a << shift) + b + plus + carry`, where the shifted number has 64 bits, and `high` takes its upper half.
#[derive(Debug, Clone)]
pub(crate) struct ShiftAdd {
    pub(crate) d: Slot,
    pub(crate) a: Source,
    pub(crate) high: Option<Source>,
    pub(crate) extend: bool,
    pub(crate) shift: u32,
    pub(crate) upper: bool,
    /// Take the inversion of what is shifted.
    pub(crate) inverted: bool,
    pub(crate) b: Source,
    pub(crate) plus: u32,
    pub(crate) carry_in: Pred,
    pub(crate) carry_out: PredSlot,
}

/// `d = a * b + c + plus + carry`, of 64 bits.
#[derive(Debug, Clone)]
pub(crate) struct MultiplyWide {
    pub(crate) signed: bool,
    pub(crate) part: Part,
    pub(crate) d: Slot,
    pub(crate) a: Source,
    pub(crate) b: Source,
    pub(crate) c: LongSource,
    pub(crate) plus: u64,
    pub(crate) carry_in: Pred,
    pub(crate) carry_out: PredSlot,
}
