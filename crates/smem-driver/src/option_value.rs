//! Values of options that a number or a text gives: `4294967296`, `512M`, `8GiB`, `20G`.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads a number of bytes: `8GiB`, `512M`, `64k` or a plain number.
///
/// ```
/// assert_eq!(smem_driver::bytes("8GiB"), Ok(8 << 30));
/// assert_eq!(smem_driver::bytes("512M"), Ok(512 << 20));
/// assert_eq!(smem_driver::bytes("1000"), Ok(1000));
/// assert!(smem_driver::bytes("8 apples").is_err());
/// ```
///
/// # Errors
/// A sentence where the text is not a positive number of bytes below 2^48.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = text.strip_suffix("iB").map_or((text, 'B'), |number| (number, 'i'));
    let bytes = match unit {
        // `8i` is not a number, and `8iB` is not one either.
        'i' if !number.ends_with(char::is_alphabetic) => None,
        _ => scaled(number, 1 << 10),
    };
    let bytes = bytes.filter(|bytes| *bytes < 1 << 48);
    bytes.ok_or_else(|| {
        format!("`{text}` is not a number of bytes: expected bytes from 1, as in `4294967296`, `512M` or `8GiB`")
    })
}

/// Reads a count: `1000000`, `500M` or `20G`.
///
/// ```
/// assert_eq!(smem_driver::count("500M"), Ok(500_000_000));
/// assert!(smem_driver::count("0").is_err());
/// ```
///
/// # Errors
/// A sentence where the text is not a positive number.
pub fn count(text: &str) -> Result<u64, String> {
    scaled(text, 1000).ok_or_else(|| "expected a number from 1, as in `1000000`, `500M` or `20G`".to_string())
}

/// Reads a positive number, which a letter may multiply by a power of `thousand`.
fn scaled(text: &str, thousand: u64) -> Option<u64> {
    let letters = [("k", 1), ("K", 1), ("M", 2), ("G", 3), ("T", 4)];
    let (digits, power) =
        letters.iter().find_map(|(letter, power)| Some((text.strip_suffix(letter)?, *power))).unwrap_or((text, 0));
    let number: u64 = digits.trim_end().parse().ok()?;
    number.checked_mul(thousand.pow(power)).filter(|number| *number > 0)
}

/// A number in a file of options, or a text as a command line and the environment have it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number, or a text with one")]
enum OptionNumber {
    Number(u64),
    Text(String),
}

impl OptionNumber {
    fn read<E: Error>(self, read: impl Fn(&str) -> Result<u64, String>) -> Result<u64, E> {
        match self {
            OptionNumber::Number(number) => read(&number.to_string()),
            OptionNumber::Text(text) => read(&text),
        }
        .map_err(E::custom)
    }
}

/// Reads a number of bytes for `deserialize_with`: a number, or a text as [`bytes`] reads it.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Limits {
///     #[serde(deserialize_with = "smem_driver::deserialize_bytes")]
///     memory: u64,
/// }
/// let limits: Limits = serde_json::from_str(r#"{"memory": "2G"}"#)?;
/// assert_eq!(limits.memory, 2 << 30);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// A sentence where the value is not a positive number of bytes below 2^48.
pub fn deserialize_bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    OptionNumber::deserialize(deserializer)?.read(bytes)
}

/// Reads a number of bytes that may be missing, as [`deserialize_bytes`] does.
///
/// # Errors
/// Those of [`deserialize_bytes`].
pub fn deserialize_some_bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Option::<OptionNumber>::deserialize(deserializer)?.map(|written| written.read(bytes)).transpose()
}

/// Reads a count that may be missing, for `deserialize_with`: a number, or a text as [`count`] reads it.
///
/// # Errors
/// A sentence where the value is not a positive number.
pub fn deserialize_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Option::<OptionNumber>::deserialize(deserializer)?.map(|written| written.read(count)).transpose()
}

/// Reads a whole number that may be missing, from a number or its text.
pub(crate) fn deserialize_whole<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    let Some(written) = Option::<OptionNumber>::deserialize(deserializer)? else { return Ok(None) };
    let whole = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
    let number = written.read::<D::Error>(whole)?;
    T::try_from(number).map(Some).map_err(|_| D::Error::custom(format!("{number} is too large a number")))
}

/// Reads a choice between yes and no that may be missing, from `true`, `false` or their texts.
pub(crate) fn deserialize_choice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected `true` or `false`")]
    enum OptionChoice {
        Choice(bool),
        Text(String),
    }
    match Option::<OptionChoice>::deserialize(deserializer)? {
        None => Ok(None),
        Some(OptionChoice::Choice(choice)) => Ok(Some(choice)),
        Some(OptionChoice::Text(text)) => {
            text.parse().map(Some).map_err(|_| D::Error::custom(format!("`{text}` is not `true` or `false`")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_numbers_with_or_without_a_unit() {
        assert_eq!(
            (bytes("4096"), bytes("2k"), bytes("4G"), bytes("4 GiB")),
            (Ok(4096), Ok(2048), Ok(4 << 30), Ok(4 << 30))
        );
        assert_eq!((count("10"), count("3M"), count("1T")), (Ok(10), Ok(3_000_000), Ok(1_000_000_000_000)));
        for wrong in ["", "0", "0G", "-1", "1.5G", "G", "4GB", "99999999999999G"] {
            assert!(bytes(wrong).is_err() && count(wrong).is_err(), "{wrong}");
        }
        for wrong in ["8iB", "iB", "8GiBiB", "8i", "281474976710656"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
