//! `#[shared_block]`: several tiles in one allocation, the same in Rust and in CUDA C++.

use std::mem::offset_of;

use smem_launch::{Device, DeviceChoice, Install, Launch};
use smem_tile::{SharedBlock, SmemTile, shared_block, smem_tile, translation_unit};

#[smem_tile(32, 32)]
struct TileA(f32);

#[smem_tile(16, 24, access(row))]
struct TileB(u8);

#[smem_tile(8, 64, swizzle = tma128, access(ldmatrix), arch = sm_90)]
struct Bulk(u16);

#[smem_tile(16, 16, elem(bytes = 2, cuda = "__half", include = "cuda_fp16.h"))]
struct Halves(u16);

/// The same as `Halves`, with the same header.
#[smem_tile(32, 8, elem(bytes = 2, cuda = "__half", include = "cuda_fp16.h"), cuda = "OtherHalves")]
struct MoreHalves(u16);

#[shared_block]
struct Pair {
    a: TileA,
    b: TileB,
}

#[shared_block(cuda = "SmemInCuda")]
struct Smem {
    flag: u8,
    a: TileA,
    count: u16,
    pairs: [[TileB; 2]; 3],
    bulk: Bulk,
    bias: [f64; 5],
    phase: Phase,
    pair: Pair,
    grid: [[[i8; 3]; 5]; 2],
    max: f32,
}

#[shared_block]
union Phase {
    load: TileB,
    sums: [u64; 9],
    stage: Staged,
}

#[shared_block]
#[repr(align(128))]
struct Staged {
    full: [u64; 2],
    halves: Halves,
    more: MoreHalves,
    again: Halves,
}

#[test]
fn it_prints() {
    println!("{}", Smem::CUDA);
    println!("{} {}", Smem::BYTES, Smem::PAIRS_OFFSET);
}
