use smem_derive::smem_tile;

#[smem_tile(16, 4, 32, access(row, depth(wrap = false)), pad = 0)]
struct ScanTile(f32);

fn main() {}
