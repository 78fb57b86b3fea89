use smem_derive::smem_tile;

#[smem_tile(20, 20, pad = 3, conflicts = least)]
struct Exact(f32);

#[smem_tile(20, 20, conflicts = fewest)]
struct Unknown(f32);

#[smem_tile(20, 20, least)]
struct Bare(f32);

fn main() {}
