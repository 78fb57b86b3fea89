//! Clusters of blocks in machine code, as NVRTC compiles them: registers, barriers, and one another's shared memory.

use smem_launch::{CudaSource, Device, Disassembler, Install, Isa};
use smem_sim::{Arch, Fault, FaultKind, KernelArg, LaunchShape, Module, Simulator};

fn module(text: &str) -> Module {
    let device = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    let source = CudaSource::new(text, "clusters.cu").option("-arch=sm_90a");
    let compiled = device.compile(&source).unwrap();
    let cubin = compiled.cubin().unwrap();
    smem_sass::module(cubin, &Disassembler::find(Install::Allowed).unwrap().listing(cubin).unwrap()).unwrap()
}

/// Launches a kernel with a pointer to words that it writes, and one to the numbers from 0 on.
fn run(text: &str, kernel: &str, shape: LaunchShape, words: usize, inputs: usize) -> Result<Vec<i32>, Fault> {
    let module = module(text);
    let sim = Simulator::new(Arch::SM_90).instruction_limit(1 << 24);
    let (to, from) = (sim.alloc(4 * words), sim.alloc(4 * inputs));
    let numbers: Vec<u8> = (0..inputs as u32).flat_map(u32::to_le_bytes).collect();
    sim.write(from, &numbers).unwrap();
    let args = [KernelArg::Ptr(to), KernelArg::Ptr(from)];
    sim.launch(&module, kernel, &shape, if inputs == 0 { &args[..1] } else { &args })?;
    let mut bytes = vec![0; 4 * words];
    sim.read(to, &mut bytes).unwrap();
    Ok(bytes.chunks_exact(4).map(|word| i32::from_le_bytes(word.try_into().unwrap())).collect())
}

const GROUPS: &str = r#"#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2,2,1) k(int* out) {
    __shared__ int a[64];
    cg::cluster_group c = cg::this_cluster();
    a[threadIdx.x] = c.block_rank() * 1000 + threadIdx.x;
    c.sync();
    int* other = c.map_shared_rank(a, (c.block_rank() + 1) % c.num_blocks());
    out[(blockIdx.y*gridDim.x+blockIdx.x)*64 + threadIdx.x] = other[63 - threadIdx.x] + c.block_index().x*10000 + c.dim_blocks().y*100000;
    c.sync();
    atomicAdd(other + 5, 3);
    c.sync();
    other[threadIdx.x ^ 32] ^= 7;
    c.sync();
    out[(blockIdx.y*gridDim.x+blockIdx.x)*64 + threadIdx.x] += a[threadIdx.x];
}
"#;

#[test]
fn cooperative_groups_reach_the_shared_memory_of_the_next_block() {
    // 6 x 2 blocks in clusters of 2 x 2.
    let left = run(GROUPS, "k", LaunchShape::of([6, 2, 1], [64, 1, 1]), 12 * 64, 0).unwrap();
    for (block, words) in (0..).zip(left.chunks(64)) {
        let [x, y] = [block % 6 % 2, block / 6];
        let rank = y * 2 + x;
        for (thread, word) in (0..).zip(words) {
            let mut expected = (rank + 1) % 4 * 1000 + 63 - thread + x * 10_000 + 2 * 100_000;
            // The block before adds 3 to the fifth word 64 times, and then flips bits of all.
            expected += (rank * 1000 + thread + if thread == 5 { 3 * 64 } else { 0 }) ^ 7;
            assert_eq!(*word, expected, "block {block}, thread {thread}");
        }
    }
}

