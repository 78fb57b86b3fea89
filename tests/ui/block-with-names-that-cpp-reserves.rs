use smem_derive::shared_block;

#[shared_block]
#[allow(non_camel_case_types)]
struct dim3 {
    signed: u32,
    __count: u32,
    linux: u32,
    длина: u32,
    dynamic: u32,
    BYTES: u32,
    max: u32,
}

#[shared_block(cuda = "two words")]
struct Spaces {
    a: u32,
}

fn main() {}
