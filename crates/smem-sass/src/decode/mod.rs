//! The opcodes that the simulator has: tables with a row for each.
//!
//! A row holds the opcode's name, and that of its form on the uniform datapath where it has one, and the function that decodes it.
//! Nothing else knows the names. What a function does not take of an instruction's modifiers and operands is unknown, and an error.

mod addresses;
mod asynchronous;
mod comparison;
mod context;
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
mod surroundings;
mod tensor;
mod texture;
mod warp;
mod wide;

pub(super) use surroundings::{INSTRUCTION, MOST_REGISTERS, Surroundings};

use super::listing::ListedFunction;
use context::{DecodeContext, Decoder, OpcodeRow};
use parts::Parts;
use slots::Slots;
use smem_sim::ParseError;
use smem_sim::isa::sass::{LaunchNeeds, SassConstant, SassInst};
use smem_sim::parse_error::Refusals;
use smem_sim::program::InstInfo;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use surroundings::Decode;

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
    if let Some(error) = parts.unreadable.take() {
        return Err(error);
    }
    let op = decode(context, &mut parts)?;
    parts.finish()?;
    // Some instructions write a uniform register whatever their name.
    Ok(SassInst { guard, uniform: uniform || parts.uniform, op })
}

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
