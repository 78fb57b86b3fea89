use smem_derive::smem_tile;

#[smem_tile(128, 128)]
struct ScanTile(f32);

fn main() {}
