// Asynchronous barriers and copies. Every kernel has one block of 128 threads; `in` has 8192 words and `out` 4096 zeros.
typedef unsigned u32;
typedef unsigned long long u64;

static __device__ __forceinline__ u32 address(const void* p) { return (u32)__cvta_generic_to_shared(p); }

static __device__ __forceinline__ void init(u64* bar, u32 count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(address(bar)), "r"(count) : "memory");
}

static __device__ __forceinline__ u32 test(u64* bar, u32 parity) {
    u32 done;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(address(bar)), "r"(parity) : "memory");
    return done;
}

static __device__ __forceinline__ void wait(u64* bar, u32 parity) { while (!test(bar, parity)) {} }

extern "C" __global__ void bulk_copies(const u32* in, u32* out) {
    __shared__ alignas(128) u32 tile[2][256];
    __shared__ alignas(8) u64 bar[2];
    if (threadIdx.x == 0) {
        init(&bar[0], 1);
        init(&bar[1], 1);
        asm volatile("fence.mbarrier_init.release.cluster;");
    }
    __syncthreads();
    for (int i = 0; i < 4; i++) {
        int s = i & 1;
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(address(&bar[s])), "r"(1024) : "memory");
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                         :: "r"(address(tile[s])), "l"(in + 256 * i), "r"(1024), "r"(address(&bar[s])) : "memory");
        }
        wait(&bar[s], i >> 1);
        tile[s][threadIdx.x] = tile[s][threadIdx.x] * 3 + i;
        tile[s][threadIdx.x + 128] ^= threadIdx.x;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(out + 256 * i), "r"(address(tile[s])), "r"(1024) : "memory");
            asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
        }
        __syncthreads();
    }
}

extern "C" __global__ void bulk_reductions(const u32* in, u32* out) {
    __shared__ alignas(128) u32 tile[128];
    for (int i = 0; i < 5; i++) out[128 * i + threadIdx.x] = in[threadIdx.x] >> i;
    tile[threadIdx.x] = in[128 + threadIdx.x];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        u32 from = address(tile);
        asm volatile("fence.proxy.async.global;" ::: "memory");
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 512;" :: "l"(out), "r"(from) : "memory");
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%0], [%1], 512;" :: "l"(out + 128), "r"(from) : "memory");
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.u32 [%0], [%1], 512;" :: "l"(out + 256), "r"(from) : "memory");
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b32 [%0], [%1], 512;" :: "l"(out + 384), "r"(from) : "memory");
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u64 [%0], [%1], 512;" :: "l"(out + 512), "r"(from) : "memory");
        asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

// Two warps hand numbers to two others, and what states of barriers say.
extern "C" __global__ void barriers(const u32* in, u32* out) {
    __shared__ alignas(8) u64 full, empty, single;
    __shared__ u32 slot[64];
    if (threadIdx.x == 0) {
        init(&full, 64);
        init(&empty, 64);
        init(&single, 70);
    }
    __syncthreads();
    u32 lane = threadIdx.x & 63, sum = 0;
    for (u32 i = 0; i < 5; i++) {
        if (threadIdx.x < 64) {
            if (i) wait(&empty, (i - 1) & 1);
            slot[lane ^ i] = in[lane] + i;
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(address(&full)) : "memory");
        } else {
            wait(&full, i & 1);
            sum = sum * 5 + slot[lane];
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(address(&empty)) : "memory");
        }
    }
    out[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x < 8) {
        u64 state;
        u32 pending, done;
        asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], 3;" : "=l"(state) : "r"(address(&single)) : "memory");
        asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done) : "r"(address(&single)), "l"(state) : "memory");
        out[128 + threadIdx.x] = pending;
        out[256 + threadIdx.x] = done;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        u64 state;
        u32 done;
        asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], 40;" : "=l"(state) : "r"(address(&single)) : "memory");
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(address(&single)), "l"(state) : "memory");
        out[384] = done;
        asm volatile("mbarrier.arrive_drop.shared::cta.b64 _, [%0], 4;" :: "r"(address(&single)) : "memory");
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 100;" :: "r"(address(&single)) : "memory");
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0], 2;" :: "r"(address(&single)) : "memory");
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(address(&single)), "l"(state) : "memory");
        out[385] = done;
        asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 100;" :: "r"(address(&single)) : "memory");
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(address(&single)), "l"(state) : "memory");
        out[386] = done;
        u32 pending;
        asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], 1;" : "=l"(state) : "r"(address(&single)) : "memory");
        asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
        out[387] = pending;
        asm volatile("mbarrier.inval.shared::cta.b64 [%0];" :: "r"(address(&single)) : "memory");
    }
}

