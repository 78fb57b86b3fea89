//! Which sums a single pass makes.

/// The power of the pixels that is summed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Power {
    /// The pixels: the integral image.
    One,
    /// Their squares.
    Two,
}
