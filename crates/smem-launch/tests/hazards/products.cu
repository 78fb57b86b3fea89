// Kernels of one block of 128 threads with products of four warps (`wgmma`), in order and with one mistake each. The lines of a race are
// marked A and B, of a product with the fence in front of it, which machine code takes for its line; `products.rs` says which race it is.
#define KERNEL extern "C" __global__ void
#define T threadIdx.x
#define FENCE asm volatile("fence.proxy.async;" ::: "memory")
#define COMMIT asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(groups) asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(groups) : "memory")
#define FACTORS __shared__ __align__(1024) unsigned a[512], b[64]; float d[4] = {}
#define RESULT data[T] = d[0] + d[1] + d[2] + d[3]

typedef unsigned long long u64;
static __device__ __forceinline__ u64 described(const void* p) {
    unsigned at = (unsigned)__cvta_generic_to_shared(p) & 0x3ffff;
    return (u64)(at >> 4) | (u64)(128 >> 4) << 16 | (u64)(256 >> 4) << 32;
}
#define BEGIN asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define PRODUCT(left, right) \
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" \
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(described(left)), "l"(described(right)))
#define FROM_REGISTERS(x, right) \
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, 1, 1, 1, 0;" \
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(x), "l"(described(right)))

KERNEL in_order(float* data) {
    FACTORS;
    for (int round = 0; round < 2; ++round) {
        for (int i = T; i < 512; i += 128) a[i] = i;
        if (T < 64) b[T] = T;
        FENCE;
        __syncthreads();
        BEGIN;
        PRODUCT(a, b);
        COMMIT;
        WAIT(0);
        __syncthreads();
    }
    RESULT;
}
KERNEL a_fence_behind_the_barrier(float* data) {
    FACTORS;
    for (int i = T; i < 512; i += 128) a[i] = i;
    if (T < 64) b[T] = T;
    __syncthreads();
    FENCE;
    BEGIN;
    PRODUCT(a, b);
    COMMIT;
    WAIT(0);
    RESULT;
}
KERNEL no_fence(float* data) {
    FACTORS;
    for (int i = T; i < 512; i += 128) a[i] = i;                   // A
    if (T < 64) b[T] = T;                                          // A
    __syncthreads();
    BEGIN;                                                         // B
    PRODUCT(a, b);                                                 // B
    COMMIT;
    WAIT(0);
    RESULT;
}
KERNEL no_barrier_in_front(float* data) {
    FACTORS;
    for (int i = T; i < 512; i += 128) a[i] = i;                   // A
    if (T < 64) b[T] = T;                                          // A
    FENCE;
    BEGIN;                                                         // B
    PRODUCT(a, b);                                                 // B
    COMMIT;
    WAIT(0);
    RESULT;
}
KERNEL no_wait(float* data) {
    FACTORS;
    for (int i = T; i < 512; i += 128) a[i] = i;
    if (T < 64) b[T] = T;
    FENCE;
    __syncthreads();
    BEGIN;                                                         // A
    PRODUCT(a, b);                                                 // A
    COMMIT;
    __syncthreads();
    if (T < 64) b[T] = 2 * T;                                      // B
    WAIT(0);
    RESULT;
}
KERNEL no_barrier_behind(float* data) {
    FACTORS;
    for (int i = T; i < 512; i += 128) a[i] = i;
    if (T < 64) b[T] = T;
    FENCE;
    __syncthreads();
    BEGIN;                                                         // A
    PRODUCT(a, b);                                                 // A
    COMMIT;
    WAIT(0);
    if (T < 64) b[T] = 2;                                          // B
    RESULT;
}
KERNEL a_pipeline(float* data) {
    FACTORS;
    __shared__ __align__(1024) unsigned next[64];
    for (int i = T; i < 512; i += 128) a[i] = i;
    if (T < 64) b[T] = next[T] = T;
    FENCE;
    __syncthreads();
    BEGIN;
    PRODUCT(a, b);
    COMMIT;
    PRODUCT(a, next);
    COMMIT;
    WAIT(1);
    __syncthreads();
    if (T < 64) b[T] = 2 * T;
    WAIT(0);
    RESULT;
}
KERNEL a_pipeline_that_waits_for_one_group_too_few(float* data) {
    FACTORS;
    __shared__ __align__(1024) unsigned next[64];
    for (int i = T; i < 512; i += 128) a[i] = i;
    if (T < 64) b[T] = next[T] = T;
    FENCE;
    __syncthreads();
    BEGIN;
    PRODUCT(a, b);
    COMMIT;
    PRODUCT(a, next);                                              // A
    COMMIT;
    WAIT(1);
    __syncthreads();
    if (T < 64) next[T] = 2 * T;                                   // B
    WAIT(0);
    RESULT;
}
KERNEL a_factor_in_registers_may_be_stored_to(float* data) {
    FACTORS;
    if (T < 64) b[T] = T;
    a[T] = T;
    FENCE;
    __syncthreads();
    unsigned x = a[T];
    BEGIN;
    FROM_REGISTERS(x, b);
    COMMIT;
    a[T] = 2 * T;
    WAIT(0);
    RESULT;
    data[T] += a[T];
}
KERNEL a_bulk_copy_over_a_factor(float* data) {
    FACTORS;
    __shared__ __align__(8) u64 barrier;
    unsigned at = (unsigned)__cvta_generic_to_shared(&barrier), to = (unsigned)__cvta_generic_to_shared(b);
    if (T == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1; fence.proxy.async;" ::"r"(at) : "memory");
    for (int i = T; i < 512; i += 128) a[i] = i;
    if (T < 64) b[T] = T;
    FENCE;
    __syncthreads();
    BEGIN;                                                         // A
    PRODUCT(a, b);                                                 // A
    COMMIT;
    __syncthreads();
    if (T == 0) {
        asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], 256; }" ::"r"(at) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" // B
            ::"r"(to), "l"(data + 256), "r"(at) : "memory");       // B
    }
    WAIT(0);
    RESULT;
    asm volatile("{ .reg .pred p; wait: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra wait; }" ::"r"(at) : "memory");
}
KERNEL an_empty_group(float* data) {
    FACTORS;
    for (int i = T; i < 512; i += 128) a[i] = i;
    if (T < 64) b[T] = T;
    FENCE;
    __syncthreads();
    BEGIN;
    PRODUCT(a, b);
    COMMIT;
    COMMIT;
    WAIT(0);
    RESULT;
}
KERNEL only_empty_groups(float* data) {
    COMMIT;
    COMMIT;
    WAIT(1);
    data[T] = 1;
}
KERNEL a_wrong_descriptor(float* data) {
    FACTORS;
    if (T < 64) b[T] = T;
    FENCE;
    __syncthreads();
    BEGIN;
    PRODUCT(a + (1 << 15), b);
    COMMIT;
    WAIT(0);
    RESULT;
}
