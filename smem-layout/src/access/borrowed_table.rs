//! Tables of lanes without memory of their own.

use smem_banks::LANES;

/// A table of lanes that const evaluation can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BorrowedTable<'a> {
    /// (row, column) of every lane, for each warp; with rows and columns exchanged, (column, row) of the tile. Rows count through all
    /// planes.
    pub warps: &'a [[(u32, u32); LANES]],
    /// The rows of a plane as the table counts them: `None` if that is the tile's number. Where rows are a constant, the table is
    /// made before their number is known.
    pub plane_rows: Option<u32>,
    /// The expression that made the table.
    pub text: &'a str,
}
