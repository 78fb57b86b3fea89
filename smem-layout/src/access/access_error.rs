//! The reasons why an access does not fit a tile.

use alloc::string::String;
use core::fmt;

/// The argument of an access that is wrong; [`AccessError`] shows one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AccessArgument {
    /// The bytes of an element.
    Element,
    /// The pattern as a whole.
    Pattern,
    /// The depth of a block.
    Depth,
    /// The height of a block or window.
    Height,
    /// The width of a block or window.
    Width,
    /// The step of a stride.
    Step,
    /// The shape of a fragment.
    Shape,
    /// `vec`.
    Vec,
    /// `max_ways`.
    MaxWays,
    /// One lane of a table.
    Lane {
        /// The warp.
        warp: u32,
        /// The lane, 0 to 31.
        lane: u32,
    },
}

/// The reason why an access does not fit a tile.
///
/// ```
/// use smem_layout::{Access, AccessArgument};
///
/// let error = Access::block(4, 16).check(32, 32, 4).unwrap_err();
/// assert_eq!(error.argument(), AccessArgument::Pattern);
/// assert_eq!(error.message(), "`block(4, 16)` takes 64 lanes, and a warp has 32\nhelp: write `block(2, 16)`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessError {
    argument: AccessArgument,
    message: String,
}

impl AccessError {
    pub(crate) fn new(argument: AccessArgument, message: String) -> AccessError {
        AccessError { argument, message }
    }

    /// Returns the argument at fault.
    pub fn argument(&self) -> AccessArgument {
        self.argument
    }

    /// Returns the message, a lowercase sentence without a full stop; then, where there is something to write instead, a
    /// line that starts with `help:`.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for AccessError {}
