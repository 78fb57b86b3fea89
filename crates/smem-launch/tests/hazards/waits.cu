// Kernels of one block of 64 threads that lack a wait for an `mbarrier`, or a barrier of the lanes in a branch. The lines between which it is
// missing are marked A and B.
#define KERNEL extern "C" __global__ void
#define T threadIdx.x
#define SHARED(p) ((unsigned)__cvta_generic_to_shared(p))

typedef unsigned long long u64;
static __device__ __forceinline__ void copy(int* to, const int* from, u64* done) {
    asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], 256; }" ::"r"(SHARED(done)) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];"
        ::"r"(SHARED(to)), "l"(from), "r"(SHARED(done)) : "memory");
}
static __device__ __forceinline__ void wait(u64* done, unsigned parity) {
    unsigned is_done = 0;
    while (!is_done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
            : "=r"(is_done) : "r"(SHARED(done)), "r"(parity) : "memory");
}
#define BEGIN \
    __shared__ __align__(128) int tile[64]; __shared__ u64 done; \
    if (T == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1; fence.proxy.async;" ::"r"(SHARED(&done)) : "memory"); \
    __syncthreads()

KERNEL a_wait(int* data) {
    BEGIN;
    if (T == 0) copy(tile, data, &done);
    wait(&done, 0);
    data[64 + T] = tile[63 - T];
}
KERNEL no_wait(int* data) {
    BEGIN;
    if (T == 0) copy(tile, data, &done);                           // A
    __syncthreads();
    data[64 + T] = tile[63 - T];                                   // B
}
KERNEL a_wait_behind_the_read(int* data) {
    BEGIN;
    if (T == 0) copy(tile, data, &done);                           // A
    __syncthreads();
    data[64 + T] = tile[63 - T];                                   // B
    wait(&done, 0);
}
KERNEL no_wait_in_a_loop(int* data) {
    BEGIN;
    for (int round = 0; round < 3; ++round) {
        if (T == 0) copy(tile, data + 64 * (round % 2), &done);    // A
        __syncthreads();
        data[128 + T] += tile[63 - T];                             // B
        __syncthreads();
    }
}
#define RING \
    __shared__ __align__(128) int tile[3][64]; __shared__ u64 full[3]; \
    if (T < 3) asm volatile("mbarrier.init.shared.b64 [%0], 1; fence.proxy.async;" ::"r"(SHARED(full + T)) : "memory"); \
    __syncthreads()
#define ROUNDS _Pragma("unroll 1") for (int round = 0; round < 7; ++round)

KERNEL a_ring(int* data) {
    RING;
    ROUNDS {
        int stage = round % 3;
        if (T == 0) copy(tile[stage], data + 64 * (round % 2), full + stage);
        wait(full + stage, round / 3 % 2);
        data[128 + T] += tile[stage][63 - T];
        __syncthreads();
    }
}
KERNEL no_wait_in_a_ring(int* data) {
    RING;
    ROUNDS {
        int stage = round % 3;
        if (T == 0) copy(tile[stage], data + 64 * (round % 2), full + stage);    // A
        __syncthreads();
        data[128 + T] += tile[stage][63 - T];                      // B
        __syncthreads();
    }
}
KERNEL no_wait_in_a_ring_that_is_filled_ahead(int* data) {
    RING;
    if (T == 0) {
        copy(tile[0], data, full);                                 // A
        copy(tile[1], data, full + 1);                             // A
    }
    ROUNDS {
        int next = (round + 2) % 3;
        if (T == 0 && round < 5) copy(tile[next], data + 64 * (round % 2), full + next);    // A
        __syncthreads();
        data[128 + T] += tile[round % 3][63 - T];                  // B
        __syncthreads();
    }
}
KERNEL half_a_warp(int* data) {
    __shared__ int tile[64];
    if (T % 32 < 16) {
        for (int i = 0; i < data[0] + 2; ++i) {
            tile[T] = data[T] + i;                                 // A
            data[64 + T] += tile[T ^ 1];                           // B
            __syncwarp(0x0000ffff);
        }
    }
    __syncthreads();
    data[128 + T] = 1;
}
KERNEL a_quarter_of_a_warp_with_the_barrier_of_less(int* data) {
    __shared__ int tile[64];
    if (T % 32 >= 24) {
        for (int i = 0; i < data[0] + 2; ++i) {
            tile[T] = data[T] + i;                                 // A
            if (T % 32 < 28) __syncwarp(0x0f000000);
            data[64 + T] += tile[T ^ 7];                           // B
            __syncwarp(0xff000000);
        }
    }
    __syncthreads();
    data[128 + T] = 1;
}
