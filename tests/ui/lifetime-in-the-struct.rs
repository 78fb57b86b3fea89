use smem_derive::smem_tile;

#[smem_tile(32, 32)]
struct Borrowed<'a>(&'a f32);

#[smem_tile(32, 32)]
struct Unused<'a>(f32);

fn main() {}
