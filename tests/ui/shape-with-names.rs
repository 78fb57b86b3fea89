use smem_derive::smem_tile;

#[smem_tile(rows = 32, pad = auto)]
struct Named(f32);

#[smem_tile((32, 32))]
struct Tuple(f32);

fn main() {}
