use smem_derive::smem_tile;

#[smem_tile(64, 64, access(transposed(ldmatrix)))]
struct Matrix(u16);

#[smem_tile(32, 32, access(col, transposed(row(vec = 4))))]
struct Vector(f32);

#[smem_tile(32, 32, access(transposed(transposed(block(4, 8)))))]
struct Twice(f32);

#[smem_tile(1024, access(transposed(row)))]
struct Line(f32);

#[smem_tile(32, 32, access(transposed()))]
struct Nothing(f32);

#[smem_tile(8, 64, access(transposed(lanes(|lane| (0, lane)))))]
struct Outside(f32);

fn main() {}
