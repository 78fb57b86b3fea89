use smem_derive::smem_tile;

#[smem_tile(256, 256, arch = sm_90, memory = dynamic)]
struct ScanTile(f32);

fn main() {}
