//! The parts of a cubin that the instructions of a kernel refer to.

use crate::ParseError;
use crate::isa::sass::{LaunchHeader, Patch};
use std::collections::HashMap;

pub(in crate::sass) type Decode<T> = Result<T, ParseError>;

/// Bytes of an instruction.
pub(in crate::sass) const INSTRUCTION: u64 = 16;

/// Registers of a kernel whose attributes do not say how many there are.
pub(in crate::sass) const MOST_REGISTERS: u32 = 255;

/// The surroundings that a kernel's instructions may refer to.
#[derive(Debug, Clone)]
pub(in crate::sass) struct Surroundings<'a> {
    /// The code's bytes.
    pub(in crate::sass) bytes: &'a [u8],
    pub(in crate::sass) registers: u32,
    /// Byte offset of the parameters in constant bank 0.
    pub(in crate::sass) params_at: u32,
    pub(in crate::sass) header: LaunchHeader,
    /// Places in constant bank 4 whose address is not in the cubin, and why.
    pub(in crate::sass) missing: &'a HashMap<u64, String>,
    /// Values of symbols in instructions, by the address of each.
    pub(in crate::sass) links: &'a HashMap<u64, Patch>,
}
