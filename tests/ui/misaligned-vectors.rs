use smem_derive::smem_tile;

#[smem_tile(64, 64, pad = 1, access(row(vec = 4)))]
struct Padding(f32);

#[smem_tile(64, 64, swizzle = (3, 0, 3), access(row(vec = 4)))]
struct Swizzle(f32);

fn main() {}
