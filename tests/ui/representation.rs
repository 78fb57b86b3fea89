use smem_derive::smem_tile;

#[smem_tile(32, 32)]
#[repr(transparent)]
struct ScanTile(f32);

fn main() {}
