//! Asynchronous barriers and copies, by hand and as CUDA's headers make them.

use super::compare_launch;
use smem_sim::LaunchShape;

fn same(text: &str) {
    compare_launch(text, LaunchShape::new(2, 128), |_, word| word % 1000);
}

#[test]
fn barriers_of_cuda_cpp_are_the_same() {
    same(
        r#"#include <cuda/barrier>
        extern "C" __global__ void arrive_and_wait(unsigned* a, unsigned* b, unsigned* c) {
            __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
            __shared__ unsigned values[128];
            if (threadIdx.x == 0) init(&barrier, blockDim.x);
            __syncthreads();
            unsigned own = a[threadIdx.x];
            for (int round = 0; round < 5; ++round) {
                values[threadIdx.x] = own + round;
                barrier.arrive_and_wait();
                own += values[(threadIdx.x * 7 + round) % 128];
                auto token = barrier.arrive();
                own ^= round;
                barrier.wait(std::move(token));
            }
            c[blockIdx.x * 128 + threadIdx.x] = own;
        }
        extern "C" __global__ void drop(unsigned* a, unsigned* b, unsigned* c) {
            __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
            __shared__ unsigned sum;
            if (threadIdx.x == 0) { init(&barrier, blockDim.x); sum = 0; }
            __syncthreads();
            if (threadIdx.x % 2) { atomicAdd(&sum, a[threadIdx.x]); barrier.arrive_and_drop(); return; }
            barrier.arrive_and_wait();
            unsigned first = sum;
            barrier.arrive_and_wait();
            c[blockIdx.x * 128 + threadIdx.x] = first;
        }"#,
    );
}

#[test]
fn pipelines_of_cuda_cpp_are_the_same() {
    same(
        r#"#include <cuda/pipeline>
        #include <cooperative_groups.h>
        #include <cooperative_groups/memcpy_async.h>
        namespace cg = cooperative_groups;
        extern "C" __global__ void stages(unsigned* a, unsigned* b, unsigned* c) {
            __shared__ unsigned tile[2][128];
            auto pipe = cuda::make_pipeline();
            unsigned sum = 0;
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[0][threadIdx.x], a + threadIdx.x, sizeof(unsigned), pipe);
            pipe.producer_commit();
            for (int i = 0; i < 8; ++i) {
                if (i < 7) {
                    pipe.producer_acquire();
                    cuda::memcpy_async(&tile[(i + 1) % 2][threadIdx.x], a + 128 * (i + 1) + threadIdx.x, 4, pipe);
                    pipe.producer_commit();
                    cuda::pipeline_consumer_wait_prior<1>(pipe);
                } else {
                    cuda::pipeline_consumer_wait_prior<0>(pipe);
                }
                __syncthreads();
                sum = sum * 3 + tile[i % 2][127 - threadIdx.x];
                pipe.consumer_release();
                __syncthreads();
            }
            c[blockIdx.x * 128 + threadIdx.x] = sum;
        }
        extern "C" __global__ void group(unsigned* a, unsigned* b, unsigned* c) {
            __shared__ alignas(16) unsigned tile[512];
            auto block = cg::this_thread_block();
            cg::memcpy_async(block, tile, a, sizeof tile);
            cg::wait(block);
            for (int i = threadIdx.x; i < 512; i += 128) c[blockIdx.x * 512 + i] = tile[511 - i];
        }"#,
    );
}

#[test]
fn barriers_and_bulk_copies_by_hand_are_the_same() {
    same(
        r#"__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
        __device__ void wait(unsigned bar, unsigned parity) {
            asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra done; bra again; done: }"
                         :: "r"(bar), "r"(parity) : "memory");
        }
        extern "C" __global__ void bulk(unsigned* a, unsigned* b, unsigned* c) {
            __shared__ alignas(128) unsigned tile[256];
            __shared__ unsigned long long bar;
            if (threadIdx.x == 0) {
                asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(at(&bar)), "r"(1));
                asm volatile("fence.proxy.async.shared::cta;");
            }
            __syncthreads();
            for (int round = 0; round < 3; ++round) {
                if (threadIdx.x == 0) {
                    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(at(&bar)), "r"(1024) : "memory");
                    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                                 :: "r"(at(tile)), "l"(a + 256 * round), "r"(1024), "r"(at(&bar)) : "memory");
                }
                wait(at(&bar), round & 1);
                unsigned first = tile[threadIdx.x], second = tile[threadIdx.x + 128];
                __syncthreads();
                tile[threadIdx.x] = second + round;
                tile[threadIdx.x + 128] = first * 2;
                asm volatile("fence.proxy.async.shared::cta;");
                __syncthreads();
                if (threadIdx.x == 0) {
                    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                                 :: "l"(c + 1024 * blockIdx.x + 256 * round), "r"(at(tile)), "r"(1024) : "memory");
                    asm volatile("cp.async.bulk.commit_group;");
                    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
                }
                __syncthreads();
            }
        }
        extern "C" __global__ void noinc(unsigned* a, unsigned* b, unsigned* c) {
            __shared__ alignas(16) unsigned tile[512];
            __shared__ unsigned long long bar;
            if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(at(&bar)), "r"(128));
            __syncthreads();
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(at(tile + 4 * threadIdx.x)), "l"(a + 4 * threadIdx.x));
            asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"(at(&bar)) : "memory");
            wait(at(&bar), 0);
            c[blockIdx.x * 128 + threadIdx.x] = tile[511 - 4 * threadIdx.x];
        }
        extern "C" __global__ void counted(unsigned* a, unsigned* b, unsigned* c) {
            __shared__ unsigned long long bar;
            __shared__ unsigned word;
            if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(at(&bar)), "r"(5 * 4 + 1));
            __syncthreads();
            unsigned long long state;
            unsigned pending, done;
            if (threadIdx.x % 32 == 0) {
                asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;" : "=l"(state) : "r"(at(&bar)), "r"(5) : "memory");
            }
            __syncthreads();
            if (threadIdx.x == 0) {
                word = a[0];
                asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at(&bar)) : "memory");
                asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
                asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at(&bar)), "l"(state) : "memory");
                c[blockIdx.x * 128] = pending * 10 + done;
            }
            wait(at(&bar), 0);
            c[blockIdx.x * 128 + threadIdx.x + 1024] = word;
            if (threadIdx.x == 0) asm volatile("mbarrier.inval.shared.b64 [%0];" :: "r"(at(&bar)));
        }"#,
    );
}
