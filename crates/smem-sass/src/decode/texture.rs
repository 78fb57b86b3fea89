//! Reads of textures.
//!
//! The 32-bit handle is in a uniform register, at a place in a constant bank or, where `.B` says so, among the registers. These hold, in
//! this order, the layer, the coordinates, the handle, the level and the offsets: the first two in registers from the first operand on,
//! the others from the second. `.SCR` splits them otherwise, as evenly as it can.

use super::context::{DecodeContext, OpcodeRow, row};
use super::parts::Parts;
use super::surroundings::Decode;
use crate::operand::SassOperand;
use smem_sim::isa::sass::{DISCARD, DISCARD_PRED, SassAccess, SassOp};
use smem_sim::isa::{
    Slot, TextureExtent, TextureForm, TextureGeometry, TextureOffsets, TextureQuery, TextureRead, TextureSampling,
};

pub(super) const ROWS: &[OpcodeRow] =
    &[row("TEX", filtered), row("TLD", texel), row("TLD4", gathered), row("TXQ", query)];

const GEOMETRIES: [(&str, TextureGeometry); 6] = [
    ("1D", TextureGeometry::Line),
    ("2D", TextureGeometry::Plane),
    ("3D", TextureGeometry::Volume),
    ("ARRAY_1D", TextureGeometry::Lines),
    ("ARRAY_2D", TextureGeometry::Planes),
    ("CUBE", TextureGeometry::Cube),
];

/// Bits of an offset, and from one to the next; the same of a gather.
const OFFSETS: (u32, u32) = (4, 4);
const GATHER_OFFSETS: (u32, u32) = (6, 8);

/// Where the handle is.
enum Handle {
    Known(Slot),
    /// Among the registers.
    Register,
}

fn filtered(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    // There is one level, to which all others are clamped, and so is the one that sm_120 takes from the neighbouring threads.
    let level = parts.take_named(&[("LL", true), ("LZ", false)]).unwrap_or(false);
    read(context, parts, TextureSampling::Filtered, level)
}

fn texel(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let clamped = parts.take("CL");
    let Some(level) = parts.take_named(&[("LL", true), ("LZ", false)]) else { return Err(parts.unknown()) };
    if level && !clamped {
        return Err(parts.error("a level that is not clamped is unknown"));
    }
    read(context, parts, TextureSampling::Texel, level)
}

fn gathered(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let Some(channel) = parts.first_of(&[("R", 0), ("G", 1), ("B", 2), ("A", 3)]) else { return Err(parts.unknown()) };
    read(context, parts, TextureSampling::Gathered(channel), false)
}

fn read(
    context: &mut DecodeContext<'_>,
    parts: &mut Parts<'_>,
    sampling: TextureSampling,
    level: bool,
) -> Decode<SassOp> {
    // Nothing waits for the result by the coordinates' registers.
    parts.ignore(&["NODEP"]);
    let (split, in_register, moved) = (parts.take("SCR"), parts.take("B"), parts.take("AOFFI"));
    // Nothing of the texture is missing.
    let resident = if parts.peek_is_predicate() { Some((context.result_predicate(parts)?, false)) } else { None };
    let resident = resident.filter(|(p, _)| *p != DISCARD_PRED);
    let (upper, lower) = (parts.next()?, parts.next()?);
    let (first, second) = (parts.next()?, register_next(parts)?);
    let handle = if in_register { Handle::Register } else { Handle::Known(handle(context, parts)?) };
    let geometry = geometry(parts)?;
    let mask = if parts.left() > 0 { context.number(parts, 0xf)? } else { 0xf };

    let coordinates = geometry.axes() + usize::from(geometry.is_layered());
    let values = coordinates + usize::from(in_register) + usize::from(level) + usize::from(moved);
    let left = if !split { coordinates } else { (values / 2).max(values.min(1)).max(if values == 3 { 2 } else { 0 }) };
    if split && values > 4 || (values > left) != second.is_some() {
        return Err(parts.error(&format!("its {values} values are not where they are known to be")));
    }
    let from = |context: &DecodeContext<'_>, operand: &SassOperand<'_>, count: usize| match operand {
        SassOperand::Register(register, signs) if *signs == Default::default() && register.part.is_empty() => {
            context.slot(parts, *register, count as u32)
        }
        _ => Err(parts.error("an operand is not a register")),
    };
    let first = from(context, &first, left)?;
    let second = match &second {
        Some(second) => from(context, second, values - left)?,
        None => 0,
    };
    let mut slots = (0..left).map(|i| first + i as Slot).chain((0..values - left).map(|i| second + i as Slot));
    let mut next = || slots.next().unwrap_or_default();
    let layer = geometry.is_layered().then(&mut next);
    let mut at = [0; 3];
    at.iter_mut().take(geometry.axes()).for_each(|at| *at = next());
    let handle = match handle {
        Handle::Known(slot) => slot,
        Handle::Register => next(),
    };
    if level {
        next();
    }
    let is_gather = matches!(sampling, TextureSampling::Gathered(_));
    let (bits, every) = if is_gather { GATHER_OFFSETS } else { OFFSETS };
    let offsets = if moved { TextureOffsets::Packed { slot: next(), bits, every } } else { TextureOffsets::None };
    let to = results(context, parts, mask, &[lower, upper])?;
    let form = TextureForm { geometry, sampling };
    Ok(SassOp::Access(SassAccess::ReadTexture(TextureRead { form, handle, layer, at, offsets, to, resident })))
}

