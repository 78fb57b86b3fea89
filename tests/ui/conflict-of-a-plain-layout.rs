use smem_derive::smem_tile;

#[smem_tile(32, 32, layout = plain)]
struct ScanTile(u64);

fn main() {}
