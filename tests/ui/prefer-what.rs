use smem_derive::smem_tile;

#[smem_tile(32, 32, prefer = speed)]
struct Unknown(f32);

#[smem_tile(32, 32, pad = 1, prefer = bytes)]
struct Exact(f32);

#[smem_tile(32, 32, index)]
struct Bare(f32);

fn main() {}
