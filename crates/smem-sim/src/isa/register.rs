//! Register slots and predicates, the operands of every instruction.

/// Index of a register in a warp's file.
pub type Slot = u32;
/// Index of a predicate; each is a mask of lanes.
pub type PredSlot = u32;

/// The slot of a discarded result, `_`.
pub const SINK: Slot = u32::MAX;
/// Marks the absence of a join or a branch target.
pub const NOWHERE: u32 = u32::MAX;
/// The predicates with a fixed value.
pub const FALSE: PredSlot = 0;
pub const TRUE: PredSlot = 1;

#[derive(Debug, Clone, Copy)]
pub struct Pred {
    pub slot: PredSlot,
    /// All ones when negated, for an XOR.
    pub flip: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoolOp {
    And,
    Or,
    Xor,
}

impl BoolOp {
    pub fn of(self, a: u32, b: u32) -> u32 {
        match self {
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
        }
    }

    /// The two results of a comparison, it and its opposite, each combined with a predicate.
    pub fn of_both(self, result: u32, with: u32) -> [u32; 2] {
        [self.of(result, with), self.of(!result, with)]
    }
}
