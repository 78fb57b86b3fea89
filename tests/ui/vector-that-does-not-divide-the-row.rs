use smem_derive::smem_tile;

#[smem_tile(32, 33, access(row(vec = 4)))]
struct ScanTile(f32);

fn main() {}
