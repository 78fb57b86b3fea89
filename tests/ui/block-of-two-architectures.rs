use smem_derive::{shared_block, smem_tile};

#[smem_tile(32, 32, arch = sm_80)]
struct Ampere(f32);

#[smem_tile(32, 32, arch = sm_90)]
struct Hopper(f32);

#[smem_tile(32, 32)]
struct Any(f32);

#[shared_block]
struct Mixed {
    any: Any,
    a: Ampere,
    b: [Hopper; 2],
}

#[shared_block(arch = sm_35)]
struct Old {
    any: Any,
}

#[shared_block(arch = sm_90)]
struct Fine {
    any: Any,
    b: Hopper,
}

fn main() {}
