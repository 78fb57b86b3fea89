use smem_derive::smem_tile;

#[smem_tile(32, 32, arch = sm_91)]
struct Unknown(f32);

#[smem_tile(32, 32, arch = "sm_90")]
struct Quoted(f32);

#[smem_tile(32, 32, arch = sm_90(bank_bytes = 8))]
struct Banks(f32);

fn main() {}
