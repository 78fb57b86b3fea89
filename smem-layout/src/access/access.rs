//! Accesses: a pattern of lanes, the elements a lane, the conflicts that are accepted.

use alloc::{format, string::ToString, vec::Vec};
use core::fmt;

use crate::access::{
    check::check_access,
    pattern::{AccessError, LaneTable, Pattern, WIDEST_BYTES},
};

/// A declared warp access pattern: which elements each lane touches, and which conflicts are accepted.
///
/// | access | lane `i` of warp `w` touches | positions |
/// | --- | --- | --- |
/// | `row` | vector `32 w + i` of the tile, counted along rows | every warp |
/// | `col` | vector `32 w + i` of the tile, counted down columns | every warp |
/// | `block(H, W)` | row `i / W`, vector `i % W` of the block | every aligned one; lanes outside the tile are inactive |
/// | `window(H, W)` | row `i / W`, vector `i % W` of the window | every one inside the tile |
/// | `stride(K)` | element `start + K i` of a one-dimensional tile | every start; lanes outside the tile are inactive |
/// | `ldmatrix` | 16 bytes of row `i`, for `i < 8` | every 8 rows, every 16 bytes |
/// | `lanes(..)` | the element that a [`LaneTable`] gives it | every warp of the table |
///
/// A vector is `vec` neighbouring elements of one row, which a lane loads or stores at once.
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
#[non_exhaustive]
pub struct Access {
    /// Which elements the lanes touch.
    pub pattern: Pattern,
    /// Elements a lane touches at once, neighbours in a row: a power of two.
    pub vec: u32,
    /// The ways of the worst conflict that is accepted; 1 accepts none.
    pub max_ways: u32,
}

impl Access {
    const fn new(pattern: Pattern) -> Access {
        Access { pattern, vec: 1, max_ways: 1 }
    }

    /// Declares that lanes walk the tile row-major, wrapping at the end of a row.
    pub const fn row() -> Access {
        Access::new(Pattern::Row)
    }

    /// Declares that lanes walk the tile column-major, wrapping at the end of a column.
    pub const fn col() -> Access {
        Access::new(Pattern::Col)
    }

    /// Declares `height` x `width` lanes at every aligned position.
    pub const fn block(height: u32, width: u32) -> Access {
        Access::new(Pattern::Block { height, width })
    }

    /// Declares `height` x `width` lanes at every position.
    pub const fn window(height: u32, width: u32) -> Access {
        Access::new(Pattern::Window { height, width })
    }

    /// Declares lane `i` at `start + step * i` of a one-dimensional tile, for every start.
    pub const fn stride(step: u32) -> Access {
        Access::new(Pattern::Stride { step })
    }

    /// Declares 8 rows of 16 bytes a phase, as `ldmatrix` loads them.
    pub const fn ldmatrix() -> Access {
        Access::new(Pattern::LdMatrix)
    }

    /// Declares the elements that `table` lists for each lane of each warp.
    pub const fn lanes(table: LaneTable) -> Access {
        Access::new(Pattern::Lanes(table))
    }

    /// Sets the elements that a lane touches at once.
    pub fn vec(self, vec: u32) -> Access {
        Access { vec, ..self }
    }

    /// Accepts conflicts of up to `max_ways` ways.
    pub fn max_ways(self, max_ways: u32) -> Access {
        Access { max_ways, ..self }
    }

    /// Checks the access against a tile of `rows` x `cols` elements of `elem_bytes` bytes.
    ///
    /// # Errors
    ///
    /// Names the argument that does not fit the tile, and what would.
    pub fn check(&self, rows: u32, cols: u32, elem_bytes: u32) -> Result<(), AccessError> {
        check_access(&self.pattern, self.vec, self.max_ways, rows, cols, elem_bytes)
    }

    /// Returns the number of elements that a lane touches at once: `vec`, or 16 bytes' worth for `ldmatrix`.
    pub fn lane_elements(&self, elem_bytes: u32) -> u32 {
        match self.pattern {
            Pattern::LdMatrix => (WIDEST_BYTES / elem_bytes).max(1),
            _ => self.vec,
        }
    }
}

/// Writes the access as the attribute spells it: `block(4, 8, vec = 2)`.
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
