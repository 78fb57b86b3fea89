//! Texels to numbers.

use super::description::{Texture, TextureElement};
use crate::alu::half::{f16_to_f32, to_f16};
use crate::isa::Rounding;

/// Returns the word that a read gives for a channel.
pub(super) fn word(texture: &Texture, raw: u32) -> u32 {
    if !texture.normalized_values {
        return match texture.element {
            TextureElement::I8 => raw as u8 as i8 as i32 as u32,
            TextureElement::I16 => raw as u16 as i16 as i32 as u32,
            TextureElement::F16 => f16_to_f32(raw as u16).to_bits(),
            _ => raw,
        };
    }
    let value = match texture.element {
        TextureElement::U8 => f64::from(raw as u8) / 255.0,
        TextureElement::U16 => f64::from(raw as u16) / 65_535.0,
        TextureElement::I8 => (f64::from(raw as u8 as i8) / 127.0).max(-1.0),
        TextureElement::I16 => (f64::from(raw as u16 as i16) / 32_767.0).max(-1.0),
        TextureElement::F16 => return f16_to_f32(raw as u16).to_bits(),
        TextureElement::U32 | TextureElement::I32 | TextureElement::F32 => return raw,
    };
    (value as f32).to_bits()
}

/// A channel of the border as a texel of this type.
pub(super) fn border(texture: &Texture, colour: f32) -> u32 {
    // Of the fractions that were measured, those up to 0.54 were rounded towards zero, and those from 0.7 on away from it.
    let part = |most: f64, least: f32| {
        let scaled = f64::from(colour.clamp(least, 1.0)) * most;
        ((scaled.abs() + 0.4).floor() * scaled.signum()) as i64 as u32
    };
    match (texture.element, texture.normalized_values) {
        (TextureElement::U8, true) => part(255.0, 0.0),
        (TextureElement::U16, true) => part(65_535.0, 0.0),
        (TextureElement::I8, true) => part(127.0, -1.0) & 0xff,
        (TextureElement::I16, true) => part(32_767.0, -1.0) & 0xffff,
        // Integers take its lowest bits as they are.
        (TextureElement::U8 | TextureElement::I8, false) => colour.to_bits() & 0xff,
        (TextureElement::U16 | TextureElement::I16, false) => colour.to_bits() & 0xffff,
        (TextureElement::F16, _) => {
            let most = f64::from(f16_to_f32(0x7bff));
            to_f16(f64::from(colour).clamp(-most, most), Rounding::Zero).into()
        }
        (TextureElement::U32 | TextureElement::I32 | TextureElement::F32, _) => colour.to_bits(),
    }
}
