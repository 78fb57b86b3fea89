//! The front end for machine code: a cubin, which is an ELF file, and the listing that NVIDIA's disassembler prints for it.
//!
//! ```text
//! elf          sections, symbols and relocations
//! attributes   what the compiler says of a kernel: its parameters, registers, stack
//! listing      the text: instructions, labels, source lines
//! operand      an operand's text
//! decode       an instruction becomes an operation: a table with a row for each opcode
//! cubin        all of it: kernels and variables
//! shared_layout   where the shared arrays of an object lie that is not linked yet
//! system       functions that the driver adds to a module: the barrier of a grid in separately compiled code
//! ```

mod attributes;
mod cubin;
mod decode;
mod elf;
mod linked;
mod listing;
mod operand;
mod shared_layout;
mod system;
#[cfg(test)]
mod tests;

pub(crate) use cubin::{Loaded, load, names};
pub(crate) use elf::capability;
