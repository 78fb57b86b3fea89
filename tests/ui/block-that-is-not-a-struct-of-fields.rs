use smem_derive::{shared_block, smem_tile};

#[smem_tile(32, 32)]
struct Tile(f32);

#[shared_block]
enum Either {
    A,
}

#[shared_block]
struct Tuple(Tile, [f32; 4]);

#[shared_block]
struct Unit;

#[shared_block]
struct Nothing {}

#[shared_block]
struct Generic<T> {
    a: T,
}

#[shared_block]
#[repr(packed)]
struct Packed {
    a: Tile,
}

#[shared_block]
fn function() {}

fn main() {}
