//! Decoded machine code.
//!
//! ```text
//! operand      registers of 32 bits by slot, and operands with their signs
//! transfer     operands of loads, stores and atomics
//! operation    the operations of the machine
//! code         instructions, and what else a kernel's code consists of
//! ```

mod code;
mod operand;
mod operation;
mod transfer;

pub(crate) use code::*;
pub(crate) use operand::*;
pub(crate) use operation::*;
pub(crate) use transfer::*;
