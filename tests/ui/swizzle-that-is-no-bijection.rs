use smem_derive::smem_tile;

#[smem_tile(32, 32, swizzle = (5, 0, 3))]
struct Narrow(f32);

#[smem_tile(5, 5, swizzle = (2, 0, 2))]
struct BeyondTheTile(f32);

#[smem_tile(32, 32, swizzle = (5, 0))]
struct TwoNumbers(f32);

fn main() {}
