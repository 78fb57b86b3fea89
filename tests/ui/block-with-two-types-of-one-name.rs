use smem_derive::{shared_block, smem_tile};

#[smem_tile(32, 32, cuda = "Tile")]
struct One(f32);

#[smem_tile(32, 16, cuda = "Tile")]
struct Other(f32);

#[shared_block]
struct Inner {
    other: Other,
}

#[shared_block]
struct Smem {
    a: One,
    b: Inner,
}

#[shared_block(cuda = "Tile")]
struct Outer {
    a: One,
}

#[shared_block]
#[allow(non_snake_case)]
struct Same {
    Tile: One,
}

fn main() {}
