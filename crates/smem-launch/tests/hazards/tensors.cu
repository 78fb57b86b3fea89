// Kernels of one block of 64 threads that copy a box of 8 x 8 floats of a tensor, in order and with one mistake each. The lines of a race are
// marked A and B; `tensors.rs` says which race it is. The box is dense, or swizzled in rows of 32 bytes, which leaves its first row in place.
#define KERNEL extern "C" __global__ void
#define T threadIdx.x
#define SHARED(p) ((unsigned)__cvta_generic_to_shared(p))
#define FENCE asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define COMMIT asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define READ asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory")

typedef unsigned long long u64;
struct alignas(64) Map { u64 words[16]; };
static __device__ __forceinline__ void load(float* to, const Map* map, u64* done, int x, int y) {
    asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], 256; }" ::"r"(SHARED(done)) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
        ::"r"(SHARED(to)), "l"(map), "r"(x), "r"(y), "r"(SHARED(done)) : "memory");
}
static __device__ __forceinline__ void store(const Map* map, const float* from, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];"
        ::"l"(map), "r"(x), "r"(y), "r"(SHARED(from)) : "memory");
}
static __device__ __forceinline__ void wait(u64* done, unsigned parity) {
    unsigned is_done = 0;
    while (!is_done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
            : "=r"(is_done) : "r"(SHARED(done)), "r"(parity) : "memory");
}
#define BEGIN \
    __shared__ __align__(128) float tile[64]; __shared__ u64 done; \
    if (T == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1; fence.proxy.async;" ::"r"(SHARED(&done)) : "memory"); \
    __syncthreads()

KERNEL a_load(const __grid_constant__ Map map, float* data) {
    BEGIN;
    if (T == 0) load(tile, &map, &done, 0, 0);
    wait(&done, 0);
    data[T] = tile[63 - T];
}
KERNEL a_load_without_a_wait(const __grid_constant__ Map map, float* data) {
    BEGIN;
    if (T == 0) load(tile, &map, &done, 0, 0);                     // A
    __syncthreads();
    data[T] = tile[63 - T];                                        // B
}
KERNEL a_load_over_what_others_read(const __grid_constant__ Map map, float* data) {
    BEGIN;
    tile[T] = data[T];
    __syncthreads();
    float own = tile[63 - T];                                      // A
    if (T == 0) load(tile, &map, &done, 0, 0);                     // B
    wait(&done, 0);
    data[T] = own + tile[T];
}
KERNEL a_load_beside_the_box(const __grid_constant__ Map map, float* data) {
    BEGIN;
    __shared__ float other[64];
    other[T] = data[T];
    if (T == 0) load(tile, &map, &done, 4, 12);
    __syncthreads();
    data[T] = other[63 - T];
    wait(&done, 0);
}
KERNEL a_load_in_a_loop_without_a_barrier(const __grid_constant__ Map map, float* data) {
    BEGIN;
    float sum = 0;
    for (int round = 0; round < 3; ++round) {
        if (T == 0) load(tile, &map, &done, 0, round);             // B
        wait(&done, round & 1);
        sum += tile[63 - T];                                       // A
    }
    data[T] = sum;
}
KERNEL a_store(const __grid_constant__ Map map, float* data) {
    BEGIN;
    tile[T] = data[T];
    FENCE;
    __syncthreads();
    if (T == 0) { store(&map, tile, 0, 0); COMMIT; READ; }
    __syncthreads();
    tile[63 - T] = 1;
}
KERNEL a_store_without_a_fence(const __grid_constant__ Map map, float* data) {
    BEGIN;
    tile[T] = data[T];                                             // A
    __syncthreads();
    if (T == 0) { store(&map, tile, 0, 0); COMMIT; READ; }         // B
}
KERNEL a_store_without_a_barrier(const __grid_constant__ Map map, float* data) {
    BEGIN;
    tile[T] = data[T];                                             // A
    FENCE;
    if (T == 0) { store(&map, tile, 0, 0); COMMIT; READ; }         // B
}
KERNEL a_store_that_is_not_waited_for(const __grid_constant__ Map map, float* data) {
    BEGIN;
    tile[T] = data[T];
    FENCE;
    __syncthreads();
    if (T == 0) { store(&map, tile, 0, 0); COMMIT; }               // A
    __syncthreads();
    tile[63 - T] = 1;                                              // B
}
KERNEL a_store_of_the_part_inside(const __grid_constant__ Map map, float* data) {
    BEGIN;
    tile[T] = data[T];
    FENCE;
    __syncthreads();
    // Of the 16 rows of the tensor, the box has the last two.
    if (T == 0) { store(&map, tile, 0, 14); COMMIT; }
    __syncthreads();
    if (T >= 32) tile[T] = 1;
}
