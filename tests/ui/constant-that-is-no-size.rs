use smem_derive::smem_tile;

const ZERO: usize = 0;
const NEGATIVE: i32 = -4;
const LARGE: u64 = 1 << 40;
const FLOAT: f32 = 32.0;
const FLAG: bool = true;

#[smem_tile(ZERO, 32)]
struct Zero(f32);

#[smem_tile(32, NEGATIVE)]
struct Negative(f32);

#[smem_tile(LARGE)]
struct Large(f32);

#[smem_tile(FLOAT, 32)]
struct Float(f32);

#[smem_tile(32, FLAG)]
struct Flag(f32);

fn main() {}
