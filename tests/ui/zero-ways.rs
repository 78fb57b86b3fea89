use smem_derive::smem_tile;

#[smem_tile(32, 32, access(row, col(max_ways = 0)))]
struct ScanTile(f32);

fn main() {}
