use smem_derive::smem_tile;

#[smem_tile(65536, 65536)]
struct Product(f32);

#[smem_tile(2147483648)]
struct Line(u8);

#[smem_tile(32, 32, stages = 4294967295)]
struct Stages(f32);

fn main() {}
