use smem_derive::smem_tile;

#[smem_tile(8, 16, swizzle = tma128)]
struct Narrow(f32);

#[smem_tile(32, 32, swizzle = tma128, access(row, col))]
struct Columns(f32);

fn main() {}
