use smem_derive::smem_tile;

#[smem_tile(32, 32)]
struct ScanTile {
    element: f32,
}

fn main() {}
