//! Extended-precision arithmetic: additions and products with a carry bit.

use super::register::Slot;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CarryOp {
    Add,
    Sub,
    MadLo,
    MadHi,
    MadHiSigned,
}

#[derive(Debug)]
pub(crate) struct Carry {
    pub(crate) op: CarryOp,
    pub(crate) bits: u32,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) d: Slot,
    pub(crate) a: Slot,
    pub(crate) b: Slot,
    pub(crate) c: Slot,
}
