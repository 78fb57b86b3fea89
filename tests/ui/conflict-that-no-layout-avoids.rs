use smem_derive::smem_tile;

#[smem_tile(32, 32, access(row(vec = 4), col))]
struct ScanTile(f32);

fn main() {}
