//! The tiles of the kernels. `cubecl` makes `index` a function that `#[cube]` can call.

use smem_tile::smem_tile;

/// The padded square.
#[smem_tile(32, 32, pad = auto, cubecl)]
pub struct Padded(f32);

/// The square of the same bytes as an array.
#[smem_tile(32, 32, swizzle = auto, cubecl)]
pub struct Swizzled(f32);

/// Two squares in one allocation, whose layout a feature chooses.
#[cfg_attr(feature = "padded", smem_tile(32, 32, pad = auto, stages = 2, cubecl))]
#[cfg_attr(not(feature = "padded"), smem_tile(32, 32, swizzle = auto, stages = 2, cubecl))]
pub struct Stages(f32);

/// Two planes of 16 rows, written by rows and read by two columns of a plane.
#[smem_tile(2, 16, 32, pad = auto, access(row, block(16, 2)), cubecl)]
pub struct Planes(f32);
