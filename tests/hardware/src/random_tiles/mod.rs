//! Random tiles of every class of layouts: each is solved, walked by a kernel, and its shared accesses counted.
//!
//! ```text
//! draw   shapes, elements and accesses at random, until each class of layouts has its share of tiles
//! walk   a kernel for each access: one warp loads every position of it, and stores back what it loaded
//! count  by the simulator, or by a GPU's counters through Nsight Compute
//! ```
//!
//! The layouts have no conflict by the bank model. The counts show whether that holds for the compiled index too.

mod draw;
mod table;
mod walk;

pub use draw::{ClassOfLayout, RandomTile, draw};
pub use table::table;
pub use walk::{LoadsStores, TileWalks, counted_by_gpu, predicted};
