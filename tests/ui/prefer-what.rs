use smem_tile::smem_tile;

#[smem_tile(32, 32, prefer = speed)]
struct Unknown(f32);

#[smem_tile(32, 32, pad = 1, prefer = bytes)]
struct Exact(f32);

#[smem_tile(32, 32, bytes)]
struct Bare(f32);

const ROWS: usize = 32;

#[smem_tile(ROWS, 32, prefer = index)]
struct Constant(f32);

fn main() {}
