use smem_derive::smem_tile;

#[smem_tile(32 32)]
struct Shape(f32);

#[smem_tile(32x32)]
struct Times(f32);

#[smem_tile(32, 32 pad = auto)]
struct Option(f32);

#[smem_tile(32, 32, access(row(vec 4)))]
struct Equals(f32);

fn main() {}
