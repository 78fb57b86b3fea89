//! Operands to slots.

use super::context::DecodeContext;
use super::parts::Parts;
use super::surroundings::{Decode, Surroundings};
use crate::operand::{Register, SassOperand, Signs};
use smem_sim::alu::half::{to_bf16, to_f16};
use smem_sim::isa::sass::{
    DISCARD, DISCARD_PRED, FALSE, GENERAL, Patch, SassConstant, Source, TRUE, UNIFORM_PRED, ZERO,
};
use smem_sim::isa::{Pred, PredSlot, Rounding, Slot};

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

/// The meaning of a source's sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SignMeaning {
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

impl DecodeContext<'_> {
    /// The predicate that guards an instruction.
    pub(super) fn guard(&mut self, parts: &Parts<'_>) -> Decode<Pred> {
        match &parts.guard {
            None => Ok(TRUE),
            Some(SassOperand::Predicate { uniform, number, negated }) => Ok(predicate(*uniform, *number, *negated)),
            Some(_) => Err(parts.error("its guard is not a predicate")),
        }
    }

    /// The slot of a register that `count` registers begin with.
    pub(super) fn slot(&self, parts: &Parts<'_>, register: Register<'_>, count: u32) -> Decode<Slot> {
        match register.number {
            None => Ok(ZERO),
            Some(number) if register.uniform => Ok(self.slots.uniform(number)),
            Some(number) if number + count <= self.slots.registers => Ok(GENERAL + number),
            Some(number) => {
                let there = self.slots.registers;
                Err(parts.error(&format!("the kernel has {there} registers, and this is R{number}")))
            }
        }
    }

    /// The slot of R0, where the kernel has at least `count` registers.
    pub(super) fn general(&self, parts: &Parts<'_>, count: u32) -> Decode<Slot> {
        let there = self.slots.registers;
        if there < count {
            return Err(parts.error(&format!("the kernel has {there} registers, and this takes {count}")));
        }
        Ok(GENERAL)
    }

    /// The register for a result of `count` registers.
    pub(super) fn result(&self, parts: &mut Parts<'_>, count: u32) -> Decode<Slot> {
        match parts.next()? {
            SassOperand::Register(register, signs) if signs == Signs::default() && register.part.is_empty() => {
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
            SassOperand::Predicate { number: None, negated: false, .. } => Ok(DISCARD_PRED),
            SassOperand::Predicate { uniform, number: Some(number), negated: false } => {
                Ok(predicate(uniform, Some(number), false).slot)
            }
            _ => Err(parts.error("its result is not a predicate")),
        }
    }

    pub(super) fn predicate(&self, parts: &mut Parts<'_>) -> Decode<Pred> {
        match parts.next()? {
            SassOperand::Predicate { uniform, number, negated } => Ok(predicate(uniform, number, negated)),
            _ => Err(parts.error("an operand is not a predicate")),
        }
    }

    /// Registers that a store takes, or any that follow one another.
    pub(super) fn registers(&self, parts: &mut Parts<'_>, count: u32) -> Decode<Slot> {
        match parts.next()? {
            SassOperand::Register(register, signs)
                if signs == Signs::default() && matches!(register.part, "" | "64") =>
            {
                self.slot(parts, register, count)
            }
            _ => Err(parts.error("an operand is not a register")),
        }
    }

    /// Registers of a matrix, which may say how it lies.
    pub(super) fn matrix(&self, parts: &mut Parts<'_>, count: u32, order: &str) -> Decode<Slot> {
        match parts.next()? {
            SassOperand::Register(register, signs)
                if signs == Signs::default() && (register.part.is_empty() || register.part == order) =>
            {
                self.slot(parts, register, count)
            }
            _ => Err(parts.error("an operand is not a register")),
        }
    }

    /// Words of a constant bank at a fixed place.
    pub(super) fn words(&mut self, parts: &Parts<'_>, bank: u8, offset: i64, count: u32) -> Decode<Slot> {
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
            if bank == 0 && at < *params_at {
                self.needs |= header.needs(at);
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

    /// A half of the value that the linker puts into this instruction.
    fn linked_half(&mut self, parts: &Parts<'_>, upper: bool) -> Decode<Slot> {
        let Some(&Patch { variable, plus, .. }) = self.slots.surroundings.links.get(&parts.address) else {
            return Err(parts.error("which value the linker puts here, the cubin does not say"));
        };
        let half = match variable {
            Some(variable) => SassConstant::AddressHalf { variable, plus, upper },
            None => SassConstant::Bits((if upper { plus >> 32 } else { plus }) as u32),
        };
        Ok(self.slots.constant(&[half]))
    }

    pub(super) fn bits(&mut self, value: u32) -> Source {
        if value == 0 { Source::NOTHING } else { Source::plain(self.slots.constant(&[SassConstant::Bits(value)])) }
    }

    /// The immediate in the instruction's encoding, for what the text does not say.
    pub(super) fn immediate(&self, parts: &Parts<'_>) -> Decode<u32> {
        let word = parts.word.ok_or_else(|| parts.error("which NaN this is, only its encoding says"))?;
        Ok((word >> 32) as u32)
    }

    pub(super) fn term(&mut self, parts: &mut Parts<'_>, reading: SignMeaning) -> Decode<Term32> {
        let (slot, signs, part) = match parts.next()? {
            SassOperand::Register(register, signs) => (self.slot(parts, register, 1)?, signs, register.part),
            SassOperand::Constant { bank, index: None, offset, signs, part } => {
                (self.words(parts, bank, offset, 1)?, signs, part)
            }
            SassOperand::Half { upper } => {
                return Ok(Term32 { source: Source::plain(self.linked_half(parts, upper)?), plus: 0 });
            }
            // The address of a shared array, in an object that is not linked yet.
            SassOperand::Label(_) => {
                return Ok(Term32 { source: Source::plain(self.linked_half(parts, false)?), plus: 0 });
            }
            SassOperand::Integer(value) if i32::try_from(value).is_ok() || u32::try_from(value).is_ok() => {
                return Ok(Term32 { source: self.bits(value as u32), plus: 0 });
            }
            SassOperand::Float(text) if reading == SignMeaning::Float => {
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
        let mut source = Source::plain(slot);
        let mut plus = 0;
        match reading {
            SignMeaning::Float if !inverted => {
                source.and = if absolute { 0x7fff_ffff } else { u32::MAX };
                source.xor = if negative { 0x8000_0000 } else { 0 };
            }
            SignMeaning::Integer if !absolute => {
                source.xor = if negative || inverted { u32::MAX } else { 0 };
                plus = u32::from(negative);
            }
            SignMeaning::Bits if !absolute && !negative => source.xor = if inverted { u32::MAX } else { 0 },
            _ => return Err(parts.error("unknown sign of an operand")),
        }
        Ok(Term32 { source, plus })
    }

    /// A source that cannot be negated.
    pub(super) fn source(&mut self, parts: &mut Parts<'_>) -> Decode<Source> {
        self.term(parts, SignMeaning::Bits).map(|term| term.source)
    }

    pub(super) fn float(&mut self, parts: &mut Parts<'_>) -> Decode<Source> {
        self.term(parts, SignMeaning::Float).map(|term| term.source)
    }

    /// A register that was read as an operand already.
    pub(super) fn plain_source(&self, parts: &Parts<'_>, register: Register<'_>, signs: Signs) -> Decode<Source> {
        if signs != Signs::default() || !register.part.is_empty() {
            return Err(parts.error("unknown sign or part of an operand"));
        }
        Ok(Source::plain(self.slot(parts, register, 1)?))
    }

    /// The upper half of an f64, whose lower half is zero.
    pub(super) fn upper_half(&mut self, parts: &mut Parts<'_>) -> Decode<Source> {
        if let Some(SassOperand::Float(text)) = parts.peek() {
            let bits = match text.parse::<f64>() {
                Ok(value) if !value.is_nan() => (value.to_bits() >> 32) as u32,
                _ => self.immediate(parts)?,
            };
            parts.next()?;
            return Ok(self.bits(bits));
        }
        self.float(parts)
    }

    /// A number of 16 bits that the instruction itself holds, printed as its value.
    pub(super) fn half_number(&mut self, parts: &mut Parts<'_>, bf16: bool) -> Decode<Source> {
        let value = match parts.next()? {
            SassOperand::Float(text) => text.parse::<f64>().ok().filter(|value| !value.is_nan()),
            _ => None,
        };
        let bits = match value {
            Some(value) if bf16 => to_bf16(value, Rounding::Nearest).into(),
            Some(value) => to_f16(value, Rounding::Nearest).into(),
            None => self.immediate(parts)? & 0xffff,
        };
        Ok(self.bits(bits))
    }

    /// A number up to `most` that the instruction itself holds.
    pub(super) fn number(&self, parts: &mut Parts<'_>, most: u32) -> Decode<u32> {
        match parts.next()? {
            SassOperand::Integer(value) => u32::try_from(value).ok().filter(|value| *value <= most),
            SassOperand::Register(Register { number: None, .. }, signs) if signs == Signs::default() => Some(0),
            _ => None,
        }
        .ok_or_else(|| parts.error(&format!("an operand is not a number up to {most:#x}")))
    }

    /// Whether a minimum is asked for and no maximum: a predicate that is constant.
    pub(super) fn smaller(&self, parts: &mut Parts<'_>) -> Decode<bool> {
        let p = self.predicate(parts)?;
        match (p.slot == TRUE.slot, p.flip) {
            (true, 0) => Ok(true),
            (true, _) => Ok(false),
            (false, _) => Err(parts.error("whether it is the minimum or the maximum depends on a predicate")),
        }
    }
}
