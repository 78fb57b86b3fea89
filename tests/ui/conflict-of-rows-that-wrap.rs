use smem_derive::smem_tile;

#[smem_tile(20, 20)]
struct Ragged(f32);

#[smem_tile(36, 32, pad = auto, access(row, col))]
struct Columns(f32);

fn main() {}
