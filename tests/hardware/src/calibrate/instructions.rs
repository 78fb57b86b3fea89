//! The instructions that make requests.

use super::op::Op;

/// An instruction that makes requests, and its function in `requests.cuh`.
pub(super) struct Instruction {
    pub(super) op: Op,
    /// Of a lane.
    pub(super) bytes: u32,
    /// 8 x 8 matrices, or 0.
    pub(super) matrices: u32,
    pub(super) function: &'static str,
}

impl Instruction {
    const fn new(op: Op, bytes: u32, matrices: u32, function: &'static str) -> Self {
        Instruction { op, bytes, matrices, function }
    }

    /// Returns the variable of `requests.cuh` that holds the array's address as the instruction takes it.
    pub(super) fn base(&self) -> &'static str {
        if self.op.is_generic() { "generic" } else { "base" }
    }
}

/// All of them, a [set](super::RequestSet) after the other.
pub(super) const INSTRUCTIONS: [Instruction; 40] = [
    Instruction::new(Op::Load, 1, 0, "load_1"),
    Instruction::new(Op::Load, 2, 0, "load_2"),
    Instruction::new(Op::Load, 4, 0, "load_4"),
    Instruction::new(Op::Load, 8, 0, "load_8"),
    Instruction::new(Op::Load, 16, 0, "load_16"),
    Instruction::new(Op::Store, 1, 0, "store_1"),
    Instruction::new(Op::Store, 2, 0, "store_2"),
    Instruction::new(Op::Store, 4, 0, "store_4"),
    Instruction::new(Op::Store, 8, 0, "store_8"),
    Instruction::new(Op::Store, 16, 0, "store_16"),
    Instruction::new(Op::LdMatrix, 16, 1, "matrix_1"),
    Instruction::new(Op::LdMatrix, 16, 2, "matrix_2"),
    Instruction::new(Op::LdMatrix, 16, 4, "matrix_4"),
    Instruction::new(Op::StMatrix, 16, 1, "store_matrix_1"),
    Instruction::new(Op::StMatrix, 16, 2, "store_matrix_2"),
    Instruction::new(Op::StMatrix, 16, 4, "store_matrix_4"),
    Instruction::new(Op::AtomicAdd, 4, 0, "add_4"),
    Instruction::new(Op::Exchange, 8, 0, "exchange_8"),
    Instruction::new(Op::CompareAndSwap, 4, 0, "swap_4"),
    Instruction::new(Op::CompareAndSwap, 8, 0, "swap_8"),
    Instruction::new(Op::GenericLoad, 1, 0, "generic_load_1"),
    Instruction::new(Op::GenericLoad, 2, 0, "generic_load_2"),
    Instruction::new(Op::GenericLoad, 4, 0, "generic_load_4"),
    Instruction::new(Op::GenericLoad, 8, 0, "generic_load_8"),
    Instruction::new(Op::GenericLoad, 16, 0, "generic_load_16"),
    Instruction::new(Op::GenericLoadPair, 8, 0, "generic_load_pair"),
    Instruction::new(Op::GenericStore, 1, 0, "generic_store_1"),
    Instruction::new(Op::GenericStore, 2, 0, "generic_store_2"),
    Instruction::new(Op::GenericStore, 4, 0, "generic_store_4"),
    Instruction::new(Op::GenericStore, 8, 0, "generic_store_8"),
    Instruction::new(Op::GenericStore, 16, 0, "generic_store_16"),
    Instruction::new(Op::GenericStorePair, 8, 0, "generic_store_pair"),
    Instruction::new(Op::GenericAdd, 4, 0, "generic_add_4"),
    Instruction::new(Op::GenericAdd, 8, 0, "generic_add_8"),
    Instruction::new(Op::GenericIncrement, 4, 0, "generic_increment"),
    Instruction::new(Op::GenericMax, 4, 0, "generic_max"),
    Instruction::new(Op::GenericExchange, 4, 0, "generic_exchange_4"),
    Instruction::new(Op::GenericExchange, 8, 0, "generic_exchange_8"),
    Instruction::new(Op::GenericCompareAndSwap, 4, 0, "generic_swap_4"),
    Instruction::new(Op::GenericCompareAndSwap, 8, 0, "generic_swap_8"),
];
