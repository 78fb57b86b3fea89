use smem_derive::smem_tile;

const N: u32 = 32;

#[smem_tile(N, N)]
struct Constant(f32);

#[smem_tile(16 * 2, 32)]
struct Expression(f32);

fn main() {}
