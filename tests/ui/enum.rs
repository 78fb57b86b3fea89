use smem_derive::smem_tile;

#[smem_tile(32, 32)]
enum ScanTile {
    Element(f32),
}

fn main() {}
