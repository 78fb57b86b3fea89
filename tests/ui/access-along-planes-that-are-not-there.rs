use smem_derive::smem_tile;

#[smem_tile(32, 32, access(row, depth))]
struct Flat(f32);

#[smem_tile(32, 32, access(block(2, 4, 4)))]
struct Blocks(f32);

#[smem_tile(32, 32, access(lanes(|lane| (lane / 16, lane % 16, 0))))]
struct Lanes(f32);

fn main() {}
