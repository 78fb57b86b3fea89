//! The pitch of a tile: the one number that gives the place of every row, on the layouts that have it.

use core::fmt;

use crate::layout::{layout::Layout, swizzle::Swizzle};

/// The reason why a layout has no pitch; [`Layout::row_pitch`] returns it.
///
/// ```
/// use smem_layout::{Cute, Layout, NoPitch, Swizzle};
///
/// let swizzled = Layout::plain(32, 32)?.with_swizzle(Swizzle::Cute(Cute::new(5, 0, 5).unwrap()))?;
/// assert_eq!(swizzled.row_pitch(), Err(NoPitch::Swizzled));
/// assert_eq!(NoPitch::Swizzled.to_string(), "a swizzle moves the elements of its rows, of each row otherwise");
/// # Ok::<(), smem_layout::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoPitch {
    /// A swizzle moves the elements of the rows.
    Swizzled,
    /// Unused elements are inside rows, or rows of one length have unused elements after some of them alone.
    PaddedInside,
}

impl NoPitch {
    /// Returns the reason as the end of a sentence, for const evaluation, which has no `Display`.
    pub const fn as_str(self) -> &'static str {
        match self {
            NoPitch::Swizzled => "a swizzle moves the elements of its rows, of each row otherwise",
            NoPitch::PaddedInside => "it is padded inside its rows: PAD unused elements after every LINE",
        }
    }
}

/// Writes the end of a sentence.
impl fmt::Display for NoPitch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl core::error::Error for NoPitch {}

impl Layout {
    /// Returns the elements from a row to the next, if that is where each row is: element (`row`, `col`) is at
    /// `row * row_pitch + col`, as an instruction with a leading dimension takes it.
    ///
    /// ```
    /// use smem_layout::{Layout, NoPitch};
    ///
    /// assert_eq!(Layout::padded(32, 32, 1)?.row_pitch(), Ok(33));
    /// assert_eq!(Layout::padded_every(32, 64, 1, 32)?.row_pitch(), Err(NoPitch::PaddedInside));
    /// # Ok::<(), smem_layout::LayoutError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Says what moves elements elsewhere. A swizzle or a padding that moves no element of this tile is not one.
    pub const fn row_pitch(&self) -> Result<u32, NoPitch> {
        let is_swizzled = !matches!(self.swizzle(), Swizzle::None);
        if self.is_in_rows() && !is_swizzled {
            return Ok(self.pitch());
        }
        let pitch = match (self.rows(), self.is_in_rows()) {
            (1, true) => self.pitch(),
            (1, false) => self.cols(),
            _ => self.index(1, 0).saturating_sub(self.index(0, 0)),
        };
        if self.is_at(pitch) {
            return Ok(pitch);
        }
        Err(if is_swizzled { NoPitch::Swizzled } else { NoPitch::PaddedInside })
    }

    /// Returns true if each element (`row`, `col`) is at `row * pitch + col`.
    const fn is_at(&self, pitch: u32) -> bool {
        let mut row = 0;
        while row < self.rows() {
            let mut col = 0;
            while col < self.cols() {
                if self.index(row, col) as u64 != row as u64 * pitch as u64 + col as u64 {
                    return false;
                }
                col += 1;
            }
            row += 1;
        }
        true
    }
}
