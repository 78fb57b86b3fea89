use smem_derive::smem_tile;

#[smem_tile(32, 64, pad = (0, every = 32))]
struct NoPadding(f32);

#[smem_tile(32, 64, pad = (1, every = 0))]
struct AfterNothing(f32);

#[smem_tile(32, 64, pad = (1, every = 2048), access(row))]
struct AfterEverything(f32);

#[smem_tile(32, 64, pad = (4294967295, every = 1), access(row))]
struct TooMuch(f32);

#[smem_tile(32, 64, pad = (1, every = 32), access(row(vec = 4)))]
struct Vectors(f32);

fn main() {}
