//! The conversions of C's `printf`, in the "C" locale.

/// A width or a precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PrintWidth {
    Given(usize),
    /// `*`: an argument, an `int`.
    Argument,
}

/// The argument that a conversion takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    Signed,
    Unsigned,
    Float,
    Character,
    Text,
    Pointer,
}

/// A conversion such as `%-8.3f`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PrintfConversion {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zeros: bool,
    pub(super) width: Option<PrintWidth>,
    pub(super) precision: Option<PrintWidth>,
    /// Bytes of an integral argument as `h`, `l` and so on say: 1, 2, 4 or 8.
    bytes: u32,
    letter: u8,
    pub(super) taken: Taken,
}

/// A part of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Literal(&'t [u8]),
    Conversion(PrintfConversion),
}

/// Splits a format. A text that begins like a conversion and is not one is printed unchanged, as glibc prints it.
pub(super) fn pieces(format: &[u8]) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let mut rest = format;
    while !rest.is_empty() {
        let literal = rest.iter().position(|&b| b == b'%').unwrap_or(rest.len());
        if literal > 0 {
            out.push(Piece::Literal(&rest[..literal]));
        }
        rest = &rest[literal..];
        if rest.is_empty() {
            break;
        }
        if rest.get(1) == Some(&b'%') {
            out.push(Piece::Literal(&rest[..1]));
            rest = &rest[2..];
            continue;
        }
        let (piece, length) = match conversion(rest) {
            Ok((conversion, length)) => (Piece::Conversion(conversion), length),
            Err(length) => (Piece::Literal(&rest[..length]), length),
        };
        out.push(piece);
        rest = &rest[length..];
    }
    out
}

/// Reads the conversion that `text` begins with, and its length. The error is the length of the text that is not a conversion.
fn conversion(text: &[u8]) -> Result<(PrintfConversion, usize), usize> {
    let mut at = 1;
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let unknown = |at: usize| text.len().min(at + 1);
    let mut flags = [false; 5];
    while let Some(flag) = b"-+ #0".iter().position(|&f| f == byte(at)) {
        flags[flag] = true;
        at += 1;
    }
    let amount = |at: &mut usize| {
        if byte(*at) == b'*' {
            *at += 1;
            return Some(PrintWidth::Argument);
        }
        let start = *at;
        let mut value = 0usize;
        while byte(*at).is_ascii_digit() {
            value = value.saturating_mul(10).saturating_add((byte(*at) - b'0').into());
            *at += 1;
        }
        (*at > start).then_some(PrintWidth::Given(value))
    };
    let width = amount(&mut at);
    let mut precision = None;
    if byte(at) == b'.' {
        at += 1;
        precision = Some(amount(&mut at).unwrap_or(PrintWidth::Given(0)));
    }
    let lengths: [(&[u8], u32); 7] = [(b"hh", 1), (b"h", 2), (b"ll", 8), (b"l", 8), (b"z", 8), (b"j", 8), (b"t", 8)];
    let length = lengths.iter().find(|(letters, _)| text[at.min(text.len())..].starts_with(letters));
    at += length.map_or(0, |(letters, _)| letters.len());
    let letter = byte(at);
    let taken = match letter {
        b'd' | b'i' => Taken::Signed,
        b'u' | b'o' | b'x' | b'X' => Taken::Unsigned,
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => Taken::Float,
        b'c' if length.is_none() => Taken::Character,
        b's' if length.is_none() => Taken::Text,
        b'p' if length.is_none() => Taken::Pointer,
        _ => return Err(unknown(at)),
    };
    let [left, plus, space, alternate, zeros] = flags;
    let bytes = length.map_or(4, |(_, bytes)| *bytes);
    Ok((PrintfConversion { left, plus, space, alternate, zeros, width, precision, bytes, letter, taken }, at + 1))
}

