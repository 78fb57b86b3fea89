use smem_derive::smem_tile;

#[smem_tile(32, 33, access(row(vec = 3)))]
struct ScanTile(f32);

fn main() {}
