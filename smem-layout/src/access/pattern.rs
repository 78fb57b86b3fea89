//! Patterns of lanes: which elements the lanes of a warp touch.

use alloc::{boxed::Box, string::ToString, vec::Vec};

use smem_banks::LANES;

use crate::access::{
    access_error::{AccessArgument, AccessError},
    fragment::{MmaShape, Operand},
    simple_access::SimplePattern,
    wmma::WmmaShape,
};

/// The pattern of an access: which elements the lanes of a warp touch. [`Access`](crate::Access) has a table of them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Pattern {
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
    /// A pattern on the tile with rows and columns exchanged, those of each plane in a tile of planes.
    Transposed(Box<Pattern>),
    /// Any table of lanes.
    Lanes(LaneTable),
}

impl Pattern {
    /// Returns the pattern without its transposition, and with its table borrowed.
    pub(super) fn simple(&self) -> SimplePattern<'_> {
        match *self {
            Pattern::Row { wrap } => SimplePattern::Row { wrap },
            Pattern::Col { wrap } => SimplePattern::Col { wrap },
            Pattern::Depth { wrap } => SimplePattern::Depth { wrap },
            Pattern::Block { height, width } => SimplePattern::Block { height, width },
            Pattern::Block3d { depth, height, width } => SimplePattern::Block3d { depth, height, width },
            Pattern::Window { height, width } => SimplePattern::Window { height, width },
            Pattern::Stride { step, aligned } => SimplePattern::Stride { step, aligned },
            Pattern::LdMatrix { trans } => SimplePattern::LdMatrix { trans },
            Pattern::Fragment { shape, operand } => SimplePattern::Fragment { shape, operand },
            Pattern::Wmma { shape, operand } => SimplePattern::Wmma { shape, operand },
            Pattern::Transposed(ref of) => of.simple(),
            Pattern::Lanes(ref table) => {
                SimplePattern::Lanes { warps: table.warps(), plane_rows: None, text: table.text() }
            }
        }
    }
}

/// The element (row, column) that each lane of each warp touches. [`new`](Self::new) has an example.
///
/// In a tile of planes, rows are counted through all of them: row `r` of plane `p` is row `p * R + r` where planes have R rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneTable {
    warps: Box<[[(u32, u32); LANES]]>,
    /// The expression that computed it, for messages.
    text: Option<Box<str>>,
}

impl LaneTable {
    /// Makes a table of one entry a warp: (row, column) of each lane.
    ///
    /// ```
    /// use smem_layout::LaneTable;
    ///
    /// let diagonal = std::array::from_fn(|lane| (lane as u32, lane as u32));
    /// assert_eq!(LaneTable::new(vec![diagonal])?.warps().len(), 1);
    /// assert!(LaneTable::new(vec![]).is_err());
    /// # Ok::<(), smem_layout::AccessError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A table without a warp, on which every layout would be free of conflict.
    pub fn new(warps: Vec<[(u32, u32); LANES]>) -> Result<Self, AccessError> {
        if warps.is_empty() {
            let message = "`lanes` needs at least one warp".to_string();
            return Err(AccessError::new(AccessArgument::Pattern, message));
        }
        Ok(LaneTable { warps: warps.into(), text: None })
    }

    /// Returns the same table with the text that computed it, as it is shown between the parentheses of `lanes(..)`.
    ///
    /// ```
    /// use smem_layout::{Access, LaneTable};
    ///
    /// let diagonal = std::array::from_fn(|lane| (lane as u32, lane as u32));
    /// let table = LaneTable::new(vec![diagonal])?.shown_as("|lane| (lane, lane)");
    /// assert_eq!(Access::lanes(table).to_string(), "lanes(|lane| (lane, lane))");
    /// # Ok::<(), smem_layout::AccessError>(())
    /// ```
    #[must_use]
    pub fn shown_as(self, text: &str) -> Self {
        LaneTable { text: Some(text.into()), ..self }
    }

    /// Returns the text that computed the table, or `..`.
    pub(crate) fn text(&self) -> &str {
        self.text.as_deref().unwrap_or("..")
    }

    /// Returns the table, one entry a warp: (row, column) of each lane.
    pub fn warps(&self) -> &[[(u32, u32); LANES]] {
        &self.warps
    }
}
