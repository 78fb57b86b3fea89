use smem_derive::smem_tile;

#[smem_tile(64, 64, swizzle = tma128, arch = sm_80)]
struct Ampere(u16);

#[smem_tile(64, 32, swizzle = tma64, arch = sm_89, access(ldmatrix))]
struct Ada(u16);

fn main() {}
