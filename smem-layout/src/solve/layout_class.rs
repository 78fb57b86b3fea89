//! The classes of layouts, by name.

use core::fmt;

/// A class of layouts. [`alternatives`](crate::alternatives) shows the cheapest of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum LayoutClass {
    /// Row after row, with nothing between.
    Dense,
    /// Unused elements at the end of each row, or of each line of a tile of one dimension.
    Padding,
    /// Unused elements after every so many, counted along the rows.
    PaddingInside,
    /// An XOR of the column by bits of the row, of rows that are dense or raised towards a power of two.
    XorOfColumn,
    /// An XOR of the whole offset: CuTe's swizzles, and other matrices of bits.
    XorOfOffset,
    /// Rows that are each turned further than the one before.
    Rotation,
}

impl LayoutClass {
    /// All classes.
    pub const ALL: [LayoutClass; 6] = [
        LayoutClass::Dense,
        LayoutClass::Padding,
        LayoutClass::PaddingInside,
        LayoutClass::XorOfColumn,
        LayoutClass::XorOfOffset,
        LayoutClass::Rotation,
    ];
}

/// Writes a name in a few words: `padding inside rows`.
impl fmt::Display for LayoutClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            LayoutClass::Dense => "dense",
            LayoutClass::Padding => "padding",
            LayoutClass::PaddingInside => "padding inside rows",
            LayoutClass::XorOfColumn => "XOR of the column",
            LayoutClass::XorOfOffset => "XOR of the offset",
            LayoutClass::Rotation => "rotation",
        })
    }
}
