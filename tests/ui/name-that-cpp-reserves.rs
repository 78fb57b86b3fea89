use smem_derive::smem_tile;

#[smem_tile(32, 32)]
#[allow(non_camel_case_types)]
struct class(f32);

#[smem_tile(32, 32)]
#[allow(non_camel_case_types)]
struct float4([f32; 4]);

#[smem_tile(32, 32, cuda = "a tile")]
struct Spaces(f32);

#[smem_tile(32, 32)]
struct Плитка(f32);

fn main() {}
