use smem_derive::smem_tile;

#[smem_tile(32, 32, access(row, column))]
struct Unknown(f32);

#[smem_tile(32, 32, access(rwo))]
struct Slip(f32);

#[smem_tile(32, 32, access(row(vector = 4)))]
struct Option(f32);

fn main() {}
