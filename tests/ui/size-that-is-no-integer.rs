use smem_derive::smem_tile;

#[smem_tile("32", 32)]
struct Text(f32);

#[smem_tile(32.0, 32)]
struct Float(f32);

#[smem_tile('3', 32)]
struct Character(f32);

#[smem_tile(300u8, 32)]
struct Suffix(f32);

fn main() {}
