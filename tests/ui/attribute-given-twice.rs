use smem_derive::smem_tile;

#[smem_tile(32, 32)]
#[smem_tile(16, 16)]
struct ScanTile(f32);

fn main() {}
