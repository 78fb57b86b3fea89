use smem_derive::smem_tile;

#[smem_tile(128, 128, memory = dynamic)]
struct Tile(f32);

fn main() {}
