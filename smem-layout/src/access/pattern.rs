//! Patterns of lanes: which elements the lanes of a warp touch, and the error for a pattern that does not fit.

use alloc::{
    boxed::Box,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use crate::{
    access::{
        fragment::{MmaShape, Operand},
        wmma::WmmaShape,
    },
    banks::LANES,
};

/// The most bytes that one lane can load or store at once.
///
/// ```
/// use smem_layout::{Access, WIDEST_BYTES};
///
/// let vec = WIDEST_BYTES / 4;
/// assert!(Access::row().vec(vec).check(32, 32, 4).is_ok());
/// assert!(Access::row().vec(2 * vec).check(32, 32, 4).is_err());
/// ```
pub const WIDEST_BYTES: u32 = 16;

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
