use smem_derive::smem_tile;

#[smem_tile(32, 32, pad = 1, pad = 1)]
struct Pad(f32);

#[smem_tile(32, 32, access(row), access(col))]
struct Access(f32);

#[smem_tile(32, 32, access(row, col, row))]
struct Row(f32);

fn main() {}
