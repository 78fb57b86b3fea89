use smem_derive::smem_tile;

#[smem_tile(32, 32, pad = 1, swizzle = auto)]
struct Both(f32);

#[smem_tile(32, 32, layout = plain, pad = 1)]
struct Plain(f32);

fn main() {}
