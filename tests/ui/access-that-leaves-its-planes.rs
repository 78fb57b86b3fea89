use smem_derive::smem_tile;

#[smem_tile(8, 2, 34, access(window(3, 8)))]
struct Tall(f32);

#[smem_tile(4, 10, 34, access(window(3, 3, 3)))]
struct Deep(f32);

#[smem_tile(2, 16, 32, access(block(4, 4, 2)))]
struct Blocks(f32);

#[smem_tile(4, 8, 32, access(stride(8)))]
struct Strided(f32);

#[smem_tile(4, 8, 32, access(lanes(|lane| (lane / 4, lane % 4, 0))))]
struct Lanes(f32);

#[smem_tile(4, 8, 32, access(lanes(|lane| (lane % 8, lane))))]
struct Flat(f32);

fn main() {}
