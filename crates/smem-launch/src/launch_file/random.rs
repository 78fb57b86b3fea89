//! Random contents of buffers, and their bounds.

use super::number::{ElementType, WrittenNumber};
use super::value::{Value, WrittenAt};
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
    match place {
        Some(place) if !is_ordered(min, max) => Err(place.error("`min` is more than `max`")),
        _ => Ok((min, max)),
    }
}

fn is_ordered(min: WrittenNumber, max: WrittenNumber) -> bool {
    match (min, max) {
        (WrittenNumber::Integer(min), WrittenNumber::Integer(max)) => min <= max,
        _ => min.as_f64() <= max.as_f64(),
    }
}

/// The bounds of a command line, if they are values of the type and in order.
pub(super) fn checked(
    element: ElementType,
    min: WrittenNumber,
    max: WrittenNumber,
    place: &WrittenAt,
) -> Result<(WrittenNumber, WrittenNumber), Error> {
    let is_value = |number: WrittenNumber| element.bytes(number).is_some() && number.as_f64().is_finite();
    if !is_value(min) || !is_value(max) {
        return Err(place.error(format!("a bound is not a value of `{}`", element.name)));
    }
    if !is_ordered(min, max) {
        return Err(place.error("the first bound is more than the second"));
    }
    Ok((min, max))
}

/// A seed for the contents of the buffer `name` (FNV-1a).
pub(super) fn seed_of(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Random elements from `min` to `max`, the same on every machine (SplitMix64).
pub(super) fn random(element: ElementType, len: usize, seed: u64, min: WrittenNumber, max: WrittenNumber) -> Vec<u8> {
    let mut state = RandomState(seed);
    let [min, max] = [min, max].map(|bound| match element.is_integer() {
        true => bound,
        false => WrittenNumber::Float(bound.as_f64()),
    });
    stored(element, (0..len).map(|_| state.between(element, min, max)))
}

/// The same in ascending order.
pub(super) fn sorted(element: ElementType, len: usize, seed: u64, min: WrittenNumber, max: WrittenNumber) -> Vec<u8> {
    let mut state = RandomState(seed);
    let mut numbers: Vec<WrittenNumber> = (0..len).map(|_| state.between(element, min, max)).collect();
    numbers.sort_by(|one, other| match (one, other) {
        (WrittenNumber::Integer(one), WrittenNumber::Integer(other)) => one.cmp(other),
        _ => one.as_f64().total_cmp(&other.as_f64()),
    });
    stored(element, numbers.into_iter())
}

/// Normally distributed elements (Box and Muller); integers are rounded, and the bounds of their type where they lie beyond.
pub(super) fn normal(element: ElementType, len: usize, seed: u64, mean: f64, deviation: f64) -> Vec<u8> {
    let mut state = RandomState(seed);
    let numbers = (0..len).map(|_| {
        // From above 0, whose logarithm is not finite.
        let radius = (-2.0 * (1.0 - state.fraction()).ln()).sqrt();
        let value = mean + deviation * radius * (std::f64::consts::TAU * state.fraction()).cos();
        match element.is_integer() {
            true => {
                let (least, greatest) = element.range();
                WrittenNumber::Integer((value.round() as i128).clamp(least, greatest))
            }
            false => WrittenNumber::Float(value),
        }
    });
    stored(element, numbers)
}

/// A one in each row of so many elements, the last of which may be shorter, and zeros.
pub(super) fn one_hot(element: ElementType, len: usize, seed: u64, row: usize) -> Vec<u8> {
    let mut state = RandomState(seed);
    let mut bytes = vec![0; len * element.size];
    let Some(one) = element.bytes(WrittenNumber::Integer(1)) else { return bytes };
    for row in bytes.chunks_mut(row.saturating_mul(element.size)) {
        let at = ((u128::from(state.next()) * (row.len() / element.size) as u128) >> 64) as usize * element.size;
        row[at..at + element.size].copy_from_slice(&one);
    }
    bytes
}

/// The bytes of numbers; zeros for one that the type does not have.
fn stored(element: ElementType, numbers: impl ExactSizeIterator<Item = WrittenNumber>) -> Vec<u8> {
    let mut bytes = vec![0; numbers.len() * element.size];
    for (place, number) in bytes.chunks_exact_mut(element.size).zip(numbers) {
        element.put(number, place);
    }
    bytes
}

/// A source of random numbers, the same on every machine (SplitMix64).
struct RandomState(u64);

impl RandomState {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to below 1, in 24 bits: `f32` holds every one of these fractions.
    fn fraction(&mut self) -> f64 {
        (self.next() >> 40) as f64 / f64::from(1 << 24)
    }

    fn between(&mut self, element: ElementType, min: WrittenNumber, max: WrittenNumber) -> WrittenNumber {
        match (element.is_integer(), min, max) {
            (true, WrittenNumber::Integer(min), WrittenNumber::Integer(max)) => {
                let span = (max - min) as u128 + 1;
                WrittenNumber::Integer(min + ((u128::from(self.next()) * span) >> 64) as i128)
            }
            _ => WrittenNumber::Float(min.as_f64() + self.fraction() * (max.as_f64() - min.as_f64())),
        }
    }
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
    fn each_distribution_is_what_its_name_says() {
        let floats = |bytes: Vec<u8>| -> Vec<f32> {
            bytes.chunks(4).map(|value| f32::from_le_bytes([value[0], value[1], value[2], value[3]])).collect()
        };
        let element = ElementType::named("f32").unwrap();
        let ascending = floats(sorted(element, 500, 3, WrittenNumber::Integer(-1), WrittenNumber::Integer(1)));
        assert!(ascending.is_sorted() && ascending[0] < -0.9 && ascending[499] > 0.9, "{ascending:?}");
        let around = floats(normal(element, 4000, 3, 5.0, 2.0));
        let mean = around.iter().sum::<f32>() / 4000.0;
        let variance = around.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / 4000.0;
        assert!((mean - 5.0).abs() < 0.2 && (variance - 4.0).abs() < 0.5, "{mean} {variance}");
        assert!(around.iter().all(|value| value.is_finite()));
        let bytes = normal(ElementType::named("u8").unwrap(), 1000, 3, 0.0, 100.0);
        assert!(bytes.contains(&0) && bytes.contains(&255), "clamped at both ends");
        let hot = floats(one_hot(element, 25, 3, 10));
        let ones: Vec<usize> = hot.chunks(10).map(|row| row.iter().filter(|value| **value == 1.0).count()).collect();
        assert_eq!((ones, hot.iter().sum::<f32>()), (vec![1, 1, 1], 3.0));
        assert!(one_hot(element, 0, 3, 1).is_empty());
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
