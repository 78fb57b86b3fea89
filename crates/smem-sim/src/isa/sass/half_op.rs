//! Operations on the two halves of registers.

use super::HalfSource;
use crate::isa::{BoolOp, CompareOp, HalfMode, Pred, PredSlot, Slot};
use crate::lanes::LanesFunction;

/// An operation on the halves of registers.
#[derive(Debug, Clone)]
pub enum HalfOp {
    /// Comparisons of two halves at once: `p` takes the low one and `q` the high one.
    Compare {
        op: CompareOp,
        mode: HalfMode,
        a: [HalfSource; 2],
        b: [HalfSource; 2],
        p: PredSlot,
        q: PredSlot,
        combine: BoolOp,
        with: Pred,
        /// Both must hold for `p`; `q` is then the opposite.
        both: bool,
    },
    /// As `HalfCompare`, with a register of two results.
    Set {
        op: CompareOp,
        mode: HalfMode,
        a: [HalfSource; 2],
        b: [HalfSource; 2],
        d: Slot,
        combine: BoolOp,
        with: Pred,
        /// The result where it holds: all ones, or one.
        one: u32,
    },
    /// A function of the two halves of registers.
    Function { f: LanesFunction, mode: HalfMode, d: Slot, sources: [[HalfSource; 2]; 3] },
    /// The sum of two halves, in f32.
    Sum { d: Slot, a: HalfSource, b: HalfSource, bf16: bool },
}
