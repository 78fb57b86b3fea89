//! Accesses that const evaluation can hold: patterns of numbers, and borrowed tables.

use smem_banks::{LANES, WIDEST_BYTES};

use crate::access::{
    fragment::{MmaShape, Operand},
    shape::Shape,
    wmma::{self, WmmaShape},
};

/// An access without an allocation. Positions are computed from it, for the solver and in const evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimpleAccess<'a> {
    /// Which elements the lanes touch.
    pub pattern: SimplePattern<'a>,
    /// Elements a lane touches at once, neighbours in a row: a power of two.
    pub vec: u32,
    /// The ways of the worst conflict that is accepted.
    pub max_ways: u32,
    /// True if rows and columns are exchanged.
    pub transposed: bool,
}

/// Which elements the lanes touch: the patterns of an access, each with the same arguments, except the transposed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimplePattern<'a> {
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
    /// Lanes walk the tile along its planes.
    Depth {
        /// True where a warp goes on in the next column; false where it stays in its row and column.
        wrap: bool,
    },
    /// `height` x `width` lanes at every aligned position.
    Block {
        /// Rows of the block.
        height: u32,
        /// Lanes in a row of the block.
        width: u32,
    },
    /// `depth` x `height` x `width` lanes at every aligned position.
    Block3d {
        /// Planes of the block.
        depth: u32,
        /// Rows of the block, in a plane.
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
    Fragment {
        /// The shape of the instruction.
        shape: MmaShape,
        /// The operand.
        operand: Operand,
    },
    /// The matrix of a `wmma` fragment.
    Wmma {
        /// The shape of the fragments.
        shape: WmmaShape,
        /// The fragment.
        operand: Operand,
    },
    /// The elements of a table.
    Lanes {
        /// (row, column) of every lane, for each warp; with rows and columns exchanged, (column, row) of the tile. Rows count through all
        /// planes.
        warps: &'a [[(u32, u32); LANES]],
        /// The rows of a plane as the table counts them: `None` if that is the tile's number. Where rows are a constant, the table is
        /// made before their number is known.
        plane_rows: Option<u32>,
        /// The expression that made the table.
        text: &'a str,
    },
}

impl<'a> SimpleAccess<'a> {
    /// Returns the number of elements that a lane touches at once: `vec`, or 16 bytes' worth for `ldmatrix`, or those of a
    /// register for a fragment.
    pub(crate) const fn lane_elements(&self, elem_bytes: u32) -> u32 {
        match self.pattern {
            SimplePattern::LdMatrix { .. } => whole_vector(elem_bytes),
            SimplePattern::Fragment { operand, .. } if !self.transposed => {
                let register = operand.lane_elements(elem_bytes);
                if self.vec > register { self.vec } else { register }
            }
            SimplePattern::Wmma { shape, operand } => wmma::lane_elements(shape, operand, elem_bytes, self.transposed),
            _ => self.vec,
        }
    }

    /// Returns true if the access takes a leading dimension, so that only a layout with a pitch will do.
    pub(crate) const fn needs_pitch(&self) -> bool {
        matches!(self.pattern, SimplePattern::Wmma { .. })
    }

    /// Returns the number of neighbours in a row that have to stay together and aligned: those that a lane touches at once, or 16
    /// bytes' worth where a leading dimension is counted in them.
    pub(crate) const fn granule(&self, elem_bytes: u32) -> u32 {
        if self.needs_pitch() { whole_vector(elem_bytes) } else { self.lane_elements(elem_bytes) }
    }

    /// Returns the rows and the columns that an operand of a tensor core takes of the tile; 1 x 1 for other accesses.
    pub(crate) const fn extent(&self) -> (u32, u32) {
        let (rows, cols) = match self.pattern {
            SimplePattern::Fragment { shape, operand } => operand.extent(shape),
            SimplePattern::Wmma { shape, operand } => shape.extent(operand),
            _ => (1, 1),
        };
        if self.transposed { (cols, rows) } else { (rows, cols) }
    }

    /// Returns the plane, row and column that a table has for a lane of a tile of this shape, inside it or not; `None` for other patterns.
    pub(crate) const fn listed(&self, warp: usize, lane: usize, shape: Shape) -> Option<(u32, u32, u32)> {
        let SimplePattern::Lanes { warps, plane_rows, .. } = self.pattern else { return None };
        let (row, col) = match warps[warp][lane] {
            (row, col) if self.transposed => (col, row),
            place => place,
        };
        if shape.planes.is_none() {
            return Some((0, row, col));
        }
        let counted = match plane_rows {
            Some(counted) => counted,
            None => shape.rows,
        };
        Some((row / counted, row % counted, col))
    }

    /// Returns the pattern that the lanes walk on a tile, with or without planes, and true if they walk it with rows and columns
    /// exchanged.
    pub(super) const fn walked(&self, has_planes: bool, elem_bytes: u32) -> (SimplePattern<'a>, bool) {
        match self.pattern {
            // Columns of planes one after the other, walked along rows and columns exchanged, are rows one after the other.
            SimplePattern::Col { wrap } if self.transposed && has_planes => (SimplePattern::Row { wrap }, false),
            SimplePattern::Row { wrap } if self.transposed && has_planes => (SimplePattern::Col { wrap }, false),
            SimplePattern::Wmma { operand, .. } if wmma::is_as_stored(operand, elem_bytes) => (self.pattern, false),
            SimplePattern::Wmma { shape, operand } if wmma::is_turned(shape, operand, elem_bytes) => {
                (self.pattern, !self.transposed)
            }
            _ => (self.pattern, self.transposed),
        }
    }
}

impl SimplePattern<'_> {
    /// Returns ten times the first compute capability that has the instruction for elements of `elem_bytes` bytes; `None` if none has,
    /// or where it does not take one.
    pub(crate) const fn since(&self, elem_bytes: u32) -> Option<u32> {
        match *self {
            SimplePattern::LdMatrix { .. } => Some(75),
            SimplePattern::Fragment { shape, operand } => shape.since(operand, elem_bytes),
            SimplePattern::Wmma { shape, operand } => shape.since(operand, elem_bytes),
            _ => None,
        }
    }
}

/// Returns the elements of 16 bytes, at least one.
const fn whole_vector(elem_bytes: u32) -> u32 {
    if elem_bytes < WIDEST_BYTES { WIDEST_BYTES / elem_bytes } else { 1 }
}
