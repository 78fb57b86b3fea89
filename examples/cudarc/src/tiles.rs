//! The tiles of the kernels. The build script writes them as `tiles.cuh`, which `kernels.cu` has before its text.

use smem_tile::smem_tile;

/// A part of a matrix that is transposed: written by rows, read by columns.
#[smem_tile(32, 32)]
pub struct Part(f32);

/// Sums of a row's parts, by warp and lane.
#[smem_tile(8, 32)]
pub struct Sums(f32);
