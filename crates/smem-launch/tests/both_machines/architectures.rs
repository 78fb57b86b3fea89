//! The machine code of architectures that was never compared with hardware, beside PTX.

use super::{compare_modules, modules_for, run_on};
use smem_sim::{Arch, LaunchShape};

/// Operations that compilers translate differently for each generation: integers of 64 bits, pairs of floats, exchanges, atomics, asynchronous copies,
/// matrix products, addresses of every space, divergence and calls.
const KERNELS: &str = r#"
    #include <cuda_fp16.h>
    #include <mma.h>
    #include <cuda/pipeline>
    extern "C" __global__ void wide(unsigned* a, unsigned* b, unsigned* c) {
        const long long* p = (const long long*)a; long long* q = (long long*)c;
        int i = threadIdx.x;
        long long x = p[i], y = p[i + 64] | 1;
        unsigned long long s = x, t = y;
        q[i] = x * y + q[i];
        q[i + 64] = x < y ? x : y;
        q[i + 128] = x / (y % 1000 + 2000) + s % (t | 7);
        q[i + 192] = x >> (y & 63) ^ s << (y & 31);
        q[i + 256] = __clzll(x) + __popcll(y) + (x > y) * 2 + (s >= t) * 4 + (x == y);
        q[i + 320] = max(s, t) - min(x, y);
        q[i + 384] = -x + (s > t ? 5 : y);
    }
    extern "C" __global__ void floats(unsigned* a, unsigned* b, unsigned* c) {
        const float2* p = (const float2*)a; float2* q = (float2*)c;
        int i = threadIdx.x;
        float2 x = p[i], y = p[i + 64], z = p[i + 128];
        q[i] = make_float2(fmaf(x.x, y.x, z.x), fmaf(x.y, y.y, z.y));
        q[i + 64] = make_float2(x.x + y.x, x.y - y.y);
        q[i + 128] = make_float2(fmaxf(fmaxf(x.x, y.x), z.x), fminf(fminf(x.y, y.y), z.y));
        q[i + 192] = make_float2(__fdiv_rn(x.x, y.x), __fsqrt_rn(fabsf(x.y)));
        ((double*)(q + 256))[i] = __ddiv_rn(x.x, y.x) + (double)z.x * y.y;
    }
    extern "C" __global__ void lanes(unsigned* a, unsigned* b, unsigned* c) {
        int i = threadIdx.x;
        unsigned v = a[i] % 50, sum = __reduce_add_sync(~0u, v);
        c[i] = __ballot_sync(~0u, v > 25) + __shfl_xor_sync(~0u, v, 3) + __match_any_sync(~0u, v);
        c[i + 64] = sum ^ __reduce_max_sync(~0u, (int)v - 30) ^ __reduce_min_sync(~0u, v);
        if (v & 1) { for (unsigned n = 0; n < v; n += 7) sum = sum * 3 + __activemask(); c[i + 128] = sum; }
        else c[i + 128] = __popc(__activemask()) + __any_sync(__activemask(), v == 4);
    }
    extern "C" __global__ void atomics(unsigned* a, unsigned* b, unsigned* c) {
        __shared__ unsigned words[64]; __shared__ unsigned long long longs[64]; __shared__ float sums[64];
        int i = threadIdx.x;
        words[i] = i; longs[i] = i; sums[i] = 0;
        __syncthreads();
        atomicAdd(words + a[i] % 64, a[i]); atomicAdd(words + 3, 1u); atomicMax((int*)words + 4, (int)a[i]);
        atomicAdd(longs + a[i] % 64, (unsigned long long)b[i] << 20); atomicAdd(sums + a[i] % 64, (float)(b[i] % 16));
        __syncthreads();
        c[i] = words[i]; c[i + 64] = sums[i]; ((unsigned long long*)c)[i + 128] = longs[i];
        atomicAdd(c + 1024 + a[i] % 64, b[i]); atomicMin((unsigned long long*)(c + 2048) + a[i] % 64, (unsigned long long)b[i]);
        unsigned* generic = b[0] % 2 ? words : c + 3000;
        atomicOr(generic + i, 1u << a[i] % 32);
        __syncthreads();
        c[i + 3100] = words[i] + __isShared(generic) * 2 + __isGlobal(generic) * 4;
    }
    extern "C" __global__ void copies(unsigned* a, unsigned* b, unsigned* c) {
        __shared__ uint4 tile[2][64];
        auto pipe = cuda::make_pipeline();
        for (int i = 0; i < 2; ++i) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[i][threadIdx.x], (uint4*)a + 64 * i + threadIdx.x, cuda::aligned_size_t<16>(16), pipe);
            pipe.producer_commit();
        }
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        ((uint4*)c)[threadIdx.x] = tile[1][63 - threadIdx.x];
        ((uint4*)c)[threadIdx.x + 64] = tile[0][threadIdx.x ^ 5];
    }
    extern "C" __global__ void product(unsigned* a, unsigned* b, unsigned* c) {
        using namespace nvcuda::wmma;
        __shared__ half left[256], right[256];
        for (int i = threadIdx.x; i < 256; i += 64) { left[i] = a[i] % 16; right[i] = (int)(b[i] % 9) - 4; }
        __syncthreads();
        fragment<matrix_a, 16, 16, 16, half, row_major> x; fragment<matrix_b, 16, 16, 16, half, col_major> y;
        fragment<accumulator, 16, 16, 16, float> z;
        load_matrix_sync(x, left, 16); load_matrix_sync(y, right, 16); fill_fragment(z, 1.0f);
        mma_sync(z, x, y, z);
        store_matrix_sync((float*)c + threadIdx.x / 32 * 256, z, 16, mem_row_major);
    }
    __device__ __noinline__ unsigned deep(unsigned* local, unsigned n) {
        unsigned own[4] = {n, n * 3, local[n % 4], 7};
        return n == 0 ? own[2] : deep(own, n - 1) + own[n % 4];
    }
    extern "C" __global__ void calls(unsigned* a, unsigned* b, unsigned* c) {
        unsigned start[4] = {a[threadIdx.x], b[threadIdx.x], 1, 2};
        c[threadIdx.x] = deep(start, a[threadIdx.x] % 9);
    }"#;