/// The next operand, if it is a general register.
fn register_next<'t>(parts: &mut Parts<'t>) -> Decode<Option<SassOperand<'t>>> {
    match parts.peek() {
        Some(SassOperand::Register(register, _)) if !register.uniform => parts.next().map(Some),
        _ => Ok(None),
    }
}

/// A handle in a uniform register, with a zero after it before sm_100, or in a constant bank, as its number and a place in words.
pub(super) fn handle(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<Slot> {
    if let Some(SassOperand::Register(..)) = parts.peek() {
        let slot = context.registers(parts, 1)?;
        if matches!(parts.peek(), Some(SassOperand::Integer(_))) {
            context.number(parts, 0)?;
        }
        return Ok(slot);
    }
    let (bank, word) = (context.number(parts, 0xff)?, context.number(parts, 0xffff)?);
    context.words(parts, bank as u8, 4 * i64::from(word), 1)
}

fn geometry(parts: &mut Parts<'_>) -> Decode<TextureGeometry> {
    match parts.next()? {
        SassOperand::Texture(name) => match GEOMETRIES.iter().find(|(known, _)| *known == name) {
            Some((_, geometry)) => Ok(*geometry),
            None => Err(parts.error(&format!("textures of the kind `{name}` are unknown"))),
        },
        _ => Err(parts.error("it does not say what kind of texture it reads")),
    }
}

/// Where the channels of the mask go: two to each of the operands, the lower ones first.
fn results(
    context: &DecodeContext<'_>,
    parts: &Parts<'_>,
    mask: u32,
    operands: &[SassOperand<'_>; 2],
) -> Decode<[Option<Slot>; 4]> {
    let (mut to, mut kept) = ([None; 4], 0);
    let count = mask.count_ones();
    for (channel, to) in to.iter_mut().enumerate().filter(|(channel, _)| mask >> channel & 1 == 1) {
        let Some(SassOperand::Register(register, signs)) = operands.get(kept / 2) else {
            return Err(parts.error("its result is not a register"));
        };
        if *signs != Default::default() || !register.part.is_empty() || register.uniform {
            return Err(parts.error(&format!("unknown form of the result for channel {channel}")));
        }
        let there = (count - 2 * (kept as u32 / 2)).min(2);
        let slot = match register.number {
            None => DISCARD,
            Some(_) => context.slot(parts, *register, there)? + kept as Slot % 2,
        };
        *to = Some(slot);
        kept += 1;
    }
    Ok(to)
}

fn query(context: &mut DecodeContext<'_>, parts: &mut Parts<'_>) -> Decode<SassOp> {
    let in_register = parts.take("B");
    let (upper, lower) = (parts.next()?, parts.next()?);
    let count = if in_register { 2 } else { 1 };
    let registers = context.registers(parts, count)?;
    match parts.next()? {
        SassOperand::Texture("TEX_HEADER_DIMENSION") => {}
        SassOperand::Texture(name) => return Err(parts.error(&format!("the question `{name}` is unknown"))),
        _ => return Err(parts.unknown()),
    }
    let handle = if in_register { registers } else { handle(context, parts)? };
    let mask = if parts.left() > 0 { context.number(parts, 0xf)? } else { 0xf };
    if mask & 8 != 0 {
        return Err(parts.error("the number of levels is unknown"));
    }
    let extents = [TextureExtent::Width, TextureExtent::Height, TextureExtent::Depth];
    let slots = results(context, parts, mask, &[lower, upper])?;
    let mut pairs = slots.into_iter().zip(extents).map(|(slot, extent)| slot.map(|slot| (slot, extent)));
    let to = std::array::from_fn(|_| pairs.next().flatten());
    Ok(SassOp::Access(SassAccess::QueryTexture(TextureQuery { handle, to })))
}
