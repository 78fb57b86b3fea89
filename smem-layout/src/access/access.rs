//! Accesses: what each warp touches, as a programmer would say it.
//!
//! | access | lane `i` of warp `w` touches | positions |
//! | --- | --- | --- |
//! | `row` | vector `32 w + i` of the tile, counted along rows | every warp |
//! | `col` | vector `32 w + i`, counted down columns | every warp |
//! | `block(H, W)` | row `i / W`, vector `i % W` of the block | every aligned one; lanes outside the tile are off |
//! | `window(H, W)` | the same | every one inside the tile |
//! | `stride(K)` | element `start + K i` of a one-dimensional tile | every start; lanes outside are off |
//! | `ldmatrix` | 16 bytes of row `i`, for `i < 8` | every 8 rows, every 16 bytes |
//! | `lanes(..)` | what a table says | every warp of the table |
//!
//! A vector is `vec` neighbouring elements of one row that a lane loads or stores at once.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use crate::banks::LANES;

/// Bytes that one lane can load or store at once.
pub const WIDEST_BYTES: u32 = 16;

/// A warp access pattern and what is asked of it.
///
/// ```
/// use smem_layout::Access;
///
/// let access = Access::row().vec(4).max_ways(2);
/// assert_eq!(access.to_string(), "row(vec = 4, max_ways = 2)");
/// assert!(access.check(32, 32, 4).is_ok());
/// assert!(access.check(32, 33, 4).is_err(), "vectors of 4 elements do not divide a row of 33");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// Which elements the lanes touch.
    pub pattern: Pattern,
    /// Elements a lane touches at once, neighbours in a row: a power of two.
    pub vec: u32,
    /// The worst conflict that is accepted; 1 accepts none.
    pub max_ways: u32,
}

/// Which elements the lanes of a warp touch; see the table at the top of the module's source, or the README.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Lanes walk the tile row-major, wrapping at the row's end.
    Row,
    /// Lanes walk the tile column-major, wrapping at the column's end.
    Col,
    /// `height` x `width` lanes at every aligned position.
    Block {
        /// Rows of the block.
        height: u32,
        /// Lanes (vectors) in a row of the block.
        width: u32,
    },
    /// `height` x `width` lanes at every position.
    Window {
        /// Rows of the window.
        height: u32,
        /// Lanes (vectors) in a row of the window.
        width: u32,
    },
    /// Lane `i` at `start + step * i` of a one-dimensional tile, for every start.
    Stride {
        /// Elements from a lane to the next.
        step: u32,
    },
    /// 8 rows of 16 bytes a phase, as `ldmatrix` loads them.
    LdMatrix,
    /// Any table of lanes.
    Lanes(LaneTable),
}

/// The element (row, column) that each lane of each warp touches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneTable {
    warps: Box<[[(u32, u32); LANES]]>,
}

impl LaneTable {
    /// One entry a warp: (row, column) of each lane.
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
            return Err(AccessError { part: Part::Pattern, message });
        }
        Ok(LaneTable { warps: warps.into() })
    }

    /// The table, an entry a warp: (row, column) of each lane.
    pub fn warps(&self) -> &[[(u32, u32); LANES]] {
        &self.warps
    }
}

/// The argument of an access that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The bytes of an element.
    Element,
    /// The pattern as such.
    Pattern,
    /// The height of a block or window.
    Height,
    /// The width of a block or window.
    Width,
    /// The step of a stride.
    Step,
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

/// Why an access makes no sense on a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessError {
    /// The argument at fault.
    pub part: Part,
    /// What is wrong, a lowercase sentence without a full stop; then, where there is something to write instead, a line
    /// that starts with `help:`.
    pub message: String,
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for AccessError {}

impl Access {
    const fn new(pattern: Pattern) -> Access {
        Access { pattern, vec: 1, max_ways: 1 }
    }

    /// Lanes walk the tile row-major.
    pub const fn row() -> Access {
        Access::new(Pattern::Row)
    }

    /// Lanes walk the tile column-major.
    pub const fn col() -> Access {
        Access::new(Pattern::Col)
    }

    /// `height` x `width` lanes at every aligned position.
    pub const fn block(height: u32, width: u32) -> Access {
        Access::new(Pattern::Block { height, width })
    }

    /// `height` x `width` lanes at every position.
    pub const fn window(height: u32, width: u32) -> Access {
        Access::new(Pattern::Window { height, width })
    }

    /// Lane `i` at `start + step * i` of a one-dimensional tile, for every start.
    pub const fn stride(step: u32) -> Access {
        Access::new(Pattern::Stride { step })
    }

    /// 8 rows of 16 bytes a phase.
    pub const fn ldmatrix() -> Access {
        Access::new(Pattern::LdMatrix)
    }

    /// What `table` says.
    pub const fn lanes(table: LaneTable) -> Access {
        Access::new(Pattern::Lanes(table))
    }

    /// The same with `vec` elements a lane.
    pub fn vec(self, vec: u32) -> Access {
        Access { vec, ..self }
    }

    /// The same, accepting conflicts of up to `max_ways` ways.
    pub fn max_ways(self, max_ways: u32) -> Access {
        Access { max_ways, ..self }
    }

    /// Elements that a lane touches at once: `vec`, or 16 bytes' worth for `ldmatrix`.
    pub fn lane_elements(&self, elem_bytes: u32) -> u32 {
        match self.pattern {
            Pattern::LdMatrix => (WIDEST_BYTES / elem_bytes).max(1),
            _ => self.vec,
        }
    }
}

/// As the attribute spells it: `block(4, 8, vec = 2)`.
impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, mut arguments) = match &self.pattern {
            Pattern::Row => ("row", Vec::new()),
            Pattern::Col => ("col", Vec::new()),
            Pattern::Block { height, width } => ("block", alloc::vec![height.to_string(), width.to_string()]),
            Pattern::Window { height, width } => ("window", alloc::vec![height.to_string(), width.to_string()]),
            Pattern::Stride { step } => ("stride", alloc::vec![step.to_string()]),
            Pattern::LdMatrix => ("ldmatrix", Vec::new()),
            Pattern::Lanes(_) => ("lanes", alloc::vec!["..".to_string()]),
        };
        if self.vec != 1 {
            arguments.push(format!("vec = {}", self.vec));
        }
        if self.max_ways != 1 {
            arguments.push(format!("max_ways = {}", self.max_ways));
        }
        if arguments.is_empty() { f.write_str(name) } else { write!(f, "{name}({})", arguments.join(", ")) }
    }
}
