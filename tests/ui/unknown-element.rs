use smem_derive::smem_tile;

type Alias = f32;

#[smem_tile(32, 32)]
struct OfWords(usize);

#[smem_tile(32, 32)]
struct OfThree([f32; 3]);

#[smem_tile(32, 32, elem(bytes = 4))]
struct WithoutName(Alias);

fn main() {}