impl PrintfConversion {
    /// Bytes of its argument in the buffer, where narrow ones are promoted.
    pub(super) fn argument_bytes(&self) -> u32 {
        match self.taken {
            Taken::Signed | Taken::Unsigned => self.bytes.max(4),
            Taken::Character => 4,
            Taken::Float | Taken::Text | Taken::Pointer => 8,
        }
    }

    /// The text of a number, a character or a pointer. A negative width is one to the left; a negative precision is none.
    pub(super) fn number(&self, width: i64, precision: Option<i64>, bits: u64) -> Vec<u8> {
        let precision = precision.and_then(|p| usize::try_from(p).ok());
        let unused = 64 - 8 * self.bytes;
        let (sign, body, zeros) = match self.taken {
            Taken::Signed => {
                let value = (bits << unused) as i64 >> unused;
                (self.sign(value < 0), digits(value.unsigned_abs().to_string(), precision), precision.is_none())
            }
            Taken::Unsigned => {
                let value = bits << unused >> unused;
                let (prefix, body) = self.unsigned(value, precision);
                (prefix, body, precision.is_none())
            }
            Taken::Float => self.float(f64::from_bits(bits), precision),
            Taken::Pointer if bits == 0 => ("", "(nil)".to_owned(), false),
            Taken::Pointer => ("0x", format!("{bits:x}"), true),
            Taken::Character | Taken::Text => return self.padded(width, "", &[bits as u8], false),
        };
        self.padded(width, sign, body.as_bytes(), zeros)
    }

    /// A string, cut off at the precision.
    pub(super) fn text(&self, width: i64, precision: Option<i64>, text: &[u8]) -> Vec<u8> {
        let most = precision.and_then(|p| usize::try_from(p).ok()).unwrap_or(usize::MAX);
        self.padded(width, "", &text[..text.len().min(most)], false)
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    fn unsigned(&self, value: u64, precision: Option<usize>) -> (&'static str, String) {
        match self.letter {
            b'o' => {
                let body = digits(format!("{value:o}"), precision);
                let body = if self.alternate && !body.starts_with('0') { format!("0{body}") } else { body };
                ("", body)
            }
            b'x' => (if self.alternate && value != 0 { "0x" } else { "" }, digits(format!("{value:x}"), precision)),
            b'X' => (if self.alternate && value != 0 { "0X" } else { "" }, digits(format!("{value:X}"), precision)),
            _ => ("", digits(value.to_string(), precision)),
        }
    }

    /// Sign and prefix, digits, and whether zeros may fill the width.
    fn float(&self, value: f64, precision: Option<usize>) -> (&'static str, String, bool) {
        let sign = self.sign(value.is_sign_negative());
        let size = value.abs();
        let upper = self.letter.is_ascii_uppercase();
        let in_case = |text: String| if upper { text.to_ascii_uppercase() } else { text };
        if !size.is_finite() {
            return (sign, in_case(if size.is_nan() { "nan" } else { "inf" }.to_owned()), false);
        }
        let six = precision.unwrap_or(6);
        let body = match self.letter.to_ascii_lowercase() {
            b'f' => with_point(format!("{size:.six$}"), self.alternate),
            b'e' => scientific(size, six, self.alternate),
            b'g' => self.shortest(size, six.max(1)),
            _ => {
                let prefix = match (sign, upper) {
                    ("-", false) => "-0x",
                    ("-", true) => "-0X",
                    ("+", false) => "+0x",
                    ("+", true) => "+0X",
                    (" ", false) => " 0x",
                    (" ", true) => " 0X",
                    (_, false) => "0x",
                    (_, true) => "0X",
                };
                return (prefix, in_case(hexadecimal(size, precision, self.alternate)), true);
            }
        };
        (sign, in_case(body), true)
    }

    /// `%g`: as `%e` or `%f`, without zeros at the end.
    fn shortest(&self, size: f64, significant: usize) -> String {
        let rounded = scientific(size, significant - 1, false);
        let exponent = rounded.rsplit('e').next().and_then(|e| e.parse::<i64>().ok()).unwrap_or(0);
        if exponent < -4 || exponent >= significant as i64 {
            let whole = scientific(size, significant - 1, self.alternate);
            let (mantissa, exponent) = whole.split_once('e').unwrap_or((&whole, "+00"));
            return format!("{}e{exponent}", self.without_zeros(mantissa));
        }
        let after = (significant as i64 - 1 - exponent).max(0) as usize;
        self.without_zeros(&with_point(format!("{size:.after$}"), self.alternate)).to_owned()
    }

    fn without_zeros<'t>(&self, text: &'t str) -> &'t str {
        if self.alternate || !text.contains('.') {
            return text;
        }
        text.trim_end_matches('0').trim_end_matches('.')
    }

    fn padded(&self, width: i64, sign: &str, body: &[u8], zeros: bool) -> Vec<u8> {
        let left = self.left || width < 0;
        let missing = (width.unsigned_abs() as usize).saturating_sub(sign.len() + body.len());
        let zeros = zeros && self.zeros && !left;
        let mut out = Vec::with_capacity(missing + sign.len() + body.len());
        let fill = |out: &mut Vec<u8>, byte: u8| out.resize(out.len() + missing, byte);
        if !left && !zeros {
            fill(&mut out, b' ');
        }
        out.extend_from_slice(sign.as_bytes());
        if zeros {
            fill(&mut out, b'0');
        }
        out.extend_from_slice(body);
        if left {
            fill(&mut out, b' ');
        }
        out
    }
}

