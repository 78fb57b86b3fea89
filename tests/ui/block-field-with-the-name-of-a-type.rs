use smem_derive::{shared_block, smem_tile};

#[smem_tile(32, 32)]
struct Tile(f32);

#[shared_block]
#[allow(non_snake_case)]
struct Smem {
    Smem: f32,
}

#[shared_block]
#[allow(non_snake_case)]
struct Named {
    a: Tile,
    Tile: f32,
}

fn main() {}
