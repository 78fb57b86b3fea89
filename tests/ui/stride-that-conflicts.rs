use smem_derive::smem_tile;

#[smem_tile(1024, layout = plain, access(stride(32)))]
struct Column(f32);

#[smem_tile(1000, pad = 1, access(stride(33)))]
struct Diagonal(f32);

fn main() {}
