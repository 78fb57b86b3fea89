use smem_derive::smem_tile;

const P: u32 = 1;

#[smem_tile(32, 32, pad = P)]
struct Padding(f32);

#[smem_tile(32, 32, stages = P + 1)]
struct Stages(f32);

#[smem_tile(if P > 0 { 64 } else { 32 }, 32)]
struct Branch(f32);

#[smem_tile(32 * P, 32, swizzle = rotate(1))]
struct Rotated(f32);

fn main() {}
