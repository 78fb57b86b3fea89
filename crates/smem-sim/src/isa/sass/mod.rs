//! Decoded machine code.
//!
//! ```text
//! operand         registers of 32 bits by slot, and operands with their signs
//! transfer        operands of loads, stores and atomics
//! matrix_product  products of small matrices
//! operation       the operations of machine code, with those on registers and predicates
//! half_op         operations on the two halves of registers
//! exchange        exchanges between lanes
//! access          operations on memory
//! matrix          operations on small matrices
//! flow            jumps, waits and ends
//! operation_registers, operation_predicates  the registers and predicates that each of them reads and writes
//! sum             operands of sums with many parts
//! kept, vote      what of a result is kept, and what comes of votes
//! shared_op       which of them are requests to shared memory
//! asynchronous    barriers in shared memory, and copies that complete there
//! code            instructions, and what else a kernel's code consists of
//! ```

mod access;
mod asynchronous;
mod code;
mod exchange;
mod flow;
mod half_op;
mod kept;
mod matrix;
mod matrix_product;
mod operand;
mod operation;
mod operation_predicates;
mod operation_registers;
mod shared_op;
mod sum;
mod transfer;
mod vote;

pub use access::*;
pub use asynchronous::*;
pub use code::*;
pub use exchange::*;
pub use flow::*;
pub use half_op::*;
pub use kept::*;
pub use matrix::*;
pub use matrix_product::*;
pub use operand::*;
pub use operation::*;
pub use sum::*;
pub use transfer::*;
pub use vote::*;
