use smem_derive::smem_tile;

#[smem_tile(0, 32)]
struct NoRows(f32);

#[smem_tile(32, 0)]
struct NoColumns(f32);

#[smem_tile(0)]
struct Nothing(f32);

fn main() {}
