use smem_derive::smem_tile;

#[smem_tile(2, 8, 32, 4)]
struct ScanTile(f32);

#[smem_tile(32, pad = auto, 32)]
struct Late(f32);

fn main() {}
