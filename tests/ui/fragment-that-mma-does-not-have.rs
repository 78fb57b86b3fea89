use smem_derive::smem_tile;

#[smem_tile(64, 64, access(fragment(m16n8k16)))]
struct Operand(u16);

#[smem_tile(64, 64, access(fragment(m16n8k64, a)))]
struct Nibbles(u8);

#[smem_tile(64, 64, access(fragment(m16n16k16, a)))]
struct Shape(u16);

#[smem_tile(64, 64, access(fragment(m16n8k8, d)))]
struct Result(f32);

#[smem_tile(64, 64, access(row, fragment(m16n8k16, a)))]
struct Element(f32);

#[smem_tile(64, 64, access(fragment(m8n8k4, b)))]
struct Quads(u16);

#[smem_tile(64, 64, access(fragment(m16n8k16, a, vec = 4)))]
struct Vector(u16);

fn main() {}
