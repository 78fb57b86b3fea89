use smem_derive::smem_tile;

#[smem_tile(4096, 4096)]
struct Matrix(f64);

#[smem_tile(60000)]
struct Line(f32);

fn main() {}
