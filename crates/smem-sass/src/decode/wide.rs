//! Operands of 64 bits, and of two halves.

use super::context::DecodeContext;
use super::parts::Parts;
use super::surroundings::Decode;
use crate::operand::{SassOperand, Signs};
use smem_sim::alu::half::to_f16;
use smem_sim::isa::Rounding;
use smem_sim::isa::sass::{HalfSource, LongSource, SassConstant};

impl DecodeContext<'_> {
    /// A source of 64 bits, or with `pair` false of 32; integers, and those to be negated add one.
    pub(super) fn long_integer(&mut self, parts: &mut Parts<'_>, pair: bool) -> Decode<(LongSource, u64)> {
        let (slot, signs) = match parts.next()? {
            SassOperand::Register(register, signs) if matches!(register.part, "" | "64") => {
                (self.slot(parts, register, if pair { 2 } else { 1 })?, signs)
            }
            SassOperand::Constant { bank, index: None, offset, signs, part: "" } => {
                (self.words(parts, bank, offset, if pair { 2 } else { 1 })?, signs)
            }
            SassOperand::Integer(value) if !pair && (i32::try_from(value).is_ok() || u32::try_from(value).is_ok()) => {
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

    /// A source of 64 bits, which may be a number, and whether it is to be negated.
    pub(super) fn wide(&mut self, parts: &mut Parts<'_>) -> Decode<(LongSource, bool)> {
        if let Some(&SassOperand::Integer(value)) = parts.peek() {
            parts.next()?;
            let words = [value as u32, (value >> 32) as u32].map(SassConstant::Bits);
            return Ok((LongSource { slot: self.slots.constant(&words), pair: true, ..LongSource::NOTHING }, false));
        }
        match self.long_integer(parts, true)? {
            (source, 1) => Ok((LongSource { xor: 0, ..source }, true)),
            (source, _) if source.xor == 0 => Ok((source, false)),
            _ => Err(parts.error("unknown sign of an operand")),
        }
    }

    /// The same where nothing can be negated.
    pub(super) fn wide_source(&mut self, parts: &mut Parts<'_>) -> Decode<LongSource> {
        match self.wide(parts)? {
            (source, false) => Ok(source),
            _ => Err(parts.error("unknown sign of an operand")),
        }
    }

    /// An f64.
    pub(super) fn double(&mut self, parts: &mut Parts<'_>) -> Decode<LongSource> {
        let (slot, signs) = match parts.next()? {
            SassOperand::Register(register, signs) if matches!(register.part, "" | "64") => {
                (self.slot(parts, register, 2)?, signs)
            }
            SassOperand::Constant { bank, index: None, offset, signs, part: "" } => {
                (self.words(parts, bank, offset, 2)?, signs)
            }
            SassOperand::Float(text) => {
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
            SassOperand::Integer(value) if value >= 0 && value <= u32::MAX.into() => {
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
            SassOperand::Register(register, signs) => (self.slot(parts, register, 1)?, signs, register.part),
            SassOperand::Constant { bank, index: None, offset, signs, part } => {
                (self.words(parts, bank, offset, 1)?, signs, part)
            }
            // The high half is printed first.
            SassOperand::Float(high) => {
                let SassOperand::Float(low) = parts.next()? else {
                    return Err(parts.error("one number where two halves are expected"));
                };
                let bits = match (half_bits(high), half_bits(low)) {
                    (Some(high), Some(low)) if !bf16 => high << 16 | low,
                    _ => self.immediate(parts)?,
                };
                (self.bits(bits).slot, Signs::default(), "")
            }
            SassOperand::Integer(value) if u32::try_from(value).is_ok() => {
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
            // As printed, the high half comes first: the halves change places, and the low one its sign.
            "H0_NH1" => {
                let low = half(16);
                Ok([HalfSource { xor: low.xor ^ 0x8000, ..low }, half(0)])
            }
            other => Err(parts.error(&format!("unknown part `.{other}` of an operand"))),
        }
    }
}

/// The bits of an f16 that is printed as a number; `None` for a NaN.
fn half_bits(text: &str) -> Option<u32> {
    let value: f64 = text.parse().ok()?;
    (!value.is_nan()).then(|| to_f16(value, Rounding::Nearest).into())
}
