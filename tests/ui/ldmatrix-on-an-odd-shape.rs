use smem_derive::smem_tile;

#[smem_tile(12, 32, access(ldmatrix))]
struct Rows(u16);

#[smem_tile(16, 33, access(ldmatrix))]
struct Columns(u16);

#[smem_tile(16, 32, access(ldmatrix(vec = 8)))]
struct Vector(u16);

fn main() {}
