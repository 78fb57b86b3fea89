use smem_derive::smem_tile;

const N: usize = 32;

#[smem_tile(N, N, access(stride(3)))]
struct ScanTile(f32);

fn main() {}
