use smem_derive::smem_tile;

#[smem_tile(32, 16, pad = auto)]
struct ScanTile(f32);

fn main() {}
