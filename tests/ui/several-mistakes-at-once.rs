use smem_derive::smem_tile;

#[smem_tile(0, N, pda = 0, stages = 0, arch = sm_91, access(rwo, row(vec = 0)))]
#[repr(C)]
struct ScanTile<T>(T);

fn main() {}
