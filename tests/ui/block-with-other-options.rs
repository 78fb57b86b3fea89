use smem_derive::shared_block;

#[shared_block(dynamic)]
struct Word {
    a: u32,
}

#[shared_block(memory = dynamc, arch = sm_91)]
struct Slips {
    a: u32,
}

#[shared_block(stages = 2)]
struct OfTiles {
    a: u32,
}

#[shared_block(arch = sm_90, arch = sm_80)]
struct Twice {
    a: u32,
}

#[shared_block("Smem")]
struct Text {
    a: u32,
}

#[shared_block]
#[shared_block]
struct Again {
    a: u32,
}

fn main() {}
