use smem_derive::{shared_block, smem_tile};

#[smem_tile(100, 100, access(row))]
struct Large(f32);

#[shared_block]
struct TwoTiles {
    a: Large,
    b: Large,
}

#[shared_block(arch = sm_80)]
struct Named {
    a: Large,
    b: Large,
}

#[shared_block(arch = sm_86, memory = dynamic)]
struct AnotherGpu {
    a: [Large; 4],
}

#[shared_block(memory = dynamic)]
union NoGpu {
    a: [f64; 30_000],
    b: Large,
}

fn main() {}
