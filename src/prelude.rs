//! The names that most programs need: `use smem_tile::prelude::*`.
//!
//! ```
//! use smem_tile::prelude::*;
//!
//! #[smem_tile(32, 32, pad = auto)]
//! struct ScanTile(u64);
//! assert_eq!(<ScanTile as SmemTile>::LAYOUT, Layout::padded(32, 32, 1)?);
//! # Ok::<(), smem_tile::layouts::LayoutError>(())
//! ```

#[doc(inline)]
pub use smem_derive::__shared_block_of_smem_tile as shared_block;
#[doc(inline)]
pub use smem_derive::__smem_tile_of_smem_tile as smem_tile;
#[cfg(feature = "alloc")]
#[doc(inline)]
pub use smem_layout::{Access, Report, TileSpec, solve, translation_unit};
#[doc(inline)]
pub use smem_layout::{Arch, Layout, SharedBlock, SharedField, SmemTile, shared_tile};
