use smem_derive::smem_tile;

#[smem_tile(32, 32)]
struct Rows([[f32; 32]; 32]);

#[smem_tile(32, 32)]
struct Whole([f32; 1024]);

#[smem_tile(32, 32)]
struct Vectors([[[f32; 4]; 32]; 32]);

#[smem_tile(32, 32)]
struct Slice([f32]);

fn main() {}
