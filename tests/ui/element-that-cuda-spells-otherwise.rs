use smem_derive::smem_tile;

#[smem_tile(32, 32)]
struct Flags(bool);

#[smem_tile(32, 32)]
struct Text(char);

#[smem_tile(32, 32)]
struct Wide(u128);

fn main() {}
