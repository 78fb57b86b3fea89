use smem_derive::smem_tile;

#[smem_tile(32, 64, swizzle = matrix([0b11, 0b11]), access(row))]
struct EqualRows(f32);

#[smem_tile(3, 4, swizzle = matrix([8, 2, 4, 1]), access(row))]
struct BeyondTheTile(f32);

#[smem_tile(32, 64, swizzle = matrix([1, 0x80000]), access(row))]
struct BeyondTheOffset(f32);

#[smem_tile(32, 64, swizzle = matrix(1, 2), access(row))]
struct NoBrackets(f32);

fn main() {}
