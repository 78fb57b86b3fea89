//! Operands to slots.

use super::parts::Parts;
use super::{Context, Decode, Surroundings};
use crate::alu::half::to_f16;
use crate::isa::Rounding;
use crate::isa::sass::{
    DISCARD, DISCARD_PRED, FALSE, GENERAL, HalfSource, LongSource, SassConstant, Source, TRUE, UNIFORM, UNIFORM_PRED,
    ZERO,
};
use crate::isa::{Pred, PredSlot, Slot};
use crate::sass::operand::{Operand, Register, Signs};
use std::collections::HashMap;

/// The slots of a kernel: its registers, and those that hold constants.
pub(super) struct Slots<'t> {
    surroundings: &'t Surroundings<'t>,
    constants: Vec<(Slot, SassConstant)>,
    index: HashMap<Vec<SassConstant>, Slot>,
}

impl<'t> Slots<'t> {
    pub(super) fn new(surroundings: &'t Surroundings<'t>) -> Self {
        Self { surroundings, constants: Vec::new(), index: HashMap::new() }
    }

    /// The first of the slots that hold `words`, one after the other.
    pub(super) fn constant(&mut self, words: &[SassConstant]) -> Slot {
        if let Some(&slot) = self.index.get(words) {
            return slot;
        }
        // Behind the registers; four more since the last of them may be the first of four.
        let slot = GENERAL + self.surroundings.registers + 4 + self.constants.len() as u32;
        for (i, &word) in words.iter().enumerate() {
            self.constants.push((slot + i as u32, word));
        }
        self.index.insert(words.to_vec(), slot);
        slot
    }

    /// The number of slots, and the constants.
    pub(super) fn finish(self) -> (u32, Vec<(Slot, SassConstant)>) {
        (GENERAL + self.surroundings.registers + 4 + self.constants.len() as u32 + 1, self.constants)
    }
}

pub(super) fn predicate(uniform: bool, number: Option<u32>, negated: bool) -> Pred {
    match number {
        None => {
            if negated {
                FALSE
            } else {
                TRUE
            }
        }
        Some(number) => {
            Pred { slot: number + if uniform { UNIFORM_PRED } else { 0 }, flip: if negated { u32::MAX } else { 0 } }
        }
    }
}

/// What the sign of a source means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// Nothing but an inversion of all bits.
    Bits,
    /// Two's complement: a negated source is its inversion, and the operation adds one.
    Integer,
    Float,
}

/// A 32-bit source, and whether the operation must add one for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Term32 {
    pub(super) source: Source,
    pub(super) plus: u32,
}

const fn plain(slot: Slot) -> Source {
    Source { slot, and: u32::MAX, xor: 0 }
}

impl Source {
    pub(super) const NOTHING: Self = plain(ZERO);

    pub(super) fn is_zero(self) -> bool {
        self == Self::NOTHING
    }
}

impl LongSource {
    pub(super) const NOTHING: Self = Self { slot: ZERO, pair: false, and: u64::MAX, xor: 0 };
}

impl HalfSource {
    pub(super) const NOTHING: Self = Self { slot: ZERO, shift: 0, and: 0xffff, xor: 0 };
}

