//! The size of a picture as written on the command line.

use std::str::FromStr;

/// Pixels across and down, not yet checked against what a [`Picture`](crate::Picture) can be.
///
/// ```
/// use smem_examples::Size;
///
/// assert_eq!("1024x768".parse(), Ok(Size { width: 1024, height: 768 }));
/// assert_eq!("1024".parse::<Size>().unwrap_err(), "expected WxH, as in 1024x768");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Pixels along x.
    pub width: u64,
    /// Pixels along y.
    pub height: u64,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (width, height) = text.split_once(['x', 'X']).ok_or("expected WxH, as in 1024x768")?;
        let number = |text: &str| -> Result<u64, String> {
            if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(format!("`{text}` is not a whole number; expected WxH, as in 1024x768"));
            }
            text.parse().map_err(|_| format!("`{text}` is too large"))
        };
        Ok(Size { width: number(width)?, height: number(height)? })
    }
}
