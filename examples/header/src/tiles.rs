//! The tiles that kernels and host share.

use smem_tile::smem_tile;

/// Rows and columns of a block.
const SIDE: usize = 32;

/// A block of a matrix that is transposed.
#[smem_tile(SIDE, SIDE)]
pub struct Block(f32);

/// A row of sums, with one element of padding after every 32.
#[smem_tile(1024, pad = auto, access(row, stride(32)))]
pub struct Sums(u32);
