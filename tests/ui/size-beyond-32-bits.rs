use smem_derive::smem_tile;

#[smem_tile(4294967296, 32)]
struct ScanTile(f32);

#[smem_tile(99999999999999999999999, 32)]
struct Larger(f32);

fn main() {}