extern "C" __global__ void copies_arrive(const u32* in, u32* out) {
    __shared__ alignas(8) u64 bar[2];
    __shared__ u32 tile[256];
    if (threadIdx.x == 0) {
        init(&bar[0], 128);
        init(&bar[1], 128);
    }
    __syncthreads();
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(address(&tile[threadIdx.x])), "l"(in + threadIdx.x) : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" :: "r"(address(&bar[0])) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(address(&tile[threadIdx.x + 128])), "l"(in + 3 * threadIdx.x) : "memory");
    asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" :: "r"(address(&bar[1])) : "memory");
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(address(&bar[1])) : "memory");
    wait(&bar[0], 0);
    out[threadIdx.x] = tile[threadIdx.x ^ 33];
    wait(&bar[1], 0);
    out[128 + threadIdx.x] = tile[128 + (threadIdx.x ^ 95)];
}

extern "C" __global__ void __cluster_dims__(1, 1, 1) async_stores(const u32* in, u32* out) {
    __shared__ alignas(8) u64 bar;
    __shared__ alignas(16) u32 tile[128 * 7];
    if (threadIdx.x == 0) {
        init(&bar, 1);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(address(&bar)), "r"(128 * 28) : "memory");
    }
    __syncthreads();
    u32 a = in[threadIdx.x], b = in[128 + threadIdx.x];
    u64 both = (u64)b << 32 | a;
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" :: "r"(address(&tile[threadIdx.x])), "r"(a), "r"(address(&bar)) : "memory");
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" :: "r"(address(&tile[128 + 2 * threadIdx.x])), "l"(both), "r"(address(&bar)) : "memory");
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %1, %2}, [%3];" :: "r"(address(&tile[384 + 4 * threadIdx.x])), "r"(b), "r"(a), "r"(address(&bar)) : "memory");
    wait(&bar, 0);
    for (int i = 0; i < 7; i++) out[128 * i + threadIdx.x] = tile[128 * i + (threadIdx.x ^ 33)];
}

// Atomics through generic addresses, in shared memory. The old values are not used: their order is the hardware's choice.
extern "C" __global__ void generic_atomics(const u32* in, u32* out) {
    __shared__ u64 longs[64];
    __shared__ float singles[64];
    __shared__ u32 words[64];
    if (threadIdx.x < 64) {
        longs[threadIdx.x] = threadIdx.x;
        singles[threadIdx.x] = 0;
        words[threadIdx.x] = 7 * threadIdx.x;
    }
    __syncthreads();
    // Nobody can say which of the two it is.
    u64* l = in[4000] == 1 ? (u64*)out : longs;
    float* s = in[4001] == 1 ? (float*)out : singles;
    u32* w = in[4002] == 1 ? out : words;
    u32 at = in[threadIdx.x] & 31;
    atomicAdd(l + at, (u64)in[threadIdx.x] << 20);
    atomicMax(l + 32 + at, (u64)in[128 + threadIdx.x] << 24);
    atomicAdd(s + at, (float)(in[threadIdx.x] & 1023));
    atomicAdd(w + at, in[threadIdx.x]);
    atomicMin((int*)w + 32 + at, (int)in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x < 64) {
        out[threadIdx.x] = (u32)longs[threadIdx.x];
        out[128 + threadIdx.x] = (u32)(longs[threadIdx.x] >> 32);
        out[256 + threadIdx.x] = __float_as_uint(singles[threadIdx.x]);
        out[384 + threadIdx.x] = words[threadIdx.x];
    }
}
