//! Numbers of budgets as the command line spells them.

/// Reads `4294967296`, `512M` or `16G`.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    number(text, 1 << 10).ok_or_else(|| "expected bytes from 1, as in `4294967296`, `512M` or `16G`".to_string())
}

/// Reads `1000000`, `500M` or `20G`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    number(text, 1000).ok_or_else(|| "expected a number from 1, as in `1000000`, `500M` or `20G`".to_string())
}

fn number(text: &str, thousand: u64) -> Option<u64> {
    let letters = [("k", 1), ("K", 1), ("M", 2), ("G", 3), ("T", 4)];
    let (digits, power) =
        letters.iter().find_map(|(letter, power)| Some((text.strip_suffix(letter)?, *power))).unwrap_or((text, 0));
    let number: u64 = digits.parse().ok()?;
    number.checked_mul(thousand.pow(power)).filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_numbers_with_or_without_a_letter() {
        assert_eq!((bytes("4096"), bytes("2k"), bytes("4G")), (Ok(4096), Ok(2048), Ok(4 << 30)));
        assert_eq!((count("10"), count("3M"), count("1T")), (Ok(10), Ok(3_000_000), Ok(1_000_000_000_000)));
        for wrong in ["", "0", "0G", "-1", "1.5G", "G", "4GB", "99999999999999G", "1 M"] {
            assert!(bytes(wrong).is_err() && count(wrong).is_err(), "{wrong}");
        }
    }
}
