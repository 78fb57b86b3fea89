//! Tiles as the attribute `#[smem_tile]` generates them: the trait of every tile, several tiles in one allocation, and tiles in device memory.

mod shared_block;
pub mod shared_tile;
mod smem_tile;

pub use shared_block::{SharedBlock, SharedField};
pub use smem_tile::{__private_0_1_0, SmemTile};
