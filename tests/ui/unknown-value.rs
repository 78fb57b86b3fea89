use smem_derive::smem_tile;

#[smem_tile(32, 32, layout = pain)]
struct Slip(f32);

#[smem_tile(32, 32, memory = global)]
struct Memory(f32);

#[smem_tile(32, 32, swizzle = 3)]
struct Swizzle(f32);

fn main() {}
