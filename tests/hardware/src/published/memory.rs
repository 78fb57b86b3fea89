//! How two memories differ: the same launch by two machines.

use std::collections::BTreeMap;
use std::fmt;

/// Every buffer after a launch.
pub type Memory = BTreeMap<String, Vec<u8>>;

/// Two memories compared, element by element.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The buffer that differs most, and how many of its elements differ.
    pub worst: Option<(String, usize, usize)>,
    /// The greatest difference of two floats, by the magnitude of the greatest float in the buffer. `None` where none differ, or no
    /// floats.
    pub relative: Option<f64>,
}

impl Difference {
    /// Compares two memories. `element` gives the type of a buffer.
    pub fn between(one: &Memory, other: &Memory, element: impl Fn(&str) -> Option<&'static str>) -> Difference {
        let mut difference = Difference { worst: None, relative: None };
        for (name, bytes) in one {
            let of = element(name).unwrap_or("u8");
            let (mine, theirs) = (values(bytes, of), values(other.get(name).map_or(&[], Vec::as_slice), of));
            let differing = mine.iter().zip(&theirs).filter(|(mine, theirs)| mine.bits != theirs.bits).count()
                + mine.len().abs_diff(theirs.len());
            if differing == 0 {
                continue;
            }
            if difference.worst.as_ref().is_none_or(|(_, most, _)| differing > *most) {
                difference.worst = Some((name.clone(), differing, mine.len()));
            }
            let greatest =
                mine.iter().filter_map(|value| value.float).fold(0.0_f64, |greatest, value| greatest.max(value.abs()));
            for (mine, theirs) in mine.iter().zip(&theirs) {
                if let (Some(one), Some(other)) = (mine.float, theirs.float)
                    && mine.bits != theirs.bits
                {
                    let relative = if greatest > 0.0 { (one - other).abs() / greatest } else { (one - other).abs() };
                    // A NaN on one side alone differs without bounds.
                    let relative = if relative.is_nan() { f64::INFINITY } else { relative };
                    difference.relative = Some(difference.relative.map_or(relative, |most| most.max(relative)));
                }
            }
        }
        difference
    }

    /// Whether every bit is the same.
    pub fn is_none(&self) -> bool {
        self.worst.is_none()
    }
}

/// `equal`, or `12 of 4096 of out, 1.2e-7`
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((name, differing, all)) = &self.worst else { return f.pad("equal") };
        let relative = self.relative.map(|relative| format!(", {relative:.1e}")).unwrap_or_default();
        f.pad(&format!("{differing} of {all} of {name}{relative}"))
    }
}

struct ComparedValue {
    bits: u64,
    float: Option<f64>,
}

fn values(bytes: &[u8], element: &str) -> Vec<ComparedValue> {
    let size = match element {
        "u8" | "i8" => 1,
        "u16" | "i16" | "f16" | "bf16" => 2,
        "u64" | "i64" | "f64" => 8,
        _ => 4,
    };
    let value = |bytes: &[u8]| {
        let mut whole = [0; 8];
        whole[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(whole);
        let float = match element {
            "f32" => Some(f64::from(f32::from_bits(bits as u32))),
            "f64" => Some(f64::from_bits(bits)),
            "bf16" => Some(f64::from(f32::from_bits((bits as u32) << 16))),
            "f16" => Some(half(bits as u16)),
            _ => None,
        };
        ComparedValue { bits, float }
    };
    bytes.chunks(size).map(value).collect()
}

/// The value of a half.
fn half(bits: u16) -> f64 {
    let (sign, exponent, fraction) = (bits >> 15, i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let magnitude = match exponent {
        0 => fraction * (-24_f64).exp2(),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * f64::from(exponent - 15).exp2(),
    };
    if sign == 1 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(values: &[f32]) -> Memory {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Memory::from([("out".to_owned(), bytes)])
    }

    #[test]
    fn memories_are_compared_by_bits_and_by_magnitude() {
        let of = |one: &[f32], other: &[f32]| Difference::between(&memory(one), &memory(other), |_| Some("f32"));
        assert!(of(&[1.0, f32::NAN], &[1.0, f32::NAN]).is_none());
        assert_eq!(of(&[1.0, 4.0], &[1.5, 4.0]).to_string(), "1 of 2 of out, 1.2e-1");
        assert_eq!(of(&[0.0], &[-0.0]).to_string(), "1 of 1 of out, 0.0e0");
        assert_eq!(of(&[1.0], &[f32::NAN]).relative, Some(f64::INFINITY));
        assert_eq!(of(&[1.0, 2.0], &[1.0]).worst, Some(("out".to_owned(), 1, 2)));
    }

    #[test]
    fn halves_have_their_values() {
        assert_eq!([0x3c00, 0xc000, 0x0001, 0x7bff].map(half), [1.0, -2.0, (-24_f64).exp2(), 65504.0]);
        assert!(half(0x7e00).is_nan() && half(0x7c00) == f64::INFINITY);
    }
}
