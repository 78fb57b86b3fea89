use smem_derive::smem_tile;

#[smem_tile(32, 32, swizzle = (2, 0, 5))]
struct ScanTile(f32);

fn main() {}
