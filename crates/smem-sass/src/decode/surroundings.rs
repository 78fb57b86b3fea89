//! The parts of a cubin that the instructions of a kernel refer to.

use smem_sim::ParseError;
use smem_sim::isa::sass::{LaunchHeader, Patch};
use std::collections::HashMap;

pub(crate) type Decode<T> = Result<T, ParseError>;

/// Bytes of an instruction.
pub(crate) const INSTRUCTION: u64 = 16;

/// Registers of a kernel whose attributes do not say how many there are.
pub(crate) const MOST_REGISTERS: u32 = 255;

/// The surroundings that a kernel's instructions may refer to.
#[derive(Debug, Clone)]
pub(crate) struct Surroundings<'a> {
    /// The code's bytes.
    pub(crate) bytes: &'a [u8],
    pub(crate) registers: u32,
    /// Byte offset of the parameters in constant bank 0.
    pub(crate) params_at: u32,
    pub(crate) header: LaunchHeader,
    /// Places in constant bank 4 whose address is not in the cubin, and why.
    pub(crate) missing: &'a HashMap<u64, String>,
    /// Values of symbols in instructions, by the address of each.
    pub(crate) links: &'a HashMap<u64, Patch>,
}
