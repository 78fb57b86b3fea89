//! Patterns of lanes: which elements the lanes of a warp touch.

#[cfg(feature = "alloc")]
use crate::access::lane_table::LaneTable;
use crate::access::{
    fragment::{MmaShape, Operand},
    wmma::WmmaShape,
};

/// The pattern of an access: which elements the lanes of a warp touch. [`Access`](crate::Access) has a table of them.
///
/// `T` is the table of [`Lanes`](Self::Lanes): one that owns its numbers, or in const evaluation one that borrows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Pattern<#[cfg(feature = "alloc")] T = LaneTable, #[cfg(not(feature = "alloc"))] T> {
    /// Lanes walk the tile row-major.
    Row {
        /// True where a warp goes on in the next row; false where it stays in its row, whose last warp may lack lanes.
        wrap: bool,
    },
    /// Lanes walk the tile column-major.
    Col {
        /// True where a warp goes on in the next column; false where it stays in its column, whose last warp may lack lanes.
        wrap: bool,
    },
    /// Lanes walk the tile along its planes: the elements of one row and column in every plane, one after the other.
    Depth {
        /// True where a warp goes on in the next column; false where it stays in its row and column, whose last warp may lack
        /// lanes.
        wrap: bool,
    },
    /// `height` x `width` lanes at every aligned position; in a tile of planes, of every plane.
    Block {
        /// Rows of the block.
        height: u32,
        /// Lanes (vectors) in a row of the block.
        width: u32,
    },
    /// `depth` x `height` x `width` lanes at every aligned position of a tile of planes.
    Block3d {
        /// Planes of the block.
        depth: u32,
        /// Rows of the block, in a plane.
        height: u32,
        /// Lanes (vectors) in a row of the block.
        width: u32,
    },
    /// `height` x `width` lanes at every position; in a tile of planes, of every plane.
    Window {
        /// Rows of the window.
        height: u32,
        /// Lanes (vectors) in a row of the window.
        width: u32,
    },
    /// Lane `i` at `start + step * i` of a one-dimensional tile.
    Stride {
        /// Elements from a lane to the next.
        step: u32,
        /// False for every start; true for those that are a multiple of `32 * step` plus an offset below `step`, at which
        /// warps touch each element once.
        aligned: bool,
    },
    /// 8 rows of 16 bytes a phase, as `ldmatrix` loads them.
    LdMatrix {
        /// `ldmatrix.trans`: the same addresses, and the matrix is transposed in registers.
        trans: bool,
    },
    /// The registers of a tensor-core operand at every aligned position, one a request.
    Fragment {
        /// The shape of the instruction.
        shape: MmaShape,
        /// The operand.
        operand: Operand,
    },
    /// The matrix of a `wmma` fragment at every aligned position, as `load_matrix_sync` and `store_matrix_sync` touch it.
    Wmma {
        /// The shape of the fragments.
        shape: WmmaShape,
        /// The fragment.
        operand: Operand,
    },
    /// Any table of lanes.
    Lanes(T),
}

impl<T> Pattern<T> {
    /// Returns ten times the first compute capability that has the instruction for elements of `elem_bytes` bytes; `None` if none has,
    /// or where it does not take one.
    pub(crate) const fn since(&self, elem_bytes: u32) -> Option<u32> {
        match self {
            Pattern::LdMatrix { .. } => Some(75),
            Pattern::Fragment { shape, operand } => shape.since(*operand, elem_bytes),
            Pattern::Wmma { shape, operand } => shape.since(*operand, elem_bytes),
            _ => None,
        }
    }

    /// Returns the pattern with another table in place of its own.
    ///
    /// # Errors
    ///
    /// That of `table`.
    #[doc(hidden)]
    pub fn with_table<'a, U, E>(&'a self, table: impl FnOnce(&'a T) -> Result<U, E>) -> Result<Pattern<U>, E> {
        Ok(match self {
            Pattern::Lanes(own) => Pattern::Lanes(table(own)?),
            &Pattern::Row { wrap } => Pattern::Row { wrap },
            &Pattern::Col { wrap } => Pattern::Col { wrap },
            &Pattern::Depth { wrap } => Pattern::Depth { wrap },
            &Pattern::Block { height, width } => Pattern::Block { height, width },
            &Pattern::Block3d { depth, height, width } => Pattern::Block3d { depth, height, width },
            &Pattern::Window { height, width } => Pattern::Window { height, width },
            &Pattern::Stride { step, aligned } => Pattern::Stride { step, aligned },
            &Pattern::LdMatrix { trans } => Pattern::LdMatrix { trans },
            &Pattern::Fragment { shape, operand } => Pattern::Fragment { shape, operand },
            &Pattern::Wmma { shape, operand } => Pattern::Wmma { shape, operand },
        })
    }
}
