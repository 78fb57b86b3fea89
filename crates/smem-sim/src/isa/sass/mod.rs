//! Decoded machine code.
//!
//! ```text
//! operand         registers of 32 bits by slot, and operands with their signs
//! transfer        operands of loads, stores and atomics
//! matrix_product  products of small matrices
//! operation       the operations of the machine
//! operation_registers  the registers that each of them reads and writes
//! sum             operands of sums with many parts
//! kept, vote      what of a result is kept, and what comes of votes
//! shared_op       which of them are requests to shared memory
//! asynchronous    barriers in shared memory, and copies that complete there
//! code            instructions, and what else a kernel's code consists of
//! ```

mod asynchronous;
mod code;
mod kept;
mod matrix_product;
mod operand;
mod operation;
mod operation_registers;
mod shared_op;
mod sum;
mod transfer;
mod vote;

pub(crate) use asynchronous::*;
pub(crate) use code::*;
pub(crate) use kept::*;
pub(crate) use matrix_product::*;
pub(crate) use operand::*;
pub(crate) use operation::*;
pub(crate) use sum::*;
pub(crate) use transfer::*;
pub(crate) use vote::*;
