// Bulk copies of tensors, one a launch: a box of a tensor into shared memory, of which all is then left in `out`, or from there.

struct alignas(64) Map {
    unsigned long long words[16];
};

// Words of shared memory.
constexpr unsigned WORDS = 8192;

__device__ unsigned pattern(unsigned i) {
    return (i + 1u) * 2654435761u;
}

__device__ unsigned shared_address(const void* at) {
    return static_cast<unsigned>(__cvta_generic_to_shared(at));
}

#define LOAD(RANK, COORDINATES)                                                                                               \
    extern "C" __global__ void load_##RANK(const __grid_constant__ Map map, unsigned* out, int a, int b, int c, int d, int e, \
                                           unsigned bytes) {                                                                  \
        extern __shared__ __align__(1024) unsigned box[];                                                                     \
        __shared__ __align__(8) unsigned long long barrier;                                                                   \
        for (unsigned i = threadIdx.x; i < WORDS; i += blockDim.x) box[i] = pattern(i);                                       \
        const unsigned to = shared_address(box), at = shared_address(&barrier);                                               \
        if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(at));                                    \
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");                                                          \
        __syncthreads();                                                                                                      \
        if (threadIdx.x == 0) {                                                                                               \
            asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(at), "r"(bytes) : "memory");               \
            asm volatile("cp.async.bulk.tensor." #RANK "d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {"   \
                         COORDINATES "}], [%2];" ::"r"(to), "l"(&map), "r"(at), "r"(a), "r"(b), "r"(c), "r"(d), "r"(e)        \
                         : "memory");                                                                                         \
        }                                                                                                                     \
        int done = 0;                                                                                                         \
        for (int tries = 0; tries < 100000 && !done; ++tries)                                                                 \
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.s32 %0, 1, 0, p; }"            \
                         : "=r"(done)                                                                                         \
                         : "r"(at)                                                                                            \
                         : "memory");                                                                                         \
        for (unsigned i = threadIdx.x; i < WORDS; i += blockDim.x) out[i] = done ? box[i] : ~0u;                              \
    }

LOAD(1, "%3")
LOAD(2, "%3, %4")
LOAD(3, "%3, %4, %5")
LOAD(4, "%3, %4, %5, %6")
LOAD(5, "%3, %4, %5, %6, %7")

#define STORE(RANK, COORDINATES)                                                                                               \
    extern "C" __global__ void store_##RANK(const __grid_constant__ Map map, unsigned* out, int a, int b, int c, int d, int e, \
                                            unsigned bytes) {                                                                  \
        extern __shared__ __align__(1024) unsigned box[];                                                                      \
        for (unsigned i = threadIdx.x; i < WORDS; i += blockDim.x) box[i] = pattern(i);                                        \
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");                                                           \
        __syncthreads();                                                                                                       \
        if (threadIdx.x == 0) {                                                                                                \
            asm volatile("cp.async.bulk.tensor." #RANK "d.global.shared::cta.bulk_group [%1, {" COORDINATES "}], [%0];" ::"r"( \
                             shared_address(box)),                                                                             \
                         "l"(&map), "r"(0), "r"(a), "r"(b), "r"(c), "r"(d), "r"(e)                                             \
                         : "memory");                                                                                          \
            asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");                              \
        }                                                                                                                      \
    }

STORE(1, "%3")
STORE(2, "%3, %4")
STORE(3, "%3, %4, %5")
STORE(4, "%3, %4, %5, %6")
STORE(5, "%3, %4, %5, %6, %7")
