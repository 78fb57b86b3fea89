//! What the attribute `#[smem_tile]` generates: the trait of every tile, and tiles in device memory.

pub mod shared_tile;
mod smem_tile;

pub use smem_tile::{__private_0_1_0, SmemTile};