impl Context<'_> {
    /// The slot of a register that `count` registers begin with.
    pub(super) fn slot(&self, parts: &Parts<'_>, register: Register<'_>, count: u32) -> Decode<Slot> {
        match register.number {
            None => Ok(ZERO),
            Some(number) if register.uniform => Ok(UNIFORM + number),
            Some(number) if number + count <= self.slots.surroundings.registers => Ok(GENERAL + number),
            Some(number) => {
                let there = self.slots.surroundings.registers;
                Err(parts.error(&format!("the kernel has {there} registers, and this is R{number}")))
            }
        }
    }

    /// The register for a result of `count` registers.
    pub(super) fn result(&self, parts: &mut Parts<'_>, count: u32) -> Decode<Slot> {
        match parts.next()? {
            Operand::Register(register, signs) if signs == Signs::default() && register.part.is_empty() => {
                parts.uniform |= register.uniform && register.number.is_some();
                match register.number {
                    None => Ok(DISCARD),
                    Some(_) => self.slot(parts, register, count),
                }
            }
            _ => Err(parts.error("its result is not a register")),
        }
    }

    /// The predicate for a result.
    pub(super) fn result_predicate(&self, parts: &mut Parts<'_>) -> Decode<PredSlot> {
        match parts.next()? {
            Operand::Predicate { number: None, negated: false, .. } => Ok(DISCARD_PRED),
            Operand::Predicate { uniform, number: Some(number), negated: false } => {
                Ok(predicate(uniform, Some(number), false).slot)
            }
            _ => Err(parts.error("its result is not a predicate")),
        }
    }

    pub(super) fn predicate(&self, parts: &mut Parts<'_>) -> Decode<Pred> {
        match parts.next()? {
            Operand::Predicate { uniform, number, negated } => Ok(predicate(uniform, number, negated)),
            _ => Err(parts.error("an operand is not a predicate")),
        }
    }

    /// Registers that a store takes, or any that follow one another.
    pub(super) fn registers(&self, parts: &mut Parts<'_>, count: u32) -> Decode<Slot> {
        match parts.next()? {
            Operand::Register(register, signs) if signs == Signs::default() && matches!(register.part, "" | "64") => {
                self.slot(parts, register, count)
            }
            _ => Err(parts.error("an operand is not a register")),
        }
    }

    /// Words of a constant bank at a fixed place.
    fn words(&mut self, parts: &Parts<'_>, bank: u8, offset: i64, count: u32) -> Decode<Slot> {
        let offset = u32::try_from(offset).ok().filter(|offset| offset % 4 == 0 && *offset < 1 << 20);
        let Some(offset) = offset.filter(|_| matches!(bank, 0 | 2 | 3 | 4)) else {
            return Err(parts.error(&format!("constant bank {bank} has no such place")));
        };
        for at in (0..count).map(|i| offset + 4 * i) {
            let Surroundings { params_at, header, missing, .. } = self.slots.surroundings;
            if let Some(why) = missing.get(&u64::from(at)).filter(|_| bank == 4) {
                return Err(parts.error(why));
            }
            if bank == 0 && at < *params_at && !header.holds(at) {
                return Err(parts.error(&format!("what the driver keeps at c[0x0][{at:#x}] is unknown")));
            }
        }
        let words: Vec<_> = (0..count).map(|i| SassConstant::Word { bank, offset: offset + 4 * i }).collect();
        Ok(self.slots.constant(&words))
    }

    /// A load from a constant bank at a fixed place, of 1, 2, 4 or 8 bytes.
    pub(super) fn constant_load(
        &mut self,
        parts: &Parts<'_>,
        bank: u8,
        offset: i64,
        bytes: u32,
        signed: bool,
    ) -> Decode<Slot> {
        if bytes >= 4 {
            return self.words(parts, bank, offset, bytes / 4);
        }
        let word = offset & !3;
        self.words(parts, bank, word, 1)?;
        let offset = u32::try_from(offset).unwrap_or(0);
        Ok(self.slots.constant(&[SassConstant::Narrow { bank, offset, bytes, signed }]))
    }

    pub(super) fn bits(&mut self, value: u32) -> Source {
        if value == 0 { Source::NOTHING } else { plain(self.slots.constant(&[SassConstant::Bits(value)])) }
    }

    /// The immediate in the instruction's encoding, for what the text does not say.
    fn immediate(&self, parts: &Parts<'_>) -> Decode<u32> {
        let word = parts.word.ok_or_else(|| parts.error("which NaN this is, only its encoding says"))?;
        Ok((word >> 32) as u32)
    }

    pub(super) fn term(&mut self, parts: &mut Parts<'_>, reading: Reading) -> Decode<Term32> {
        let (slot, signs, part) = match parts.next()? {
            Operand::Register(register, signs) => (self.slot(parts, register, 1)?, signs, register.part),
            Operand::Constant { bank, index: None, offset, signs, part } => {
                (self.words(parts, bank, offset, 1)?, signs, part)
            }
            Operand::Integer(value) if i32::try_from(value).is_ok() || u32::try_from(value).is_ok() => {
                return Ok(Term32 { source: self.bits(value as u32), plus: 0 });
            }
            Operand::Float(text) if reading == Reading::Float => {
                let value: f32 = text
                    .parse()
                    .map_err(|_| parts.error("a number is not one"))
                    .or_else(|error| if text.ends_with("NAN") { Ok(f32::NAN) } else { Err(error) })?;
                let bits = if value.is_nan() { self.immediate(parts)? } else { value.to_bits() };
                return Ok(Term32 { source: self.bits(bits), plus: 0 });
            }
            _ => return Err(parts.error("an operand is not a register, constant or number")),
        };
        if !part.is_empty() {
            return Err(parts.error(&format!("unknown part `.{part}` of an operand")));
        }
        let Signs { negative, absolute, inverted } = signs;
        let mut source = plain(slot);
        let mut plus = 0;
        match reading {
            Reading::Float if !inverted => {
                source.and = if absolute { 0x7fff_ffff } else { u32::MAX };
                source.xor = if negative { 0x8000_0000 } else { 0 };
            }
            Reading::Integer if !absolute => {
                source.xor = if negative || inverted { u32::MAX } else { 0 };
                plus = u32::from(negative);
            }
            Reading::Bits if !absolute && !negative => source.xor = if inverted { u32::MAX } else { 0 },
            _ => return Err(parts.error("unknown sign of an operand")),
        }
        Ok(Term32 { source, plus })
    }

    /// A source that cannot be negated.
    pub(super) fn source(&mut self, parts: &mut Parts<'_>) -> Decode<Source> {
        self.term(parts, Reading::Bits).map(|term| term.source)
    }

    pub(super) fn float(&mut self, parts: &mut Parts<'_>) -> Decode<Source> {
        self.term(parts, Reading::Float).map(|term| term.source)
    }

    /// A register that was read as an operand already.
    pub(super) fn plain_source(&self, parts: &Parts<'_>, register: Register<'_>, signs: Signs) -> Decode<Source> {
        if signs != Signs::default() || !register.part.is_empty() {
            return Err(parts.error("unknown sign or part of an operand"));
        }
        Ok(plain(self.slot(parts, register, 1)?))
    }

    /// The upper half of an f64, whose lower half is zero.
    pub(super) fn upper_half(&mut self, parts: &mut Parts<'_>) -> Decode<Source> {
        if let Some(Operand::Float(text)) = parts.peek() {
            let bits = match text.parse::<f64>() {
                Ok(value) if !value.is_nan() => (value.to_bits() >> 32) as u32,
                _ => self.immediate(parts)?,
            };
            parts.next()?;
            return Ok(self.bits(bits));
        }
        self.float(parts)
    }

    /// A number up to `most` that the instruction itself holds.
    pub(super) fn number(&self, parts: &mut Parts<'_>, most: u32) -> Decode<u32> {
        match parts.next()? {
            Operand::Integer(value) => u32::try_from(value).ok().filter(|value| *value <= most),
            Operand::Register(Register { number: None, .. }, signs) if signs == Signs::default() => Some(0),
            _ => None,
        }
        .ok_or_else(|| parts.error(&format!("an operand is not a number up to {most:#x}")))
    }

    /// A source of 64 bits, or with `pair` false of 32; integers, and those to be negated add one.
    pub(super) fn long_integer(&mut self, parts: &mut Parts<'_>, pair: bool) -> Decode<(LongSource, u64)> {
        let (slot, signs) = match parts.next()? {
            Operand::Register(register, signs) if matches!(register.part, "" | "64") => {
                (self.slot(parts, register, if pair { 2 } else { 1 })?, signs)
            }
            Operand::Constant { bank, index: None, offset, signs, part: "" } => {
                (self.words(parts, bank, offset, if pair { 2 } else { 1 })?, signs)
            }
            Operand::Integer(value) if !pair && (i32::try_from(value).is_ok() || u32::try_from(value).is_ok()) => {
                (self.bits(value as u32).slot, Signs::default())
            }
            _ => return Err(parts.error("an operand is not a register or a constant")),
        };
        if signs.absolute {
            return Err(parts.error("unknown sign of an operand"));
        }
        let mask = if pair { u64::MAX } else { u64::from(u32::MAX) };
        let xor = if signs.negative || signs.inverted { mask } else { 0 };
        Ok((LongSource { slot, pair, and: u64::MAX, xor }, u64::from(signs.negative)))
    }

    /// A source of 32 or 64 bits without a sign.
    pub(super) fn long(&mut self, parts: &mut Parts<'_>, pair: bool) -> Decode<LongSource> {
        match self.long_integer(parts, pair)? {
            (source, 0) if source.xor == 0 => Ok(source),
            _ => Err(parts.error("unknown sign of an operand")),
        }
    }

    /// An f64.
    pub(super) fn double(&mut self, parts: &mut Parts<'_>) -> Decode<LongSource> {
        let (slot, signs) = match parts.next()? {
            Operand::Register(register, signs) if matches!(register.part, "" | "64") => {
                (self.slot(parts, register, 2)?, signs)
            }
            Operand::Constant { bank, index: None, offset, signs, part: "" } => {
                (self.words(parts, bank, offset, 2)?, signs)
            }
            Operand::Float(text) => {
                let high = match text.parse::<f64>() {
                    Ok(value) if !value.is_nan() => {
                        let bits = value.to_bits();
                        if bits & 0xffff_ffff != 0 {
                            return Err(parts.error("a number has more digits than its encoding holds"));
                        }
                        (bits >> 32) as u32
                    }
                    _ => self.immediate(parts)?,
                };
                (self.slots.constant(&[SassConstant::Bits(0), SassConstant::Bits(high)]), Signs::default())
            }
            Operand::Integer(value) if value >= 0 && value <= u32::MAX.into() => {
                (self.slots.constant(&[SassConstant::Bits(0), SassConstant::Bits(value as u32)]), Signs::default())
            }
            _ => return Err(parts.error("an operand is not a number of 64 bits")),
        };
        if signs.inverted {
            return Err(parts.error("unknown sign of an operand"));
        }
        let and = if signs.absolute { u64::MAX >> 1 } else { u64::MAX };
        Ok(LongSource { slot, pair: true, and, xor: if signs.negative { 1 << 63 } else { 0 } })
    }

    /// Two halves: what the low and the high half of the operation take.
    pub(super) fn halves(&mut self, parts: &mut Parts<'_>, bf16: bool) -> Decode<[HalfSource; 2]> {
        let (slot, signs, part) = match parts.next()? {
            Operand::Register(register, signs) => (self.slot(parts, register, 1)?, signs, register.part),
            Operand::Constant { bank, index: None, offset, signs, part } => {
                (self.words(parts, bank, offset, 1)?, signs, part)
            }
            // The high half is printed first.
            Operand::Float(high) => {
                let Operand::Float(low) = parts.next()? else {
                    return Err(parts.error("a number stands alone where there are two halves"));
                };
                let bits = match (half_bits(high), half_bits(low)) {
                    (Some(high), Some(low)) if !bf16 => high << 16 | low,
                    _ => self.immediate(parts)?,
                };
                (self.bits(bits).slot, Signs::default(), "")
            }
            Operand::Integer(value) if u32::try_from(value).is_ok() => {
                (self.bits(value as u32).slot, Signs::default(), "")
            }
            _ => return Err(parts.error("an operand is not a register, constant or number")),
        };
        if signs.inverted {
            return Err(parts.error("unknown sign of an operand"));
        }
        let half = |shift: u32| HalfSource {
            slot,
            shift,
            and: if signs.absolute { 0x7fff } else { 0xffff },
            xor: if signs.negative { 0x8000 } else { 0 },
        };
        match part {
            "" | "H1_H0" => Ok([half(0), half(16)]),
            "H0_H0" => Ok([half(0), half(0)]),
            "H1_H1" => Ok([half(16), half(16)]),
            other => Err(parts.error(&format!("unknown part `.{other}` of an operand"))),
        }
    }
}

/// The bits of an f16 that is printed as a number; `None` for a NaN.
fn half_bits(text: &str) -> Option<u32> {
    let value: f64 = text.parse().ok()?;
    (!value.is_nan()).then(|| to_f16(value, Rounding::Nearest).into())
}
