//! The block scan alone, each tile of a picture on its own, for tiles of several shapes and elements: where shared memory is
//! what the time goes to, and where it is not.
//!
//! ```text
//!               global memory       shared memory
//! pixel, 1 byte  ---------->  square, row store
//!                             col load, scan, col store      (with `SumMethod::Walk`: sums along the rows)
//! sum, 4 or 8    <----------  row load
//! ```
//!
//! Every method makes these four accesses, each with as many requests as the tile has warps of elements, so a tile's shape,
//! element and layout alone decide the wavefronts, and the sums' type the global bytes. [`BlockVariant::CASES`] lists what
//! there is; [`Blocks`] runs it.

mod access;
mod reference;
mod run;
mod table;
mod variant;

pub use access::TileAccess;
pub use reference::tile_sums;
pub use run::{BlockScanOutcome, Blocks, CompiledVariant, Sums};
pub use table::{BlockScanResult, table, times_table};
pub use variant::{BlockVariant, NumberType, SumMethod};
