use smem_derive::smem_tile;

#[smem_tile(1000, access(ldmatrix))]
struct Matrices(u16);

#[smem_tile(1000, access(block(2, 4)))]
struct Block(f32);

#[smem_tile(1000, access(lanes(|lane| lane * 40)))]
struct Lanes(f32);

#[smem_tile(33, access(row(vec = 4)))]
struct Vectors(f32);

fn main() {}
