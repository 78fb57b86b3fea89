// Products of four warps (`wgmma`) whose results are read in time, or too early: the names say which. The line of a product that is not waited
// for is marked A, and that of the read B.
#define KERNEL(name) extern "C" __global__ void name(float* data, int n)
#define T threadIdx.x
#define COMMIT asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(groups) asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(groups) : "memory")
#define FACTORS __shared__ __align__(1024) unsigned a[512], b[64]; float d[4] = {}, e[4] = {}; fill(a, b)
#define SUM(d) (d[0] + d[1] + d[2] + d[3])

typedef unsigned long long u64;
static __device__ __forceinline__ u64 described(const void* p) {
    unsigned at = (unsigned)__cvta_generic_to_shared(p) & 0x3ffff;
    return (u64)(at >> 4) | (u64)(128 >> 4) << 16 | (u64)(256 >> 4) << 32;
}
static __device__ __forceinline__ void fill(unsigned* a, unsigned* b) {
    for (int i = T; i < 512; i += 128) a[i] = i;
    if (T < 64) b[T] = T;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
#define PRODUCT(d) \
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" \
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(described(a)), "l"(described(b)) : "memory")

KERNEL(right_wait) { FACTORS; PRODUCT(d); COMMIT; WAIT(0); data[T] = SUM(d); }
KERNEL(wrong_without_a_wait) {
    FACTORS;
    PRODUCT(d);  // A
    COMMIT;
    data[T] = SUM(d);  // B
}
KERNEL(wrong_wait_for_one_group_too_few) {
    FACTORS;
    PRODUCT(d);  // A
    COMMIT;
    WAIT(1);
    data[T] = SUM(d);  // B
}
KERNEL(wrong_wait_without_a_group) {
    FACTORS;
    PRODUCT(d);  // A
    WAIT(0);
    data[T] = SUM(d);  // B
    COMMIT;
}
KERNEL(right_first_of_two_groups) {
    FACTORS;
    PRODUCT(d);
    COMMIT;
    PRODUCT(e);
    COMMIT;
    WAIT(1);
    data[T] = SUM(d);
    WAIT(0);
    data[T + 128] = SUM(e);
}
KERNEL(wrong_second_of_two_groups) {
    FACTORS;
    PRODUCT(d);
    COMMIT;
    PRODUCT(e);  // A
    COMMIT;
    WAIT(1);
    data[T] = SUM(d);
    data[T + 128] = SUM(e);  // B
    WAIT(0);
}
KERNEL(right_empty_group) { FACTORS; PRODUCT(d); COMMIT; COMMIT; WAIT(0); data[T] = SUM(d); }
KERNEL(right_loop) {
    FACTORS;
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
        PRODUCT(d);
        PRODUCT(d);
        COMMIT;
        WAIT(1);
    }
    WAIT(0);
    data[T] = SUM(d);
}
KERNEL(wrong_loop) {
    FACTORS;
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
        PRODUCT(d);  // A
        COMMIT;
        WAIT(1);
        data[T + 128 * (i & 1)] = SUM(d);  // B
    }
    WAIT(0);
}
KERNEL(right_branch) {
    FACTORS;
    PRODUCT(d);
    COMMIT;
    if (n > 100) { WAIT(0); data[T + 128] = d[0]; }
    WAIT(0);
    data[T] = SUM(d);
}
KERNEL(wrong_branch) {
    FACTORS;
    PRODUCT(d);  // A
    COMMIT;
    if (n > 1) data[T + 128] = d[0];  // B
    WAIT(0);
    data[T] = SUM(d);
}
KERNEL(right_branch_that_is_not_taken) {
    FACTORS;
    PRODUCT(d);
    COMMIT;
    if (n > 100) data[T + 128] = d[0];
    WAIT(0);
    data[T] = SUM(d);
}
