use smem_derive::smem_tile;

#[smem_tile(32, 32)]
struct ScanTile(f32, f64);

fn main() {}
