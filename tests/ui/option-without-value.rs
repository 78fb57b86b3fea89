use smem_derive::smem_tile;

#[smem_tile(32, 32, pad)]
struct Pad(f32);

#[smem_tile(32, 32, pad =)]
struct Equals(f32);

#[smem_tile(32, 32, plain)]
struct Word(f32);

#[smem_tile(32, 32, access = row)]
struct Access(f32);

#[smem_tile(32, 32, pad(1))]
struct Parentheses(f32);

fn main() {}
