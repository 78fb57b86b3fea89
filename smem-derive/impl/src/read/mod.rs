//! Tiles and blocks of source text, for programs: every annotated struct of a Rust file, or one tile on a line.
//!
//! The attribute sees tokens that the compiler hands it; a program has a text, and says where in it a mistake is. The options are
//! parsed by the attribute's own parser.
//!
//! ```
//! use smem_derive_impl::read;
//!
//! let source = "#[smem_tile(32, 32, pad = auto)]\nstruct ScanTile(u64);\n";
//! let tiles = read::source(source).unwrap();
//! let tile = tiles[0].as_ref().unwrap();
//! assert_eq!((tile.name(), tile.cuda_elem(), tile.solution().bytes()), ("ScanTile", "unsigned long long", 8440));
//!
//! let wrong = read::line("ScanTile(u64): 32, 32, pad = outo").unwrap_err();
//! assert_eq!(&"ScanTile(u64): 32, 32, pad = outo"[wrong[0].range.clone()], "outo");
//! ```

mod annotated;
mod block;
mod configuration;
mod constants;
mod line;
mod mistake;
mod placed_blocks;
mod selected;
mod source;
mod tile;

pub use block::{Block, BlockMember};
pub use configuration::Configuration;
pub use line::line;
pub use mistake::Mistake;
pub use source::{AnnotatedItems, file, file_under, source};
pub use tile::Tile;
