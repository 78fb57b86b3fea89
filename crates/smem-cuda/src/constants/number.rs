//! Numbers of constant expressions, and the literals of C++ that denote them.

/// A number that an expression has before a program runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Constant {
    /// An integer, a `bool` (0 or 1), a character or an enumerator.
    Integer(i64),
    /// A floating-point number.
    Float(f64),
}

impl Constant {
    /// Returns the integer; `None` for a floating-point number.
    pub fn integer(self) -> Option<i64> {
        match self {
            Constant::Integer(value) => Some(value),
            Constant::Float(_) => None,
        }
    }

    /// Returns the number as a floating-point one.
    pub fn float(self) -> f64 {
        match self {
            Constant::Integer(value) => value as f64,
            Constant::Float(value) => value,
        }
    }

    pub(crate) fn is_true(self) -> bool {
        self.float() != 0.0
    }

    /// Converts to an integer as a cast does; `None` beyond 64 bits.
    pub(crate) fn truncated(self) -> Option<Constant> {
        match self {
            Constant::Integer(_) => Some(self),
            Constant::Float(value) => (value.abs() < 9.0e18).then_some(Constant::Integer(value as i64)),
        }
    }

    /// Applies an operator with two operands; `None` where C++ defines no value, or it has more than 64 bits.
    pub(crate) fn binary(operator: &str, left: Constant, right: Constant) -> Option<Constant> {
        match (left, right) {
            (Constant::Integer(left), Constant::Integer(right)) => {
                integers(operator, left, right).map(Constant::Integer)
            }
            _ => floats(operator, left.float(), right.float()),
        }
    }

    /// Applies an operator with one operand.
    pub(crate) fn unary(operator: &str, operand: Constant) -> Option<Constant> {
        Some(match (operator, operand) {
            ("+", _) => operand,
            ("-", Constant::Integer(value)) => Constant::Integer(value.checked_neg()?),
            ("-", Constant::Float(value)) => Constant::Float(-value),
            ("~" | "compl", Constant::Integer(value)) => Constant::Integer(!value),
            ("!" | "not", _) => Constant::Integer(i64::from(!operand.is_true())),
            _ => return None,
        })
    }
}

fn integers(operator: &str, left: i64, right: i64) -> Option<i64> {
    match operator {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        "<<" => {
            let shifted = left.checked_shl(right.try_into().ok()?)?;
            (shifted >> right == left).then_some(shifted)
        }
        ">>" => left.checked_shr(right.try_into().ok()?),
        "&" => Some(left & right),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&&" | "and" => Some(i64::from(left != 0 && right != 0)),
        "||" | "or" => Some(i64::from(left != 0 || right != 0)),
        "==" => Some(i64::from(left == right)),
        "!=" => Some(i64::from(left != right)),
        "<" => Some(i64::from(left < right)),
        "<=" => Some(i64::from(left <= right)),
        ">" => Some(i64::from(left > right)),
        ">=" => Some(i64::from(left >= right)),
        _ => None,
    }
}

fn floats(operator: &str, left: f64, right: f64) -> Option<Constant> {
    let value = match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        "<" => return Some(Constant::Integer(i64::from(left < right))),
        "<=" => return Some(Constant::Integer(i64::from(left <= right))),
        ">" => return Some(Constant::Integer(i64::from(left > right))),
        ">=" => return Some(Constant::Integer(i64::from(left >= right))),
        _ => return None,
    };
    value.is_finite().then_some(Constant::Float(value))
}

/// Reads a number: `0x1f`, `0b101`, `017`, `1'000u`, `1.5e3f`.
pub(crate) fn literal(text: &str) -> Option<Constant> {
    // After a cast, `(int)-1`, the grammar takes the sign for a part of the number.
    if let Some(operand) = text.strip_prefix(['-', '+']) {
        return Constant::unary(&text[..1], literal(operand.trim_start())?);
    }
    let text: String = text.chars().filter(|mark| *mark != '\'').collect();
    let lower = text.to_ascii_lowercase();
    let is_hexadecimal = lower.starts_with("0x");
    if !is_hexadecimal && lower.contains(['.', 'e']) {
        let number = lower.trim_end_matches(['f', 'l']).parse::<f64>().ok()?;
        return number.is_finite().then_some(Constant::Float(number));
    }
    let digits = lower.trim_end_matches(['u', 'l', 'z']);
    let value = if let Some(digits) = digits.strip_prefix("0x") {
        u64::from_str_radix(digits, 16)
    } else if let Some(digits) = digits.strip_prefix("0b") {
        u64::from_str_radix(digits, 2)
    } else if digits.len() > 1 && digits.starts_with('0') {
        u64::from_str_radix(&digits[1..], 8)
    } else {
        digits.parse()
    };
    value.ok().and_then(|value| i64::try_from(value).ok()).map(Constant::Integer)
}

/// Reads a character: `'a'`, `'\n'`, `'\x41'`, `'\0'`.
pub(crate) fn character(text: &str) -> Option<Constant> {
    let inside = text.trim_start_matches(|mark: char| mark.is_alphanumeric()).strip_prefix('\'')?.strip_suffix('\'')?;
    let code = match inside.strip_prefix('\\') {
        None => {
            let mut characters = inside.chars();
            let only = characters.next()?;
            return (characters.next().is_none() && only.is_ascii()).then_some(Constant::Integer(only as i64));
        }
        Some("n") => 10,
        Some("t") => 9,
        Some("r") => 13,
        Some("a") => 7,
        Some("b") => 8,
        Some("v") => 11,
        Some("f") => 12,
        Some(mark @ ("'" | "\"" | "\\" | "?")) => i64::from(mark.as_bytes()[0]),
        Some(code) => match code.strip_prefix('x') {
            Some(digits) => i64::from_str_radix(digits, 16).ok()?,
            None => i64::from_str_radix(code, 8).ok()?,
        },
    };
    (code < 128).then_some(Constant::Integer(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_every_base_have_values() {
        for (text, expected) in [
            ("0x1F", 31),
            ("0b101u", 5),
            ("017", 15),
            ("1'000'000ull", 1_000_000),
            ("0", 0),
            ("0xeu", 14),
            ("9223372036854775807", i64::MAX),
        ] {
            assert_eq!(literal(text), Some(Constant::Integer(expected)), "{text}");
        }
        assert_eq!(literal("1.5e3f"), Some(Constant::Float(1500.0)));
        assert_eq!(literal("1.f"), Some(Constant::Float(1.0)));
        assert_eq!([literal("089"), literal("18446744073709551615"), literal("")], [None; 3]);
    }

    #[test]
    fn characters_have_their_codes() {
        for (text, expected) in
            [("'a'", 97), ("'\\n'", 10), ("'\\''", 39), ("'\\x41'", 65), ("'\\0'", 0), ("u8'A'", 65)]
        {
            assert_eq!(character(text), Some(Constant::Integer(expected)), "{text}");
        }
        assert_eq!([character("'ab'"), character("'ü'"), character("'")], [None; 3]);
    }

    #[test]
    fn arithmetic_without_a_value_has_none() {
        let of = |operator, left, right| Constant::binary(operator, Constant::Integer(left), Constant::Integer(right));
        assert_eq!([of("/", 1, 0), of("%", 1, 0), of("+", i64::MAX, 1), of("<<", 1, 63), of("<<", 1, -1)], [None; 5]);
        assert_eq!(of("<<", 1, 10), Some(Constant::Integer(1024)));
        assert_eq!(Constant::binary("/", Constant::Float(1.0), Constant::Float(0.0)), None);
    }
}
