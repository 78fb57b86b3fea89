use smem_derive::smem_tile;

#[smem_tile(32, 32, swizle = auto)]
struct Slip(f32);

#[smem_tile(32, 32, colour = auto)]
struct Unknown(f32);

fn main() {}
