//! Text for files and for terminals.

use core::fmt;

/// Text with or without colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Style {
    /// Characters alone, for files and pipes.
    #[default]
    Plain,
    /// With ANSI escapes for bold text and 256 colours, for terminals.
    Ansi,
}

/// The error for a width in which a map cannot be drawn, even folded.
///
/// ```
/// use smem_layout::{Arch, Layout, Map, Style};
///
/// let error = Map::of(&Layout::plain(32, 32)?, 4, Arch::SM_90).text(Style::Plain, 12).unwrap_err();
/// assert_eq!(error.to_string(), "a map of this tile needs 16 columns of text, and has 12: draw it as SVG");
/// # Ok::<(), smem_layout::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TooNarrow {
    /// The columns that it needs.
    pub needed: usize,
    /// The columns that there are.
    pub width: usize,
}

impl fmt::Display for TooNarrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map of this tile needs {} columns of text, and has {}: draw it as SVG", self.needed, self.width)
    }
}

impl core::error::Error for TooNarrow {}
