//! Blocks that wait for one another, and shared memory of CUDA's cooperative groups, in both machines of the simulator.

use smem_launch::{Arg, Device, Install, Isa, LaunchShape};

/// Runs the kernel `k` in both machines, which must agree, and returns what is in its memory then.
fn run(text: &str, launch: LaunchShape, words: usize) -> Result<Vec<u32>, smem_launch::Error> {
    let found = run_on(Isa::Ptx, text, launch, words);
    let machine_code = run_on(Isa::Sass, text, launch, words);
    match (&found, &machine_code) {
        (Ok(found), Ok(machine_code)) => assert_eq!(found, machine_code),
        (Err(error), Err(other)) => assert_eq!(error.to_string(), other.to_string()),
        _ => panic!("as PTX {found:?}, as machine code {machine_code:?}"),
    }
    found
}

fn run_on(isa: Isa, text: &str, launch: LaunchShape, words: usize) -> Result<Vec<u32>, smem_launch::Error> {
    let device = Device::simulator(isa, Install::Allowed)?;
    let kernel = device.load(text, "blocks.cu")?.kernel("k")?;
    let memory = device.zeros::<u32>(words)?;
    let args: [Arg<'_>; 1] = [memory.arg()];
    device.simulate(&kernel, launch, &args)?;
    device.download(&memory)
}

#[test]
fn all_blocks_of_a_grid_meet_at_grid_sync() {
    let text = r#"#include <cooperative_groups.h>
    extern "C" __global__ void k(unsigned* a) {
        auto grid = cooperative_groups::this_grid();
        unsigned own = grid.thread_rank(), all = grid.size();
        unsigned* next = a + all;
        a[own] = own * own;
        for (int round = 0; round < 3; ++round) {
            grid.sync();
            next[own] = a[(own + 33) % all] + round;
            grid.sync();
            a[own] = next[(own * 5 + 1) % all];
        }
    }"#;
    let (blocks, threads) = (37, 64);
    let found = run(text, LaunchShape::of([blocks, 1, 1], [threads, 1, 1]), 2 * (blocks * threads) as usize).unwrap();
    let all = (blocks * threads) as usize;
    let mut a: Vec<u32> = (0..all as u32).map(|own| own.wrapping_mul(own)).collect();
    for round in 0..3 {
        let next: Vec<u32> = (0..all).map(|own| a[(own + 33) % all].wrapping_add(round)).collect();
        a = (0..all).map(|own| next[(own * 5 + 1) % all]).collect();
    }
    assert_eq!(found[..all], a);
}

#[test]
fn more_blocks_than_a_gpu_holds_cannot_meet() {
    let text = r#"#include <cooperative_groups.h>
    extern "C" __global__ void k(unsigned* a) { cooperative_groups::this_grid().sync(); }"#;
    let message = run(text, LaunchShape::of([1000, 1, 1], [1024, 1, 1]), 1).unwrap_err().to_string();
    assert!(message.contains("its blocks wait for one another, and 1000 blocks of 1024 threads"), "{message}");
}

#[test]
fn a_block_may_wait_for_a_later_one() {
    let text = r#"extern "C" __global__ void k(unsigned* a) {
        volatile unsigned* flags = a;
        unsigned last = gridDim.x - 1;
        if (threadIdx.x == 0) {
            if (blockIdx.x != last) while (flags[blockIdx.x + 1] == 0) {}
            flags[blockIdx.x] = last - blockIdx.x + 1;
        }
    }"#;
    let found = run(text, LaunchShape::of([20, 1, 1], [32, 1, 1]), 20).unwrap();
    assert_eq!(found, (1..=20).rev().collect::<Vec<u32>>());
}

#[test]
fn groups_of_several_warps_use_the_memory_that_is_reserved_for_them() {
    let text = r#"#include <cooperative_groups.h>
    namespace cg = cooperative_groups;
    extern "C" __global__ void k(unsigned* a) {
        __shared__ cg::block_tile_memory<256> memory;
        __shared__ unsigned values[256];
        auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
        values[threadIdx.x] = threadIdx.x * 3;
        tile.sync();
        unsigned other = values[(threadIdx.x & ~63) + (63 - threadIdx.x % 64)];
        a[threadIdx.x] = other + tile.shfl(threadIdx.x, 5);
    }"#;
    let found = run(text, LaunchShape::of([1, 1, 1], [256, 1, 1]), 256).unwrap();
    let expected = (0..256u32).map(|i| ((i & !63) + 63 - i % 64) * 3 + (i & !63) + 5);
    assert_eq!(found, expected.collect::<Vec<_>>());
}
