//! Accesses that const evaluation can walk: patterns of numbers, without tables.

use crate::{banks::LANES, constant::text::Text};

/// The most bytes that one lane can load or store at once.
pub(crate) const WIDEST_BYTES: u32 = 16;

/// A declared access that numbers describe, so that const evaluation can hold it: the `Access` of the solver without planes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimpleAccess {
    /// Which elements the lanes touch.
    pub pattern: SimplePattern,
    /// Elements a lane touches at once, neighbours in a row: a power of two.
    pub vec: u32,
    /// The ways of the worst conflict that is accepted.
    pub max_ways: u32,
    /// True if rows and columns are exchanged.
    pub transposed: bool,
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
        /// True if a start is a multiple of `32 * step` plus an offset below `step`.
        aligned: bool,
    },
    /// 8 rows of 16 bytes a phase.
    LdMatrix {
        /// `ldmatrix.trans`: the same addresses.
        trans: bool,
    },
    /// The lanes' elements of a tensor-core operand.
    Fragment(SimpleFragment),
    /// The matrix of a `wmma` fragment.
    Wmma {
        /// The operand.
        of: SimpleFragment,
        /// True if lanes hold the transposed sum where its elements have 4 bytes.
        is_turned: bool,
    },
    /// The elements of a table.
    Lanes {
        /// (row, column) of every lane, for each warp; with rows and columns exchanged, (column, row) of the tile.
        warps: &'static [[(u32, u32); LANES]],
        /// The expression that made the table.
        text: &'static str,
    },
}

/// A tensor-core operand of `mma.sync` or of `wmma`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimpleFragment {
    /// The shape and the operand as the attribute spells them: `m16n8k16, a`.
    pub name: &'static str,
    /// Rows that the operand takes of the tile.
    pub rows: u32,
    /// Columns that it takes, in elements.
    pub cols: u32,
    /// True for C and D.
    pub is_sum: bool,
    /// The sum of the sizes, in bytes, of the elements that it has on the architecture.
    pub elem_bytes: u32,
}

impl SimpleFragment {
    /// Returns the neighbours in a row that a lane holds.
    const fn neighbours(&self, elem_bytes: u32) -> u32 {
        if self.is_sum { 2 } else { register_elements(elem_bytes) }
    }
}

/// Returns the elements of a register, at least one.
pub(super) const fn register_elements(elem_bytes: u32) -> u32 {
    if elem_bytes < 4 { 4 / elem_bytes } else { 1 }
}

impl SimpleAccess {
    /// Returns the number of elements that a lane touches at once: `vec`, or 16 bytes' worth for `ldmatrix`.
    pub(super) const fn lane_elements(&self, elem_bytes: u32) -> u32 {
        match self.pattern {
            SimplePattern::LdMatrix { .. } if elem_bytes < WIDEST_BYTES => WIDEST_BYTES / elem_bytes,
            SimplePattern::LdMatrix { .. } => 1,
            SimplePattern::Wmma { of, is_turned } => {
                match (of.is_sum, elem_bytes, self.transposed != (is_turned && elem_bytes == 4)) {
                    (false, 2, _) | (false, 1, false) => WIDEST_BYTES / elem_bytes,
                    (true, 2, _) | (true, 4 | 8, false) => 2,
                    _ => 1,
                }
            }
            SimplePattern::Fragment(_) if !self.transposed && self.vec < register_elements(elem_bytes) => {
                register_elements(elem_bytes)
            }
            _ => self.vec,
        }
    }

    /// Returns true if only a layout with a pitch will do.
    pub(super) const fn needs_pitch(&self) -> bool {
        matches!(self.pattern, SimplePattern::Wmma { .. })
    }

    /// Returns the number of elements that stay neighbours, and aligned.
    pub(super) const fn granule(&self, elem_bytes: u32) -> u32 {
        match WIDEST_BYTES / elem_bytes {
            elements if self.needs_pitch() && elements > 0 => elements,
            _ => self.lane_elements(elem_bytes),
        }
    }

    /// Returns true if the lanes walk the tile with rows and columns exchanged: matrices of 2-byte elements are transposed in registers.
    pub(super) const fn walks_exchanged(&self, elem_bytes: u32) -> bool {
        match self.pattern {
            SimplePattern::Wmma { .. } if elem_bytes == 2 => false,
            SimplePattern::Wmma { is_turned: true, .. } if elem_bytes == 4 => !self.transposed,
            _ => self.transposed,
        }
    }

    /// Returns the elements from a lane of a fragment or of a stride to the next in its row; of other accesses, `vec`.
    pub(super) const fn spacing(&self, elem_bytes: u32, vec: u32) -> u32 {
        match self.pattern {
            SimplePattern::Stride { step, .. } => step,
            SimplePattern::Fragment(fragment) => fragment.neighbours(elem_bytes),
            SimplePattern::Wmma { of, .. } if of.is_sum || vec == 1 => of.neighbours(elem_bytes),
            _ => vec,
        }
    }

    /// Writes the access as the attribute spells it: `block(4, 8, vec = 2)`.
    pub(super) const fn write<const N: usize>(&self, text: &mut Text<N>) {
        if self.transposed {
            text.push("transposed(");
        }
        let mut arguments = self.pattern.write(text);
        if self.transposed {
            if arguments > 0 {
                text.push(")");
            }
            arguments = 1;
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

impl SimplePattern {
    /// Writes the name and the arguments without the closing parenthesis; returns the number of arguments.
    const fn write<const N: usize>(&self, text: &mut Text<N>) -> u32 {
        match *self {
            SimplePattern::Row { wrap } | SimplePattern::Col { wrap } => {
                text.push(if matches!(self, SimplePattern::Row { .. }) { "row" } else { "col" });
                if !wrap {
                    text.push("(wrap = false");
                }
                !wrap as u32
            }
            SimplePattern::LdMatrix { trans } => {
                text.push(if trans { "ldmatrix(trans" } else { "ldmatrix" });
                trans as u32
            }
            SimplePattern::Block { height, width } | SimplePattern::Window { height, width } => {
                text.push(if matches!(self, SimplePattern::Block { .. }) { "block(" } else { "window(" });
                text.number(height as u64);
                text.push(", ");
                text.number(width as u64);
                2
            }
            SimplePattern::Stride { step, aligned } => {
                text.push("stride(");
                text.number(step as u64);
                text.push(if aligned { ", aligned" } else { "" });
                1
            }
            SimplePattern::Fragment(fragment) | SimplePattern::Wmma { of: fragment, .. } => {
                text.push(if matches!(self, SimplePattern::Fragment(_)) { "fragment(" } else { "wmma(" });
                text.push(fragment.name);
                2
            }
            SimplePattern::Lanes { text: closure, .. } => {
                text.push("lanes(");
                text.push(closure);
                1
            }
        }
    }
}
