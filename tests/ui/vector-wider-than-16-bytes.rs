use smem_derive::smem_tile;

#[smem_tile(32, 32, access(row(vec = 8)))]
struct ScanTile(f32);

fn main() {}
