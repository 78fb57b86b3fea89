//! The tiles of the kernels: only `smem-tile` reads this file.

#[smem_tile(32, 32, pad = auto)]
struct Block(f32);
