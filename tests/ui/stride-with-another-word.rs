use smem_derive::smem_tile;

#[smem_tile(1024, access(stride(2, align)))]
struct Word(f32);

#[smem_tile(1024, access(stride(2, aligned = true)))]
struct Value(f32);

#[smem_tile(64, 64, access(ldmatrix(transposed)))]
struct Matrix(u16);

fn main() {}
