use smem_derive::smem_tile;

#[smem_tile(32, 32, pad = 2)]
struct ScanTile(f32);

fn main() {}
