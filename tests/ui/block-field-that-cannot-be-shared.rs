use smem_derive::shared_block;

struct NotATile;

#[shared_block]
struct Smem {
    a: NotATile,
    b: [f32; 0],
}

#[shared_block]
struct HostTypes<'a> {
    flag: bool,
}

#[shared_block]
struct Sizes {
    flag: bool,
    counts: [usize; 4],
    from_device: *const f32,
    pair: (f32, f32),
}

fn main() {}