fn compare(arch: Arch) {
    let make = |name: &str, word: u32| match name {
        // Finite and not too far from one.
        "floats" => word & 0x807f_ffff | (120 + word % 16) << 23,
        _ => word,
    };
    compare_modules(arch, &modules_for(arch, KERNELS), LaunchShape::new(1, 64), make);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn machine_code_of_sm_80_leaves_what_its_ptx_leaves() {
    compare(Arch::SM_80);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn machine_code_of_sm_89_leaves_what_its_ptx_leaves() {
    compare(Arch::SM_89);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn machine_code_of_sm_90_leaves_what_its_ptx_leaves() {
    compare(Arch::SM_90);
}

#[test]
fn machine_code_of_sm_100_leaves_what_its_ptx_leaves() {
    compare(Arch::SM_100);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn machine_code_of_sm_120_leaves_what_its_ptx_leaves() {
    compare(Arch::SM_120);
}

#[test]
fn blocks_take_turns_on_the_multiprocessors_of_each_architecture() {
    let text = r#"
    extern "C" __global__ void k(unsigned* a, unsigned*, unsigned*) {
        unsigned own, all;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(own));
        asm volatile("mov.u32 %0, %%nsmid;" : "=r"(all));
        if (threadIdx.x == 0) a[blockIdx.x + gridDim.x * blockIdx.y] = 1000 * own + all;
    }"#;
    for arch in [Arch::SM_75, Arch::SM_80, Arch::SM_90, Arch::SM_100, Arch::SM_120] {
        let all = smem_sim::Gpu::of(arch).multiprocessors;
        let expected: Vec<u32> = (0..300).map(|block| 1000 * (block % all) + all).collect();
        for module in modules_for(arch, text) {
            let buffers = [vec![0; 300], vec![0], vec![0]];
            let left = run_on(arch, &module, "k", &LaunchShape::of([100, 3, 1], [64, 1, 1]), &buffers);
            assert_eq!(left[0], expected, "{arch}");
        }
    }
}

/// Operations that only the machine code of `sm_75` writes so: shared loads of all widths, pointers in uniform registers, lanes that may be parted, and calls
/// of the driver.
const TURING: &str = r#"
    extern "C" __global__ void shared_words(unsigned* a, unsigned* b, unsigned* c) {
        __shared__ uint4 tile[64]; __shared__ unsigned char bytes[64];
        int i = threadIdx.x;
        tile[i] = ((uint4*)a)[i]; bytes[i] = b[i];
        __syncthreads();
        uint4 v = tile[63 - i]; uint2 w = ((uint2*)tile)[i ^ 5];
        c[i] = v.x + v.w * 3 + w.y + ((unsigned*)tile)[i ^ 1] + bytes[63 - i] + ((signed char*)bytes)[i ^ 7];
        c[i + 64] = __shfl_xor_sync(~0u, v.y, 3) + __ballot_sync(~0u, w.x & 1);
    }
    extern "C" __global__ void parted(unsigned* a, unsigned* b, unsigned* c) {
        int i = threadIdx.x;
        unsigned sum = a[i], mask = i % 32 < 16 ? 0xffff : 0xffff0000;
        for (unsigned round = 0; round < b[i / 16] % 9; ++round) {
            sum += __shfl_xor_sync(mask, sum, round);
            __syncwarp(mask);
        }
        if (sum % 3) sum += __popc(__match_any_sync(__activemask(), sum % 5));
        c[i] = sum;
        if (i == 0 && sum == 12345) printf("%d\n", i);
    }
    extern "C" __global__ void bytes_of(unsigned* a, unsigned* b, unsigned* c) {
        unsigned long long at = threadIdx.x + (a[0] & 7);
        ((unsigned char*)c)[at] = ((unsigned char*)b)[at * 3];
    }"#;

#[test]
fn machine_code_of_sm_75_leaves_what_its_ptx_leaves() {
    compare_modules(Arch::SM_75, &modules_for(Arch::SM_75, TURING), LaunchShape::new(1, 64), |_, word| word);
}
