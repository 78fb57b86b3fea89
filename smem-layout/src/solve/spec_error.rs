//! The reasons why there is no such tile.

use alloc::string::String;
use core::fmt;

use crate::access::AccessArgument;

/// The part of a specification that is at fault.
///
/// ```
/// use smem_layout::{Access, Culprit, TileSpec};
///
/// let error = TileSpec::builder(32, 0, 4, &[Access::row()]).build().unwrap_err();
/// assert_eq!(error.culprit(), Culprit::Cols);
/// assert_eq!(error.to_string(), "a tile has at least one column\nhelp: write a number from 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Culprit {
    /// The bytes of an element.
    Element,
    /// The number of planes.
    Planes,
    /// The number of rows.
    Rows,
    /// The number of columns.
    Cols,
    /// The number of stages.
    Stages,
    /// The size of the whole tile.
    Size,
    /// The choice of layouts: `pad`, `swizzle` or `layout`.
    Choice,
    /// The answer where the layouts conflict: `conflicts`.
    Conflicts,
    /// The preference among layouts without conflicts: `prefer`.
    Prefer,
    /// An argument of the access of this number.
    Access(usize, AccessArgument),
}

/// The reason why there is no such tile. [`Culprit`] shows one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    pub(super) culprit: Culprit,
    pub(super) message: String,
}

impl SpecError {
    /// Returns the part of the specification at fault.
    pub fn culprit(&self) -> Culprit {
        self.culprit
    }
}

/// Writes a lowercase sentence without a full stop; then, where there is something to write instead, a line that starts with
/// `help:`.
impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for SpecError {}
