use smem_derive::smem_tile;

#[smem_tile(32, 32, access(row(wrap = 0)))]
struct Number(f32);

#[smem_tile(32, 32, access(col(wrap)))]
struct Nothing(f32);

#[smem_tile(32, 32, access(block(4, 8, wrap = false)))]
struct Block(f32);

fn main() {}
