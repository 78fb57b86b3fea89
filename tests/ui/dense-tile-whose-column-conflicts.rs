use smem_derive::smem_tile;

#[smem_tile(32, 32, layout = plain, access(row, col))]
struct Tile(f32);

fn main() {}
