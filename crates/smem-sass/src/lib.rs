//! The front end for machine code: a cubin, which is an ELF file, and the listing that NVIDIA's disassembler prints for it, become kernels
//! that [`smem_sim`] runs. [`GpuImage`] finds cubins in fatbins, libraries and programs.
//!
//! ```text
//! module       a module of kernels and variables
//! elf          sections, symbols and relocations
//! attributes   what the compiler says of a kernel: its parameters, registers, stack
//! listing      the text: instructions, labels, source lines
//! operand      an operand's text
//! decode       an instruction becomes an operation: a table with a row for each opcode
//! cubin        all of it: kernels and variables
//! shared_layout   where the shared arrays of an object lie that is not linked yet
//! system       functions that the driver adds to a module: the barrier of a grid
//! ```

#![forbid(unsafe_code)]
// An input that makes this crate panic is a defect of it: readers have no index and no `unwrap`, and the others say why theirs hold.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]

mod attributes;
mod cubin;
mod decode;
mod elf;
mod gpu_image;
mod linked;
mod listing;
mod module;
mod operand;
mod shared_layout;
mod system;
#[cfg(test)]
mod tests;

pub use gpu_image::{GpuImage, GpuImageKind, GpuImageNames};
pub use module::module;
