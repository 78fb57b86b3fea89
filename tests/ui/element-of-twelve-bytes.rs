use smem_derive::smem_tile;

#[repr(C)]
struct Pixel(f32, f32, f32);

#[smem_tile(32, 32, elem(bytes = 12, cuda = "float3"))]
struct Pixels(Pixel);

fn main() {}
