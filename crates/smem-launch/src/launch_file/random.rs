//! Random contents of buffers, and their bounds.

use super::number::{ElementType, WrittenNumber};
use super::value::Value;
use crate::Error;

/// The range of an integer type, or -1 to 1.
pub(super) fn full_range(element: ElementType) -> (WrittenNumber, WrittenNumber) {
    match element.is_integer() {
        true => (WrittenNumber::Integer(element.range().0), WrittenNumber::Integer(element.range().1)),
        false => (WrittenNumber::Float(-1.0), WrittenNumber::Float(1.0)),
    }
}

/// The bounds of random numbers: the range of an integer type, or -1 to 1, where they are not given.
pub(super) fn bounds(
    element: ElementType,
    min: Option<Value>,
    max: Option<Value>,
) -> Result<(WrittenNumber, WrittenNumber), Error> {
    let (least, greatest) = full_range(element);
    let place = max.as_ref().or(min.as_ref()).map(|value| value.place().clone());
    let number = |value: Option<Value>, otherwise| {
        let Some(value) = value else { return Ok(otherwise) };
        let place = value.place().clone();
        let number = value.into_number("a number")?;
        let fits = element.bytes(number).is_some() && number.as_f64().is_finite();
        if fits { Ok(number) } else { Err(place.error(format!("this is not a value of `{}`", element.name))) }
    };
    let (min, max) = (number(min, least)?, number(max, greatest)?);
    let ordered = match (min, max) {
        (WrittenNumber::Integer(min), WrittenNumber::Integer(max)) => min <= max,
        _ => min.as_f64() <= max.as_f64(),
    };
    match place {
        Some(place) if !ordered => Err(place.error("`min` is more than `max`")),
        _ => Ok((min, max)),
    }
}

/// A seed for the contents of the buffer `name` (FNV-1a).
pub(super) fn seed_of(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Random elements from `min` to `max`, the same on every machine (SplitMix64).
pub(super) fn random(element: ElementType, len: usize, seed: u64, min: WrittenNumber, max: WrittenNumber) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let mut bytes = Vec::with_capacity(len * element.size);
    for _ in 0..len {
        let number = match (element.is_integer(), min, max) {
            (true, WrittenNumber::Integer(min), WrittenNumber::Integer(max)) => {
                let span = (max - min) as u128 + 1;
                WrittenNumber::Integer(min + ((u128::from(next()) * span) >> 64) as i128)
            }
            _ => {
                // 24 bits: `f32` holds every one of these fractions.
                let fraction = (next() >> 40) as f64 / f64::from(1 << 24);
                WrittenNumber::Float(min.as_f64() + fraction * (max.as_f64() - min.as_f64()))
            }
        };
        if !element.put(number, &mut bytes) {
            bytes.resize(bytes.len() + element.size, 0);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_lie_between_their_bounds_and_reach_both() {
        let element = ElementType::named("i8").unwrap();
        let bytes = random(element, 2000, 7, WrittenNumber::Integer(-3), WrittenNumber::Integer(4));
        let values: Vec<i8> = bytes.iter().map(|byte| i8::from_le_bytes([*byte])).collect();
        assert_eq!((values.iter().min(), values.iter().max()), (Some(&-3), Some(&4)));
        let all = ElementType::named("u64").unwrap();
        let (least, greatest) = all.range();
        let bytes = random(all, 64, 1, WrittenNumber::Integer(least), WrittenNumber::Integer(greatest));
        assert!(bytes.chunks(8).any(|value| value[7] > 0xc0) && bytes.chunks(8).any(|value| value[7] < 0x40));
        let element = ElementType::named("f32").unwrap();
        let bytes = random(element, 2000, 7, WrittenNumber::Float(0.25), WrittenNumber::Integer(1));
        for value in bytes.chunks(4) {
            let value = f32::from_le_bytes([value[0], value[1], value[2], value[3]]);
            assert!((0.25..=1.0).contains(&value), "{value}");
        }
    }

    #[test]
    fn random_contents_depend_on_the_seed_alone() {
        let element = ElementType::named("u32").unwrap();
        let of = |seed| random(element, 8, seed, WrittenNumber::Integer(0), WrittenNumber::Integer(1 << 20));
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        assert_ne!(seed_of("a"), seed_of("b"));
    }
}
