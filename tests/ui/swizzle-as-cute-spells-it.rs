use smem_derive::smem_tile;

#[smem_tile(32, 32, swizzle = Swizzle<5, 0, 5>)]
struct Template(f32);

#[smem_tile(32, 32, swizzle = cute::Swizzle<5, 0, 3>{})]
struct Narrow(f32);

#[smem_tile(32, 32, swizzle = 5, 0, 5)]
struct Bare(f32);

fn main() {}
