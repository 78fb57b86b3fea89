//! Parts of dynamic shared memory that are arrays of their own.

use std::str::FromStr;

/// A part of dynamic shared memory.
///
/// ```
/// use smem_profile::DynamicArray;
///
/// let array: DynamicArray = "As@0:4096=32x32".parse()?;
/// assert_eq!((array.name.as_str(), array.from, array.to, array.shape), ("As", 0, 4096, Some([32, 32])));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DynamicArray {
    /// The name that it is reported by.
    pub name: String,
    /// Bytes from the start of dynamic shared memory.
    pub from: u32,
    /// One past its last byte.
    pub to: u32,
    /// Rows and columns, in elements.
    pub shape: Option<[u32; 2]>,
}

/// Reads `As@0:4096` or `As@0:4096=32x32`.
impl FromStr for DynamicArray {
    type Err = String;

    fn from_str(text: &str) -> Result<DynamicArray, String> {
        let wrong = || "expected a name and a range of bytes, as in `As@0:4096` or `As@0:4096=32x32`".to_string();
        let (name, rest) = text.split_once('@').ok_or_else(wrong)?;
        let (range, shape) = rest.split_once('=').map_or((rest, None), |(range, shape)| (range, Some(shape)));
        let (from, to) = range.split_once(':').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let (from, to) = (number(from)?, number(to)?);
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_name(name) || name.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(wrong());
        }
        if from >= to {
            return Err(format!("the range of `{name}` is empty: it ends at byte {to} and begins at byte {from}"));
        }
        let shape = match shape.map(|shape| shape.split_once('x').ok_or_else(wrong)).transpose()? {
            Some((rows, cols)) => match [number(rows)?, number(cols)?] {
                shape if shape.contains(&0) => return Err(wrong()),
                shape => Some(shape),
            },
            None => None,
        };
        Ok(DynamicArray { name: name.to_string(), from, to, shape })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_ranges_of_bytes() {
        let array = |name: &str, from, to, shape| Ok(DynamicArray { name: name.to_string(), from, to, shape });
        assert_eq!(DynamicArray::from_str("As@0:4096"), array("As", 0, 4096, None));
        assert_eq!(DynamicArray::from_str("b_2@16:80=4x4"), array("b_2", 16, 80, Some([4, 4])));
        for wrong in [
            "As",
            "As@0",
            "@0:4",
            "As@4:4",
            "As@8:4",
            "As@0:4=4",
            "As@0:4=0x4",
            "1@0:4",
            "a b@0:4",
            "As@-1:4",
            "As@0:4=4x4x4",
        ] {
            assert!(DynamicArray::from_str(wrong).is_err(), "{wrong}");
        }
    }
}
