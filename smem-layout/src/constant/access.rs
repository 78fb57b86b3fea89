//! Accesses that const evaluation can walk: patterns of numbers, without tables.

use crate::constant::text::Text;

/// The most bytes that one lane can load or store at once.
pub(crate) const WIDEST_BYTES: u32 = 16;

/// A declared access that numbers describe, so that const evaluation can hold it: the `Access` of the solver without a table of
/// lanes, a transposition, planes or fragments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimpleAccess {
    /// Which elements the lanes touch.
    pub pattern: SimplePattern,
    /// Elements a lane touches at once, neighbours in a row: a power of two.
    pub vec: u32,
    /// The ways of the worst conflict that is accepted.
    pub max_ways: u32,
}

/// Which elements the lanes touch, where numbers say it. The attribute has a table of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimplePattern {
    /// Lanes walk the tile row-major.
    Row {
        /// True where a warp goes on in the next row; false where it stays in its row.
        wrap: bool,
    },
    /// Lanes walk the tile column-major.
    Col {
        /// True where a warp goes on in the next column; false where it stays in its column.
        wrap: bool,
    },
    /// `height` x `width` lanes at every aligned position.
    Block {
        /// Rows of the block.
        height: u32,
        /// Lanes in a row of the block.
        width: u32,
    },
    /// `height` x `width` lanes at every position.
    Window {
        /// Rows of the window.
        height: u32,
        /// Lanes in a row of the window.
        width: u32,
    },
    /// Lane `i` at `start + step * i` of a one-dimensional tile, for every start.
    Stride {
        /// Elements from a lane to the next.
        step: u32,
    },
    /// 8 rows of 16 bytes a phase.
    LdMatrix {
        /// `ldmatrix.trans`: the same addresses.
        trans: bool,
    },
}

impl SimpleAccess {
    /// Returns the number of elements that a lane touches at once: `vec`, or 16 bytes' worth for `ldmatrix`.
    pub(super) const fn lane_elements(&self, elem_bytes: u32) -> u32 {
        match self.pattern {
            SimplePattern::LdMatrix { .. } if elem_bytes < WIDEST_BYTES => WIDEST_BYTES / elem_bytes,
            SimplePattern::LdMatrix { .. } => 1,
            _ => self.vec,
        }
    }

    /// Writes the access as the attribute spells it: `block(4, 8, vec = 2)`.
    pub(super) const fn write<const N: usize>(&self, text: &mut Text<N>) {
        let mut arguments = 0;
        match self.pattern {
            SimplePattern::Row { wrap } | SimplePattern::Col { wrap } => {
                text.push(if matches!(self.pattern, SimplePattern::Row { .. }) { "row" } else { "col" });
                if !wrap {
                    text.push("(wrap = false");
                    arguments = 1;
                }
            }
            SimplePattern::LdMatrix { trans } => {
                text.push("ldmatrix");
                if trans {
                    text.push("(trans");
                    arguments = 1;
                }
            }
            SimplePattern::Block { height, width } | SimplePattern::Window { height, width } => {
                text.push(if matches!(self.pattern, SimplePattern::Block { .. }) { "block(" } else { "window(" });
                text.number(height as u64);
                text.push(", ");
                text.number(width as u64);
                arguments = 2;
            }
            SimplePattern::Stride { step } => {
                text.push("stride(");
                text.number(step as u64);
                arguments = 1;
            }
        }
        if self.vec != 1 {
            text.push(if arguments == 0 { "(vec = " } else { ", vec = " });
            text.number(self.vec as u64);
            arguments += 1;
        }
        if self.max_ways != 1 {
            text.push(if arguments == 0 { "(max_ways = " } else { ", max_ways = " });
            text.number(self.max_ways as u64);
            arguments += 1;
        }
        if arguments > 0 {
            text.push(")");
        }
    }
}