const REGISTERS: &str = r#"extern "C" __global__ void raw(int* out) {
    __shared__ int a[64];
    unsigned addr = (unsigned)__cvta_generic_to_shared(a), rem, rank, n, cx, cy, nx, id, nid;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(n));
    asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(cx));
    asm volatile("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(cy));
    asm volatile("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(nx));
    asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(id));
    asm volatile("mov.u32 %0, %%nclusterid.x;" : "=r"(nid));
    a[threadIdx.x] = rank * 100 + threadIdx.x;
    asm volatile("barrier.cluster.arrive.release.aligned;\n barrier.cluster.wait.acquire.aligned;" ::: "memory");
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rem) : "r"(addr + 4 * threadIdx.x), "r"((rank + 1) % n));
    int v; asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(rem) : "memory");
    asm volatile("st.shared::cluster.u32 [%0], %1;" :: "r"(rem), "r"(v + 1) : "memory");
    int old; asm volatile("atom.shared::cluster.add.u32 %0, [%1], 5;" : "=r"(old) : "r"(rem) : "memory");
    unsigned own; asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(own) : "r"(rem));
    asm volatile("barrier.cluster.arrive;\n barrier.cluster.wait;" ::: "memory");
    out[(blockIdx.x) * 64 + threadIdx.x] = a[threadIdx.x] + v + old + own + cx + cy + nx + id + nid;
}
"#;

#[test]
fn a_cluster_of_the_launch_is_in_the_special_registers() {
    let shape = LaunchShape::new(6, 64);
    for (launch, size) in
        [(shape.cluster([3, 1, 1]), 3), (shape.cluster([1, 1, 1]), 1), (shape, 1), (shape.cluster([6, 1, 1]), 6)]
    {
        let left = run(REGISTERS, "raw", launch, 6 * 64, 0).unwrap();
        for (block, words) in (0..).zip(left.chunks(64)) {
            let rank = block % size;
            let next = (rank + 1) % size;
            for (thread, word) in (0..).zip(words) {
                let v = next * 100 + thread;
                let own = rank * 100 + thread + 1 + 5;
                assert_eq!(
                    *word,
                    own + v + (v + 1) + next + rank + size + block / size + 6 / size,
                    "{launch:?}, block {block}"
                );
            }
        }
    }
}

const COPIES: &str = r#"extern "C" __global__ void __cluster_dims__(2,1,1) k(int* out, const int* in) {
    __shared__ __align__(16) int a[256]; __shared__ __align__(8) unsigned long long bar, bar2;
    unsigned addr = (unsigned)__cvta_generic_to_shared(a), b = (unsigned)__cvta_generic_to_shared(&bar), b2 = (unsigned)__cvta_generic_to_shared(&bar2), rank, rem, rb, rb2;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    a[threadIdx.x] = rank * 1000 + threadIdx.x; a[threadIdx.x+128] = 0;
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(b));
      asm volatile("mbarrier.init.shared.b64 [%0], 65;" :: "r"(b2));
      asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" :: "r"(b) : "memory");
      asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" :: "r"(b2) : "memory");
    }
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rem) : "r"(addr), "r"(rank ^ 1));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rb) : "r"(b), "r"(rank ^ 1));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rb2) : "r"(b2), "r"(rank ^ 1));
    if (threadIdx.x == 0) asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" :: "r"(rem + 512), "r"(addr), "r"(rb) : "memory");
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" :: "r"(rb2) : "memory");
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" :: "r"(rem + 768 + 4*threadIdx.x), "r"(threadIdx.x+7), "r"(rb2) : "memory");
    asm volatile("{.reg .pred p; w: mbarrier.try_wait.parity.acquire.cluster.shared.b64 p, [%0], 0; @!p bra w;}" :: "r"(b) : "memory");
    asm volatile("{.reg .pred p; w2: mbarrier.try_wait.parity.acquire.cluster.shared.b64 p, [%0], 0; @!p bra w2;}" :: "r"(b2) : "memory");
    out[blockIdx.x * 128 + threadIdx.x] = a[128 + threadIdx.x]; out[blockIdx.x*128+64+threadIdx.x] = a[192 + threadIdx.x];
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
"#;

#[test]
fn copies_and_arrivals_complete_at_the_barrier_of_another_block() {
    let left = run(COPIES, "k", LaunchShape::new(4, 64), 4 * 128, 4).unwrap();
    for (block, words) in (0..).zip(left.chunks(128)) {
        let other = (block % 2) ^ 1;
        assert!((0..64).all(|thread| words[thread as usize] == other * 1000 + thread), "block {block}");
        assert!((0..64).all(|thread| words[64 + thread as usize] == thread + 7), "block {block}");
    }
}

