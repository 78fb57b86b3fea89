use smem_derive::smem_tile;

#[smem_tile(32, 32, cuda = "half2")]
struct Halves(u32);

#[smem_tile(32, 32, cuda = "cooperative_groups")]
struct Groups(f32);

fn main() {}
