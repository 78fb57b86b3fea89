use smem_derive::{shared_block, smem_tile};

#[smem_tile(32, 32)]
struct Tile(f32);

#[shared_block]
struct Smem {
    a: Tile,
    b: Tile,
    a: [f32; 32],
}

#[shared_block]
#[allow(non_snake_case)]
struct Cases {
    a: Tile,
    A: Tile,
}

const _: usize = Smem::B_OFFSET;

fn main() {}
