//! The layouts that a search may choose from.

use core::fmt;

use smem_banks::{Cute, TmaSwizzle};

use crate::layout::{Layout, OffsetMatrix, Rotation};

/// The layouts that are allowed; displayed as the attribute spells it, `pad = auto`.
///
/// ```
/// use smem_layout::{AutoOr, Cute, LayoutChoice};
///
/// assert_eq!(LayoutChoice::Pad(AutoOr::Exactly(1)).to_string(), "pad = 1");
/// assert_eq!(LayoutChoice::PadEvery { pad: 1, every: 32 }.to_string(), "pad = (1, every = 32)");
/// let cute = Cute::new(5, 0, 5).unwrap();
/// assert_eq!(LayoutChoice::Swizzle(AutoOr::Exactly(cute)).to_string(), "swizzle = (5, 0, 5)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LayoutChoice {
    /// Any layout: the one that [`Prefer`](crate::Prefer) puts first.
    Auto,
    /// Only the dense one.
    Plain,
    /// Unused elements at the end of each row; where they are searched for, also inside rows.
    Pad(AutoOr<u32>),
    /// Exactly `pad` unused elements after every `every`, counted along the rows; verified.
    PadEvery {
        /// Unused elements, at least one.
        pad: u32,
        /// The elements between them.
        every: u32,
    },
    /// A bijection of the tile: CuTe's swizzle where it is exact; where it is searched for, an XOR or a rotation.
    Swizzle(AutoOr<Cute>),
    /// Exactly this rotation of the rows; verified.
    Rotate(Rotation),
    /// Exactly this matrix on the bits of the offset; verified.
    Matrix(OffsetMatrix),
    /// One of the modes in which the bulk tensor copy writes shared memory.
    Tma(TmaSwizzle),
    /// Exactly this layout of the whole tile; verified. The attribute has no spelling for it.
    Layout(Layout),
}

/// A value to search for, or one to verify; [`LayoutChoice`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoOr<T> {
    /// The smallest or cheapest that is free of conflict.
    Auto,
    /// Exactly this one; verified.
    Exactly(T),
}

impl LayoutChoice {
    /// Returns true if there is a layout to search for, and false for an exact one.
    pub(crate) fn is_search(self) -> bool {
        matches!(self, LayoutChoice::Auto | LayoutChoice::Pad(AutoOr::Auto) | LayoutChoice::Swizzle(AutoOr::Auto))
    }
}

impl fmt::Display for LayoutChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutChoice::Auto => f.write_str("layout = auto"),
            LayoutChoice::Plain => f.write_str("layout = plain"),
            LayoutChoice::Pad(AutoOr::Auto) => f.write_str("pad = auto"),
            LayoutChoice::Pad(AutoOr::Exactly(pad)) => write!(f, "pad = {pad}"),
            LayoutChoice::PadEvery { pad, every } => write!(f, "pad = ({pad}, every = {every})"),
            LayoutChoice::Rotate(rotation) => write!(f, "swizzle = {rotation}"),
            LayoutChoice::Matrix(matrix) => write!(f, "swizzle = {matrix}"),
            LayoutChoice::Swizzle(AutoOr::Auto) => f.write_str("swizzle = auto"),
            LayoutChoice::Swizzle(AutoOr::Exactly(cute)) => {
                write!(f, "swizzle = ({}, {}, {})", cute.bits(), cute.base(), cute.shift())
            }
            LayoutChoice::Tma(mode) => write!(f, "swizzle = tma{}", mode.row_bytes()),
            LayoutChoice::Layout(layout) => write!(f, "{layout}"),
        }
    }
}
