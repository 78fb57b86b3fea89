//! The 2D scan of squares, `dst[y][x]` = the sum of `src[i][j]^2` over `i <= y` and `j <= x`, in three steps.
//!
//! ```text
//! tile_sums         the sum of each row and each column of each 32 x 32 tile
//! scan_over_tiles   down the columns of tiles (row_carry) and along the rows of tiles (col_carry)
//! scan_along_x      row_carry along x: now the full scan along the lower edge of each tile
//! scan_tiles        each tile in shared memory: along its rows, down its columns, plus the carries
//! ```
//!
//! The last one reads and writes its tile by rows and by columns, so the tile's layout decides what it costs. Its text,
//! `kernels/scan2d.cu`, serves all three layouts: the tile's own text goes in front.

mod carries;
mod counts;
mod run;
mod table;
mod tiles;

pub use carries::carries;
pub use counts::TileCounts;
pub use run::{Kernels, Scan, ScanOutcome, SumDifference, Times, difference};
pub use table::{LayoutResult, table, times_table};
pub use tiles::{DenseTile, PaddedTile, SwizzledTile, TILES};

/// Pixels along a side of a tile, and lanes of a warp.
pub const SIDE: u32 = 32;

/// Warps a block of `tile_sums`, and of `scan_along_x`, whose text calls them `WARPS_ALONG`.
pub const WARPS: u32 = 8;

/// The kernels' text, which mentions neither a pitch nor a swizzle.
pub const KERNELS: &str = include_str!("../../kernels/scan2d.cu");

/// The name of that text in messages and in the counts' places.
pub const KERNELS_NAME: &str = "scan2d.cu";
