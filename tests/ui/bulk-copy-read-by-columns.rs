use smem_derive::smem_tile;

#[smem_tile(64, 64, swizzle = tma128)]
struct Operand(u16);

#[smem_tile(32, swizzle = tma128)]
struct Line(f32);

fn main() {}
