//! Registers and operands.
//!
//! Every operand is a slot of the warp's file, as in decoded PTX. Constants, special registers and the uniform registers have slots
//! of their own, so that the machine never asks what an operand is; a uniform register holds its value in every lane.

use crate::isa::{Pred, PredSlot, Slot};
use crate::lanes::{Lanes1, Lanes2, Lanes3};

/// One register of the 32 lanes.
pub type Words = [u32; 32];

/// Functions over registers. The last argument is the mask of lanes to write.
pub type Words1 = Lanes1<u32>;
pub type Words2 = Lanes2<u32>;
pub type Words3 = Lanes3<u32>;

/// `RZ` and `URZ`: eight slots, since a matrix product may take that many.
pub const ZERO: Slot = 0;
/// Where results for `RZ` go.
pub const DISCARD: Slot = 8;
/// `UR0`, in a kernel with at most [`UNIFORM_SLOTS`] uniform registers. In others they follow `R0` and those after it.
pub const UNIFORM: Slot = 16;
/// Slots for uniform registers in every kernel.
pub const UNIFORM_SLOTS: u32 = 64;
/// The two halves of `Rpc`, where compilers keep a pair of registers for a while.
pub const RPC: Slot = 80;
/// `R0`.
pub const GENERAL: Slot = 82;

/// The register of a call of the driver, counted from `R0`, with the address to return to.
pub const DRIVER_RETURN_TO: u32 = 20;

/// `PT`.
pub const ALWAYS: PredSlot = 7;
/// `UP0`.
pub const UNIFORM_PRED: PredSlot = 8;
/// Where results for `PT` go.
pub const DISCARD_PRED: PredSlot = 16;
pub const PREDS: usize = 17;

/// Always true, and always false.
pub const TRUE: Pred = Pred { slot: ALWAYS, flip: 0 };
pub const FALSE: Pred = Pred { slot: ALWAYS, flip: u32::MAX };

/// A 32-bit operand: `register & and ^ xor` is its value, which holds `|x|`, `-x` of a float and `~x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    pub slot: Slot,
    pub and: u32,
    pub xor: u32,
}

impl Source {
    /// `RZ`.
    pub const NOTHING: Self = Self::plain(ZERO);

    /// A register as it is.
    pub const fn plain(slot: Slot) -> Self {
        Self { slot, and: u32::MAX, xor: 0 }
    }

    /// Whether it is `RZ`.
    pub fn is_zero(self) -> bool {
        self == Self::NOTHING
    }

    /// Whether it is the register as it is.
    #[inline(always)]
    pub fn is_plain(self) -> bool {
        self.and == u32::MAX && self.xor == 0
    }
}

/// As [`Source`], of a register or of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongSource {
    pub slot: Slot,
    pub pair: bool,
    pub and: u64,
    pub xor: u64,
}

impl LongSource {
    /// `RZ`.
    pub const NOTHING: Self = Self { slot: ZERO, pair: false, and: u64::MAX, xor: 0 };
}

/// Half a register: `register >> shift & and ^ xor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HalfSource {
    pub slot: Slot,
    pub shift: u32,
    pub and: u32,
    pub xor: u32,
}

impl HalfSource {
    /// Half of `RZ`.
    pub const NOTHING: Self = Self { slot: ZERO, shift: 0, and: 0xffff, xor: 0 };
}
