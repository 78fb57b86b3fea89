use smem_derive::smem_tile;

#[smem_tile(128, 96, pad = 1)]
struct ScanTile(f32);

fn main() {}
