//! How the lanes of a position follow from its number.

use smem_banks::LANES;

use crate::access::grid::LaneGrid;

/// How the lanes of a position follow from its number.
#[derive(Clone, Copy, Debug)]
pub(super) enum LanePlaces<'a> {
    /// Vector after vector, row by row.
    Rows,
    /// Vector after vector, column by column, plane by plane.
    Cols,
    /// Vector after vector along the planes, then in the next column.
    Depth,
    /// Planes, rows and columns of lanes, the same at every position.
    Grid(LaneGrid),
    /// A table: (row, column) of every lane, for each warp.
    Table {
        /// The table.
        warps: &'a [[(u32, u32); LANES]],
        /// The rows of a plane as the table counts them, and as the tile has them; `None` if the numbers are the same.
        recounted: Option<(u32, u32)>,
    },
}
