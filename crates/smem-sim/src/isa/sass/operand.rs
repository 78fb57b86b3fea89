//! Registers and operands.
//!
//! Every operand is a slot of the warp's file, as in decoded PTX. Constants, special registers and the uniform registers have slots
//! of their own, so that the machine never asks what an operand is; a uniform register holds its value in every lane.

use crate::isa::{Pred, PredSlot, Slot};
use crate::lanes::{Lanes1, Lanes2, Lanes3};

/// One register of the 32 lanes.
pub(crate) type Words = [u32; 32];

/// Functions over registers. The last argument is the mask of lanes to write.
pub(crate) type Words1 = Lanes1<u32>;
pub(crate) type Words2 = Lanes2<u32>;
pub(crate) type Words3 = Lanes3<u32>;

/// `RZ` and `URZ`: eight slots, since a matrix product may take that many.
pub(crate) const ZERO: Slot = 0;
/// Where results for `RZ` go.
pub(crate) const DISCARD: Slot = 8;
/// `UR0`, in a kernel with at most [`UNIFORM_SLOTS`] uniform registers. In others they follow `R0` and those after it.
pub(crate) const UNIFORM: Slot = 16;
/// Slots for uniform registers in every kernel.
pub(crate) const UNIFORM_SLOTS: u32 = 64;
/// The two halves of `Rpc`, where compilers keep a pair of registers for a while.
pub(crate) const RPC: Slot = 80;
/// `R0`.
pub(crate) const GENERAL: Slot = 82;

/// The register of a call of the driver, counted from `R0`, with the address to return to.
pub(crate) const DRIVER_RETURN_TO: u32 = 20;

/// `PT`.
pub(crate) const ALWAYS: PredSlot = 7;
/// `UP0`.
pub(crate) const UNIFORM_PRED: PredSlot = 8;
/// Where results for `PT` go.
pub(crate) const DISCARD_PRED: PredSlot = 16;
pub(crate) const PREDS: usize = 17;

/// Always true, and always false.
pub(crate) const TRUE: Pred = Pred { slot: ALWAYS, flip: 0 };
pub(crate) const FALSE: Pred = Pred { slot: ALWAYS, flip: u32::MAX };

/// A 32-bit operand: `register & and ^ xor` is its value, which holds `|x|`, `-x` of a float and `~x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) slot: Slot,
    pub(crate) and: u32,
    pub(crate) xor: u32,
}

impl Source {
    /// Whether it is the register as it is.
    #[inline(always)]
    pub(crate) fn is_plain(self) -> bool {
        self.and == u32::MAX && self.xor == 0
    }
}

/// As [`Source`], of a register or of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LongSource {
    pub(crate) slot: Slot,
    pub(crate) pair: bool,
    pub(crate) and: u64,
    pub(crate) xor: u64,
}

/// Half a register: `register >> shift & and ^ xor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HalfSource {
    pub(crate) slot: Slot,
    pub(crate) shift: u32,
    pub(crate) and: u32,
    pub(crate) xor: u32,
}
