//! Numbers of a launch file, and the types that they are stored as.

use half::{bf16, f16};

/// A number as it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum WrittenNumber {
    Integer(i128),
    Float(f64),
}

/// The type of a buffer's elements or of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ElementType {
    pub(super) name: &'static str,
    kind: ElementKind,
    /// Bytes.
    pub(super) size: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ElementKind {
    Signed,
    Unsigned,
    Half,
    Bf16,
    Float,
    Double,
}

impl WrittenNumber {
    /// From digits that TOML accepts. One that is too large for any type becomes a float.
    pub(super) fn integer(digits: &str, radix: u32) -> WrittenNumber {
        i128::from_str_radix(digits, radix).map_or(WrittenNumber::Float(f64::INFINITY), WrittenNumber::Integer)
    }

    pub(super) fn float(digits: &str) -> WrittenNumber {
        WrittenNumber::Float(digits.parse().unwrap_or(f64::NAN))
    }

    /// Reads a number of a command line: `-5`, `0x10`, `1_000`, `1.5e3`.
    pub(super) fn parse(text: &str) -> Option<WrittenNumber> {
        let text = text.replace('_', "");
        let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
        if let Some(digits) = digits.strip_prefix("0x") {
            let digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(digits)?;
            return i128::from_str_radix(&format!("{sign}{digits}"), 16).ok().map(WrittenNumber::Integer);
        }
        match text.parse() {
            Ok(integer) => Some(WrittenNumber::Integer(integer)),
            Err(_) => text.parse().ok().map(WrittenNumber::Float),
        }
    }

    pub(super) fn as_integer(self) -> Option<i128> {
        match self {
            WrittenNumber::Integer(value) => Some(value),
            WrittenNumber::Float(_) => None,
        }
    }

    pub(super) fn as_f64(self) -> f64 {
        match self {
            WrittenNumber::Integer(value) => value as f64,
            WrittenNumber::Float(value) => value,
        }
    }
}

impl ElementType {
    pub(super) const BYTE: ElementType = ElementType::new("u8", ElementKind::Unsigned, 1);

    const ALL: [ElementType; 12] = [
        ElementType::BYTE,
        ElementType::new("i8", ElementKind::Signed, 1),
        ElementType::new("u16", ElementKind::Unsigned, 2),
        ElementType::new("i16", ElementKind::Signed, 2),
        ElementType::new("u32", ElementKind::Unsigned, 4),
        ElementType::new("i32", ElementKind::Signed, 4),
        ElementType::new("u64", ElementKind::Unsigned, 8),
        ElementType::new("i64", ElementKind::Signed, 8),
        ElementType::new("f16", ElementKind::Half, 2),
        ElementType::new("bf16", ElementKind::Bf16, 2),
        ElementType::new("f32", ElementKind::Float, 4),
        ElementType::new("f64", ElementKind::Double, 8),
    ];

    const fn new(name: &'static str, kind: ElementKind, size: usize) -> ElementType {
        ElementType { name, kind, size }
    }

    pub(super) fn named(name: &str) -> Option<ElementType> {
        ElementType::ALL.into_iter().find(|known| known.name == name)
    }

    /// Their names, for messages.
    pub(super) fn names() -> String {
        ElementType::ALL.map(|known| format!("`{}`", known.name)).join(", ")
    }

    pub(super) fn is_integer(self) -> bool {
        matches!(self.kind, ElementKind::Signed | ElementKind::Unsigned)
    }

    /// The least and the greatest value of an integer type.
    pub(super) fn range(self) -> (i128, i128) {
        let bits = 8 * self.size as u32;
        match self.kind {
            ElementKind::Signed => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            _ => (0, (1 << bits) - 1),
        }
    }

    /// The bytes of a number. `None` where an integer type has no such value. Floating-point types round to the nearest.
    pub(super) fn bytes(self, number: WrittenNumber) -> Option<Vec<u8>> {
        let mut bytes = vec![0; self.size];
        self.put(number, &mut bytes).then_some(bytes)
    }

    /// Writes the bytes of a number, as [`bytes`](Self::bytes) has them, to a place of this size. Returns whether there are any.
    #[inline]
    pub(super) fn put(self, number: WrittenNumber, place: &mut [u8]) -> bool {
        match self.kind {
            ElementKind::Signed | ElementKind::Unsigned => {
                let (least, greatest) = self.range();
                let Some(value) = number.as_integer().filter(|value| (least..=greatest).contains(value)) else {
                    return false;
                };
                place.copy_from_slice(&value.to_le_bytes()[..self.size]);
            }
            ElementKind::Half => place.copy_from_slice(&f16::from_f64(number.as_f64()).to_le_bytes()),
            ElementKind::Bf16 => place.copy_from_slice(&bf16::from_f64(number.as_f64()).to_le_bytes()),
            ElementKind::Float => place.copy_from_slice(&(number.as_f64() as f32).to_le_bytes()),
            ElementKind::Double => place.copy_from_slice(&number.as_f64().to_le_bytes()),
        }
        true
    }

    /// The bytes of element `at` of 0, 1, 2, ..: integers wrap.
    pub(super) fn iota(self, at: usize) -> Vec<u8> {
        if self.is_integer() {
            return (at as u64).to_le_bytes()[..self.size].to_vec();
        }
        self.bytes(WrittenNumber::Float(at as f64)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_stored_as_their_type_or_not_at_all() {
        let bytes = |name: &str, number| ElementType::named(name).unwrap().bytes(number);
        assert_eq!(bytes("u8", WrittenNumber::Integer(255)), Some(vec![255]));
        assert_eq!(bytes("u8", WrittenNumber::Integer(256)), None);
        assert_eq!(bytes("i8", WrittenNumber::Integer(-128)), Some(vec![0x80]));
        assert_eq!(bytes("i8", WrittenNumber::Integer(-129)), None);
        assert_eq!(bytes("u64", WrittenNumber::Integer(u64::MAX.into())), Some(vec![0xff; 8]));
        assert_eq!(bytes("i32", WrittenNumber::Float(1.0)), None, "an integer is written without a point");
        assert_eq!(bytes("f16", WrittenNumber::Float(1.5)), Some(vec![0x00, 0x3e]));
        assert_eq!(bytes("bf16", WrittenNumber::Integer(2)), Some(vec![0x00, 0x40]));
        assert_eq!(bytes("f32", WrittenNumber::Integer(1)), Some(1.0_f32.to_le_bytes().to_vec()));
        assert_eq!(bytes("f64", WrittenNumber::Float(-0.0)), Some((-0.0_f64).to_le_bytes().to_vec()));
    }

    #[test]
    fn iota_wraps_in_integers_and_rounds_in_floats() {
        let iota = |name: &str, at| ElementType::named(name).unwrap().iota(at);
        assert_eq!(iota("u8", 257), [1]);
        assert_eq!(iota("f16", 2049), f16::from_f32(2048.0).to_le_bytes());
    }

    #[test]
    fn digits_beyond_any_type_are_no_integer() {
        assert_eq!(WrittenNumber::integer("ff", 16).as_integer(), Some(255));
        assert_eq!(WrittenNumber::integer(&"9".repeat(60), 10).as_integer(), None);
    }
}