const MULTICAST: &str = r#"extern "C" __global__ void __cluster_dims__(2,1,1) multicast(int* out, const int* in) {
    __shared__ __align__(16) int a[64]; __shared__ __align__(8) unsigned long long bar;
    unsigned addr = (unsigned)__cvta_generic_to_shared(a), b = (unsigned)__cvta_generic_to_shared(&bar), rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(b));
      asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" :: "r"(b) : "memory");
    }
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
    if (threadIdx.x == 0 && rank == 1) asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%2], %3;" :: "r"(addr), "l"(in), "r"(b), "h"((short)3) : "memory");
    asm volatile("{.reg .pred p; w: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra w;}" :: "r"(b) : "memory");
    out[blockIdx.x * 64 + threadIdx.x] = a[threadIdx.x];
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
"#;

#[test]
fn a_multicast_copy_arrives_in_every_block() {
    let left = run(MULTICAST, "multicast", LaunchShape::new(4, 64), 4 * 64, 64).unwrap();
    assert!(left.chunks(64).all(|words| words.iter().copied().eq(0..64)));
}

#[test]
fn clusters_that_cannot_be_are_refused_in_a_sentence() {
    let error = |kernel, text, shape: LaunchShape| run(text, kernel, shape, 1, 0).unwrap_err().to_string();
    let odd = error("k", GROUPS, LaunchShape::of([3, 2, 1], [64, 1, 1]));
    assert_eq!(odd, "`k`: a grid of 3 x 2 x 1 blocks is not made of clusters of 2 x 2 x 1");
    let other = error("k", GROUPS, LaunchShape::of([4, 2, 1], [64, 1, 1]).cluster([4, 1, 1]));
    assert_eq!(other, "`k`: it must be launched with clusters of 2 x 2 x 1 blocks, not 4 x 1 x 1");
    let large = error("raw", REGISTERS, LaunchShape::new(34, 64).cluster([17, 1, 1]));
    assert_eq!(large, "`raw`: a cluster of 17 x 1 x 1 blocks is not one of 1 to 16");
    let none = error("raw", REGISTERS, LaunchShape::new(34, 64).cluster([0, 1, 1]));
    assert_eq!(none, "`raw`: a cluster of 0 x 1 x 1 blocks is not one of 1 to 16");
}

#[test]
fn a_cluster_that_cannot_go_on_is_a_fault() {
    let half = r#"extern "C" __global__ void __cluster_dims__(2, 1, 1) half(int* out) {
        if (blockIdx.x == 1) while (*(volatile int*)out == 0) { }
        asm volatile("barrier.cluster.arrive; barrier.cluster.wait;");
    }"#;
    let fault = run(half, "half", LaunchShape::new(2, 32), 1, 0).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::Deadlock(_)), "{fault}");
    let twice = r#"extern "C" __global__ void __cluster_dims__(2, 1, 1) twice(int* out) {
        if (blockIdx.x == 0) asm volatile("barrier.cluster.arrive; barrier.cluster.arrive;");
        asm volatile("barrier.cluster.arrive; barrier.cluster.wait;");
    }"#;
    let fault = run(twice, "twice", LaunchShape::new(2, 32), 1, 0).unwrap_err();
    assert!(fault.to_string().contains("arrives at its cluster's barrier twice"), "{fault}");
    let wait = r#"extern "C" __global__ void __cluster_dims__(2, 1, 1) waits(int* out) {
        asm volatile("barrier.cluster.wait;");
    }"#;
    let fault = run(wait, "waits", LaunchShape::new(2, 32), 1, 0).unwrap_err();
    assert!(fault.to_string().contains("has not arrived there"), "{fault}");
    // A block that exits is not waited for.
    let exits = r#"extern "C" __global__ void __cluster_dims__(2, 1, 1) exits(int* out) {
        if (blockIdx.x == 1) return;
        asm volatile("barrier.cluster.arrive; barrier.cluster.wait;");
        out[0] = 3;
    }"#;
    assert_eq!(run(exits, "exits", LaunchShape::new(2, 32), 1, 0).unwrap(), [3]);
}
