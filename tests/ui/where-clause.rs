use smem_derive::smem_tile;

#[smem_tile(32, 32)]
struct ScanTile(f32)
where
    f32: Copy;

fn main() {}
