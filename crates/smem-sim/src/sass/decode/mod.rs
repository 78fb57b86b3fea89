//! The opcodes that the simulator has: tables with a row for each.
//!
//! A row holds the opcode's name, and that of its form on the uniform datapath where it has one, and the function that decodes it.
//! Nothing else knows the names. What a function does not take of an instruction's modifiers and operands is unknown, and an error.

mod addresses;
mod asynchronous;
mod control;
mod convert;
mod double;
mod extremes;
mod float;
mod group_tensor;
mod half;
mod integer;
mod logic;
mod memory;
mod packed;
mod parts;
mod registers;
mod slots;
mod surface;
mod tensor;
mod texture;
mod warp;
mod wide;

use super::listing::ListedFunction;
use super::operand::SassOperand;
use crate::ParseError;
use crate::alu::words::integer::COPY;
use crate::isa::sass::{LaunchHeader, LaunchNeeds, Patch, SassConstant, SassInst, SassOp, Source, TRUE};
use crate::isa::{Pred, Slot};
use crate::parse_error::Refusals;
use crate::program::InstInfo;
use parts::Parts;
use slots::Slots;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

pub(super) type Decode<T> = Result<T, ParseError>;
type Decoder = fn(&mut DecodeContext<'_>, &mut Parts<'_>) -> Decode<SassOp>;

/// One opcode.
#[derive(Debug)]
struct OpcodeRow {
    name: &'static str,
    /// The same on uniform registers.
    uniform: Option<&'static str>,
    decode: Decoder,
}

const fn row(name: &'static str, decode: Decoder) -> OpcodeRow {
    OpcodeRow { name, uniform: None, decode }
}

const fn both(name: &'static str, uniform: &'static str, decode: Decoder) -> OpcodeRow {
    OpcodeRow { name, uniform: Some(uniform), decode }
}

static FAMILIES: [&[OpcodeRow]; 16] = [
    integer::ROWS,
    extremes::ROWS,
    packed::ROWS,
    logic::ROWS,
    float::ROWS,
    double::ROWS,
    half::ROWS,
    convert::ROWS,
    memory::ROWS,
    warp::ROWS,
    control::ROWS,
    tensor::ROWS,
    group_tensor::ROWS,
    asynchronous::ROWS,
    texture::ROWS,
    surface::ROWS,
];

/// Copies a register that has no sign.
fn copy_register(d: Slot, from: Slot) -> SassOp {
    SassOp::One { f: COPY, d, a: Source { slot: from, and: u32::MAX, xor: 0 } }
}

/// The function for an opcode, and whether its result is uniform.
fn decoder_of(name: &str) -> Option<(Decoder, bool)> {
    static INDEX: OnceLock<HashMap<&'static str, (Decoder, bool)>> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let rows = FAMILIES.iter().copied().flatten();
        rows.flat_map(|row| {
            let uniform = row.uniform.map(|name| (name, (row.decode, true)));
            [Some((row.name, (row.decode, false))), uniform].into_iter().flatten()
        })
        .collect()
    });
    index.get(name).copied()
}

/// The kernel that is being decoded.
struct DecodeContext<'t> {
    slots: Slots<'t>,
    labels: &'t HashMap<&'t str, u64>,
    /// Where each code address is among the instructions.
    instructions: usize,
    /// There are calls.
    calls: bool,
    needs: LaunchNeeds,
}

/// Decoded instructions of a kernel.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) code: Vec<SassInst>,
    pub(super) info: Vec<InstInfo>,
    pub(super) registers: u32,
    pub(super) constants: Vec<(u32, SassConstant)>,
    pub(super) calls: bool,
    pub(super) needs: LaunchNeeds,
}

/// Bytes of an instruction.
pub(super) const INSTRUCTION: u64 = 16;

/// The surroundings that a kernel's instructions may refer to.
#[derive(Debug, Clone)]
pub(super) struct Surroundings<'a> {
    /// The code's bytes.
    pub(super) bytes: &'a [u8],
    pub(super) registers: u32,
    /// Byte offset of the parameters in constant bank 0.
    pub(super) params_at: u32,
    pub(super) header: LaunchHeader,
    /// Places in constant bank 4 whose address is not in the cubin, and why.
    pub(super) missing: &'a HashMap<u64, String>,
    /// Values of symbols in instructions, by the address of each.
    pub(super) links: &'a HashMap<u64, Patch>,
}

/// Decodes a kernel's listing.
///
/// # Errors
/// All that is unknown in it, in the order of the instructions.
pub(super) fn decode<'t>(
    function: &'t ListedFunction<'t>,
    surroundings: &'t Surroundings<'t>,
) -> Result<Decoded, Refusals> {
    let bytes = surroundings.bytes;
    let mut context = DecodeContext {
        slots: Slots::new(surroundings, function),
        labels: &function.labels,
        instructions: function.lines.len(),
        calls: false,
        needs: LaunchNeeds::default(),
    };
    let mut unknown = Vec::new();
    let (mut code, mut info) = (Vec::with_capacity(function.lines.len()), Vec::with_capacity(function.lines.len()));
    for (i, line) in function.lines.iter().enumerate() {
        if line.address != INSTRUCTION * i as u64 {
            let message = format!("the instruction at {:#x} is not the one after that at its left", line.address);
            return Err(ParseError::listing(line.line, message).into());
        }
        let at = line.address as usize;
        let word = bytes.get(at..at + INSTRUCTION as usize).and_then(|word| word.try_into().ok());
        match Parts::read(line.line, line.text, line.address, word.map(u128::from_le_bytes))
            .and_then(|parts| instruction(&mut context, parts))
        {
            Ok(instruction) => code.push(instruction),
            Err(error) => unknown.push(error),
        }
        info.push(InstInfo { line: line.line, text: Arc::from(line.text), loc: line.loc.clone() });
    }
    if !unknown.is_empty() {
        return Err(Refusals(unknown));
    }
    let DecodeContext { slots, calls, needs, .. } = context;
    let (registers, constants) = slots.finish();
    Ok(Decoded { code, info, registers, constants, calls, needs })
}

fn instruction(context: &mut DecodeContext<'_>, mut parts: Parts<'_>) -> Decode<SassInst> {
    let guard = context.guard(&parts)?;
    let Some((decode, uniform)) = decoder_of(parts.base) else { return Err(parts.unknown()) };
    let op = decode(context, &mut parts)?;
    parts.finish()?;
    // Some instructions write a uniform register whatever their name.
    Ok(SassInst { guard, uniform: uniform || parts.uniform, op })
}

impl DecodeContext<'_> {
    fn guard(&mut self, parts: &Parts<'_>) -> Decode<Pred> {
        match &parts.guard {
            None => Ok(TRUE),
            Some(SassOperand::Predicate { uniform, number, negated }) => {
                Ok(registers::predicate(*uniform, *number, *negated))
            }
            Some(_) => Err(parts.error("its guard is not a predicate")),
        }
    }

    /// Index of the instruction at a label.
    fn target(&self, parts: &mut Parts<'_>) -> Decode<u32> {
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

/// Registers of a kernel whose attributes do not say how many there are.
pub(super) const MOST_REGISTERS: u32 = 255;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_opcode_is_there_twice() {
        let mut seen = HashSet::new();
        for row in FAMILIES.iter().copied().flatten() {
            for name in [Some(row.name), row.uniform].into_iter().flatten() {
                assert!(seen.insert(name), "`{name}` is there twice");
            }
        }
        assert!(seen.len() > 100);
    }
}
