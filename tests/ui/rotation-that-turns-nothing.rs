use smem_derive::smem_tile;

#[smem_tile(5, 12, swizzle = rotate(0), access(col))]
struct Nothing(f32);

#[smem_tile(5, 12, swizzle = rotate(12), access(col))]
struct AWholeRow(f32);

#[smem_tile(5, 12, swizzle = rotate(1, every = 5), access(col))]
struct NoRow(f32);

#[smem_tile(60, swizzle = rotate(1))]
struct OneDimension(f32);

fn main() {}
