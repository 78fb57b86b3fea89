//! The kernel that is being decoded, and what an opcode is.

use super::parts::Parts;
use super::slots::Slots;
use super::surroundings::{Decode, INSTRUCTION};
use crate::operand::SassOperand;
use smem_sim::alu::words::integer::COPY;
use smem_sim::isa::Slot;
use smem_sim::isa::sass::{LaunchNeeds, SassOp, Source};
use std::collections::HashMap;

/// The kernel that is being decoded.
pub(super) struct DecodeContext<'t> {
    pub(super) slots: Slots<'t>,
    pub(super) labels: &'t HashMap<&'t str, u64>,
    /// Where each code address is among the instructions.
    pub(super) instructions: usize,
    /// There are calls.
    pub(super) calls: bool,
    pub(super) needs: LaunchNeeds,
}

impl DecodeContext<'_> {
    /// Index of the instruction at a label.
    pub(super) fn target(&self, parts: &mut Parts<'_>) -> Decode<u32> {
        match parts.next()? {
            SassOperand::Label(label) => match self.labels.get(label) {
                Some(&address) if address / INSTRUCTION < self.instructions as u64 => {
                    Ok((address / INSTRUCTION) as u32)
                }
                _ => Err(parts.error(&format!("there is no label `{label}`"))),
            },
            _ => Err(parts.error("it names no label")),
        }
    }
}

pub(super) type Decoder = fn(&mut DecodeContext<'_>, &mut Parts<'_>) -> Decode<SassOp>;

/// One opcode.
#[derive(Debug)]
pub(super) struct OpcodeRow {
    pub(super) name: &'static str,
    /// The same on uniform registers.
    pub(super) uniform: Option<&'static str>,
    pub(super) decode: Decoder,
}

pub(super) const fn row(name: &'static str, decode: Decoder) -> OpcodeRow {
    OpcodeRow { name, uniform: None, decode }
}

pub(super) const fn both(name: &'static str, uniform: &'static str, decode: Decoder) -> OpcodeRow {
    OpcodeRow { name, uniform: Some(uniform), decode }
}

/// Copies a register that has no sign.
pub(super) fn copy_register(d: Slot, from: Slot) -> SassOp {
    SassOp::One { f: COPY, d, a: Source { slot: from, and: u32::MAX, xor: 0 } }
}
