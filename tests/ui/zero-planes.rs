use smem_derive::smem_tile;

#[smem_tile(0, 8, 32)]
struct ScanTile(f32);

fn main() {}
