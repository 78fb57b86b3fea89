use smem_derive::smem_tile;

#[smem_tile(32, 32)]
struct ScanTile(f32);

impl ScanTile {
    fn index(row: u32, col: u32) -> u32 {
        row + col
    }
}

fn main() {}