/// At least so many digits; none of a zero where none are asked for.
fn digits(digits: String, precision: Option<usize>) -> String {
    match precision {
        Some(0) if digits == "0" => String::new(),
        Some(least) => format!("{digits:0>least$}"),
        None => digits,
    }
}

fn with_point(number: String, always: bool) -> String {
    if always && !number.contains('.') { number + "." } else { number }
}

/// `1.5e+00`
fn scientific(size: f64, precision: usize, point: bool) -> String {
    let text = format!("{size:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", with_point(mantissa.to_owned(), point), exponent.unsigned_abs())
}

/// `1.8p+0`, after its `0x`.
fn hexadecimal(size: f64, precision: Option<usize>, point: bool) -> String {
    let bits = size.to_bits();
    let (field, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
    let exponent = match (field, fraction) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => field as i64 - 1023,
    };
    let mut mantissa = fraction | if field == 0 { 0 } else { 1 << 52 };
    let mut digits = 13;
    match precision {
        Some(kept) if kept < 13 => {
            // To the nearest, and to the even one of two.
            let dropped = 4 * (13 - kept as u32);
            let half = 1u64 << (dropped - 1);
            let rest = mantissa & ((1 << dropped) - 1);
            mantissa >>= dropped;
            mantissa += u64::from(rest > half || rest == half && mantissa & 1 == 1);
            digits = kept;
        }
        _ => {}
    }
    let whole = mantissa >> (4 * digits);
    let below = mantissa & ((1u64 << (4 * digits)) - 1);
    let mut fraction = if digits == 0 { String::new() } else { format!("{below:0digits$x}") };
    match precision {
        None => fraction.truncate(fraction.trim_end_matches('0').len()),
        Some(kept) => fraction.extend(std::iter::repeat_n('0', kept.saturating_sub(fraction.len()))),
    }
    let point = if fraction.is_empty() && !point { "" } else { "." };
    format!("{whole:x}{point}{fraction}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prints one argument.
    fn one(format: &str, bits: u64) -> String {
        let pieces = pieces(format.as_bytes());
        let text = |piece: &Piece<'_>| match piece {
            Piece::Literal(text) => text.to_vec(),
            Piece::Conversion(conversion) => {
                let given = |amount| match amount {
                    Some(PrintWidth::Given(n)) => Some(n as i64),
                    _ => None,
                };
                conversion.number(given(conversion.width).unwrap_or(0), given(conversion.precision), bits)
            }
        };
        String::from_utf8(pieces.iter().flat_map(text).collect()).unwrap()
    }

    fn float(format: &str, value: f64) -> String {
        one(format, value.to_bits())
    }

    /// Expected texts are those of C's `printf`, as glibc prints them.
    #[test]
    fn integers_are_formatted_as_c_formats_them() {
        assert_eq!(one("%d", -5i32 as u32 as u64), "-5");
        assert_eq!(one("%5d|", 42), "   42|");
        assert_eq!(one("%-5d|", 42), "42   |");
        assert_eq!(one("%05d", -42i32 as u32 as u64), "-0042");
        assert_eq!(one("%+d % d", 7), "+7  7");
        assert_eq!(one("%.3d", 7), "007");
        assert_eq!(one("%08.3d", 7), "     007");
        assert_eq!(one("[%.0d]", 0), "[]");
        assert_eq!(one("%u", u32::MAX.into()), "4294967295");
        assert_eq!(one("%llu", u64::MAX), "18446744073709551615");
        assert_eq!(one("%ld", u64::MAX), "-1");
        assert_eq!(one("%hhd %hu", 0x1ff), "-1 511");
        assert_eq!(one("%x %X %#x %#o %o", 255), "ff FF 0xff 0377 377");
        assert_eq!(one("%#x %#o", 0), "0 0");
        assert_eq!(one("%#010x", 255), "0x000000ff");
        assert_eq!(one("%p", 0x7f00), "0x7f00");
        assert_eq!(one("%p", 0), "(nil)");
        assert_eq!(one("%c%%", 65), "A%");
    }

    #[test]
    fn floats_are_formatted_as_c_formats_them() {
        assert_eq!(float("%f", 1.5), "1.500000");
        assert_eq!(float("%.0f %#.0f", 2.5), "2 2.");
        assert_eq!(float("%8.3f|%-8.2f|", -3.15), "  -3.150|-3.15   |");
        assert_eq!(float("%08.2f", -2.55), "-0002.55");
        assert_eq!(float("%e", 12345.678), "1.234568e+04");
        assert_eq!(float("%.2E", 1.0e-300), "1.00E-300");
        assert_eq!(float("%e", 0.0), "0.000000e+00");
        assert_eq!(float("%g", 100_000.0), "100000");
        assert_eq!(float("%g", 1_000_000.0), "1e+06");
        assert_eq!(float("%g", 0.0001), "0.0001");
        assert_eq!(float("%g", 0.00001), "1e-05");
        assert_eq!(float("%g", 999_999.5), "1e+06");
        assert_eq!(float("%.3g %#.3g", 2.0), "2 2.00");
        assert_eq!(float("%g", 0.0), "0");
        assert_eq!(float("%f %F", f64::INFINITY), "inf INF");
        assert_eq!(float("%05f|", f64::NAN), "  nan|");
        assert_eq!(float("%a", 1.5), "0x1.8p+0");
        assert_eq!(float("%a", -0.1), "-0x1.999999999999ap-4");
        assert_eq!(float("%.1a", 1.97), "0x2.0p+0");
        assert_eq!(float("%.2A", 0.75), "0X1.80P-1");
        assert_eq!(float("%a", 0.0), "0x0p+0");
    }

    #[test]
    fn strings_are_cut_off_at_the_precision() {
        let Piece::Conversion(conversion) = pieces(b"%-6.2s")[0] else { panic!("a conversion") };
        assert_eq!(conversion.text(6, Some(2), b"abc"), b"ab    ");
        assert_eq!(conversion.text(-3, Some(-1), b"abcd"), b"abcd");
    }

    #[test]
    fn what_is_no_conversion_is_printed_as_it_stands() {
        assert_eq!(one("Tid % 2", 7), "Tid % 2");
        assert_eq!(one("a %q b %d", 7), "a %q b 7");
        assert_eq!(one("%-3n|", 7), "%-3n|");
        assert_eq!(one("100%", 7), "100%");
    }
}
