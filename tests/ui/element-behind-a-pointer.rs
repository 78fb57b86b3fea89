use smem_derive::smem_tile;

#[smem_tile(32, 32)]
struct Reference(&f32);

#[smem_tile(32, 32)]
struct Pointer(*const f32);

#[smem_tile(32, 32)]
struct Pair((f32, f32));

fn main() {}
