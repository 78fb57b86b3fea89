use smem_derive::smem_tile;

#[smem_tile(32, 32, access(block(8, 8)))]
struct Lanes(f32);

#[smem_tile(4, 32, access(block(8, 4)))]
struct Rows(f32);

#[smem_tile(32, 32, access(block(8)))]
struct Width(f32);

fn main() {}
