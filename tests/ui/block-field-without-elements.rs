use smem_derive::shared_block;

#[shared_block]
struct Smem {
    a: f32,
    b: [f32; 0],
    c: [[u8; 4]; 0],
}

fn main() {}
