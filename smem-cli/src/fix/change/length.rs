//! The length of a row as the source writes it, made longer: `32` -> `33`, `N` -> `N + 1`, `N + 1` -> `N + 2`.

use crate::fix::scan::is_word;

/// Returns an expression whose value is `more` elements larger, with as few new characters as it takes.
pub(crate) fn longer(written: &str, more: i64) -> String {
    let written = written.trim();
    if let Some(number) = literal(written) {
        return (number + more).to_string();
    }
    // A parenthesis around all of it.
    if let Some(inside) = whole_parenthesis(written) {
        return format!("({})", longer(inside, more));
    }
    if let Some((rest, sign, last)) = last_summand(written)
        && let Some(number) = literal(last)
    {
        let number = if sign == '-' { more - number } else { more + number };
        return match number {
            0 => rest.to_string(),
            number if number < 0 => format!("{rest} - {}", -number),
            number => format!("{rest} + {number}"),
        };
    }
    // Operators that bind less than a sum.
    let is_loose = written.contains(['<', '>', '?', '&', '|', '^', '=']);
    let base = if is_loose { format!("({written})") } else { written.to_string() };
    let sign = if more < 0 { '-' } else { '+' };
    format!("{base} {sign} {}", more.abs())
}

/// Returns the same as a factor of a product.
pub(crate) fn longer_factor(written: &str, more: i64) -> String {
    let longer = longer(written, more);
    let is_one = longer.bytes().all(is_word) || whole_parenthesis(&longer).is_some();
    if is_one { longer } else { format!("({longer})") }
}

/// An integer as it is written.
fn literal(written: &str) -> Option<i64> {
    written.trim().trim_end_matches(['u', 'U', 'l', 'L']).parse().ok().filter(|number| *number >= 0)
}

/// Returns the text in the parenthesis around all of an expression.
pub(crate) fn whole_parenthesis(written: &str) -> Option<&str> {
    let written = written.trim();
    let close = written.starts_with('(').then(|| crate::fix::scan::closing(written, 0)).flatten()?;
    (close + 1 == written.len()).then(|| &written[1..close])
}

/// The summand behind the last sign that is in no brackets; `None` where there is no sum.
fn last_summand(written: &str) -> Option<(&str, char, &str)> {
    if written.contains(['<', '>', '?', '&', '|', '^', '=']) {
        return None;
    }
    let mut depth = 0_i32;
    for (at, byte) in written.bytes().enumerate().rev() {
        match byte {
            b')' | b']' => depth += 1,
            b'(' | b'[' => depth -= 1,
            b'+' | b'-' if depth == 0 && at > 0 => {
                let rest = written[..at].trim_end();
                let is_sum = rest.bytes().next_back().is_some_and(|byte| is_word(byte) || byte == b')' || byte == b']');
                return is_sum.then(|| (rest, char::from(byte), written[at + 1..].trim()));
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_becomes_longer_with_few_characters() {
        for (written, more, expected) in [
            ("32", 1, "33"),
            ("32u", 1, "33"),
            ("N", 1, "N + 1"),
            ("N + 1", 1, "N + 2"),
            ("N + 1", 3, "N + 4"),
            ("N + 8", -7, "N + 1"),
            ("N + 1", -1, "N"),
            ("N - 1", 1, "N"),
            ("N - 1", 3, "N + 2"),
            ("N", -2, "N - 2"),
            ("2 * R", 1, "2 * R + 1"),
            ("32 + 2 * R", 1, "32 + 2 * R + 1"),
            ("(NDIM + 1)", 15, "(NDIM + 16)"),
            ("1 << B", 1, "(1 << B) + 1"),
            ("f(a + 1)", 1, "f(a + 1) + 1"),
        ] {
            assert_eq!(longer(written, more), expected, "{written}");
        }
        for (written, expected) in
            [("32", "33"), ("N", "(N + 1)"), ("(N + 1)", "(N + 2)"), ("(N - 1)", "(N)"), ("n", "(n + 1)")]
        {
            assert_eq!(longer_factor(written, 1), expected, "{written}");
        }
    }
}
