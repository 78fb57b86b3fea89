//! The length of a row as the source writes it, made longer: `32` -> `33`, `N` -> `N + 1`, `N + 1` -> `N + 2`.

use smem_cuda::{Arithmetic, ArithmeticForm};

/// Returns an expression whose value is `more` elements larger, with as few new characters as it takes.
pub(crate) fn longer(written: &str, more: i64) -> String {
    let written = written.trim();
    let Some(parsed) = Arithmetic::parse(written, 0) else { return added(&format!("({written})"), more) };
    match &parsed.form {
        ArithmeticForm::Literal(number) => (number + more).to_string(),
        ArithmeticForm::Parentheses(inside) => format!("({})", longer(&written[inside.place.clone()], more)),
        ArithmeticForm::Sum(summands) => longer_sum(written, summands, more),
        // Operators that bind less than a sum.
        ArithmeticForm::Shift(..) | ArithmeticForm::Other => added(&format!("({written})"), more),
        ArithmeticForm::Product(_) | ArithmeticForm::Quotient | ArithmeticForm::Operand => added(written, more),
    }
}

/// `N + 1` -> `N + 2`.
fn longer_sum(written: &str, summands: &[(bool, Arithmetic)], more: i64) -> String {
    if let [.., (_, before), (is_less, Arithmetic { form: ArithmeticForm::Literal(number), .. })] = summands {
        let number = if *is_less { more - number } else { more + number };
        return added(&written[..before.place.end], number);
    }
    added(written, more)
}

/// `N` -> `N + 1`.
fn added(written: &str, number: i64) -> String {
    match number {
        0 => written.to_string(),
        number if number < 0 => format!("{written} - {}", -number),
        number => format!("{written} + {number}"),
    }
}

/// Returns the same as a factor of a product.
pub(crate) fn longer_factor(written: &str, more: i64) -> String {
    let longer = longer(written, more);
    if is_factor(&longer) { longer } else { format!("({longer})") }
}

/// Returns whether an expression binds more than a product.
pub(crate) fn is_factor(written: &str) -> bool {
    let form = Arithmetic::parse(written, 0).map(|parsed| parsed.form);
    matches!(form, Some(ArithmeticForm::Literal(_) | ArithmeticForm::Operand | ArithmeticForm::Parentheses(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_becomes_longer_with_few_characters() {
        for (written, more, expected) in [
            ("32", 1, "33"),
            ("32u", 1, "33"),
            ("0x20", 1, "33"),
            ("N /* + 1 */", 1, "N /* + 1 */ + 1"),
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
