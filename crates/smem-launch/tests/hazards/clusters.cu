// Blocks of a cluster that access the shared memory of one another: kernels in pairs, right and wrong. The mark of a kernel says what is to be
// found: `race`, `early` (the other block may not have started), `late` (it may have exited, or has), another `fault`, or several of them.

typedef unsigned u32;
typedef unsigned long long u64;

static __device__ u32 rank() { u32 r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
static __device__ u32 blocks() { u32 n; asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(n)); return n; }
static __device__ void arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
static __device__ void arrive_relaxed() { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); }
static __device__ void wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
static __device__ void sync() { arrive(); wait(); }
static __device__ u32 address(const void* p) { return static_cast<u32>(__cvta_generic_to_shared(p)); }
static __device__ u32 map(const void* p, u32 of) {
    u32 at;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at) : "r"(address(p)), "r"(of));
    return at;
}
static __device__ u32 load(u32 at) { u32 v; asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(at) : "memory"); return v; }
static __device__ void store(u32 at, u32 v) { asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(at), "r"(v) : "memory"); }
static __device__ void add(u32 at, u32 v) { asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(at), "r"(v) : "memory"); }
static __device__ void init(u64* bar, u32 count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(bar)), "r"(count) : "memory"); }
static __device__ void show_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
static __device__ void arrive_at(u32 bar) {
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar) : "memory");
}
static __device__ void expect(u64* bar, u32 bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(bar)), "r"(bytes) : "memory");
}
static __device__ void await(u64* bar, u32 parity) {
    asm volatile(
        "{ .reg .pred p; again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1; @!p bra again; }" ::"r"(address(bar)),
        "r"(parity)
        : "memory");
}
static __device__ void store_async(u32 at, u32 v, u32 bar) {
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(at), "r"(v), "r"(bar) : "memory");
}
static __device__ void copy_to(u32 to, const void* from, u32 bytes, u32 bar) {
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "r"(address(from)),
                 "r"(bytes), "r"(bar)
                 : "memory");
}
static __device__ void multicast(void* to, const void* from, u32 bytes, u64* bar, unsigned short mask) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(
                     address(to)),
                 "l"(from), "r"(bytes), "r"(address(bar)), "h"(mask)
                 : "memory");
}
static __device__ void fence() { asm volatile("fence.acq_rel.cluster;" ::: "memory"); }
static __device__ void fence_copies() { asm volatile("fence.proxy.async;" ::: "memory"); }

#define KERNEL(name) extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64) name(u32* p)
#define KERNEL_OF_FOUR(name) extern "C" __global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(64) name(u32* p)

// The histogram of the CUDA guide: each block has a part of the bins, and counts in those of all.
template <int WITHOUT> static __device__ void histogram(u32* p) {
    __shared__ u32 bins[64];
    u32 t = threadIdx.x, n = 64 * blocks();
    bins[t] = 0;
    if (WITHOUT != 1) sync();
    else __syncthreads();
    for (u32 i = t; i < n; i += 64) {
        u32 bin = (i * 7 + rank()) % n;
        add(map(&bins[bin % 64], bin / 64), 1);
    }
    if (WITHOUT != 2) sync();
    p[64 * blockIdx.x + t] = bins[t];
}
KERNEL(right_histogram) { histogram<0>(p); }
KERNEL(wrong_histogram_without_the_first_sync) { histogram<1>(p); }  // race early
KERNEL(wrong_histogram_without_the_last_sync) { histogram<2>(p); }   // late

// Each block reads the edge of its neighbour. The input follows the results of all blocks, or clusters would race on global memory.
template <int WITHOUT> static __device__ void halo(u32* p) {
    __shared__ u32 row[64];
    u32 t = threadIdx.x;
    row[t] = p[512 + t] + rank();
    if (WITHOUT != 1) sync();
    else { arrive_relaxed(); wait(); }
    u32 left = t ? row[t - 1] : load(map(&row[63], (rank() + blocks() - 1) % blocks()));
    if (WITHOUT == 0) sync();
    if (WITHOUT == 2) __syncthreads();
    row[t] = left;
    sync();
    p[64 * blockIdx.x + t] = row[t];
}
KERNEL(right_halo) { halo<0>(p); }
KERNEL_OF_FOUR(right_halo_of_four) { halo<0>(p); }
KERNEL(wrong_halo_with_relaxed_arrivals) { halo<1>(p); }        // race
KERNEL(wrong_halo_with_a_barrier_of_the_block) { halo<2>(p); }  // race
KERNEL_OF_FOUR(wrong_halo_of_four) { halo<2>(p); }              // race

// A store to the other block, which may not have started.
KERNEL(right_start) {
    __shared__ u32 s[64];
    sync();
    store(map(&s[threadIdx.x], rank() ^ 1), threadIdx.x);
    sync();
    p[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x];
}
KERNEL(right_start_relaxed) {
    __shared__ u32 s[64];
    arrive_relaxed();
    wait();
    store(map(&s[threadIdx.x], rank() ^ 1), threadIdx.x);
    sync();
    p[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x];
}
KERNEL(wrong_start) {  // early
    __shared__ u32 s[64];
    store(map(&s[threadIdx.x], rank() ^ 1), threadIdx.x);
    sync();
    p[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x];
}

// A read of a block that exits.
KERNEL(right_exit) {
    __shared__ u32 s[64];
    s[threadIdx.x] = threadIdx.x;
    sync();
    p[64 * blockIdx.x + threadIdx.x] = load(map(&s[63 - threadIdx.x], rank() ^ 1));
    sync();
}
KERNEL(wrong_exit) {  // late
    __shared__ u32 s[64];
    s[threadIdx.x] = threadIdx.x;
    sync();
    p[64 * blockIdx.x + threadIdx.x] = load(map(&s[63 - threadIdx.x], rank() ^ 1));
}
KERNEL(wrong_exit_of_one) {  // late
    __shared__ u32 s[64];
    s[threadIdx.x] = threadIdx.x;
    sync();
    if (rank() == 1) return;
    p[threadIdx.x] = load(map(&s[threadIdx.x], 1));
}

// What is between an arrival and the wait is not before the barrier.
KERNEL(right_split) {
    __shared__ u32 s[64], own[64];
    u32 t = threadIdx.x;
    s[t] = t;
    arrive();
    own[t] = 2 * t;
    wait();
    p[64 * blockIdx.x + t] = load(map(&s[63 - t], rank() ^ 1)) + own[t];
    sync();
}
KERNEL(wrong_split) {  // race
    __shared__ u32 s[64];
    u32 t = threadIdx.x;
    arrive();
    s[t] = t;
    wait();
    p[64 * blockIdx.x + t] = load(map(&s[63 - t], rank() ^ 1));
    sync();
}
KERNEL(right_fence_before_a_relaxed_arrival) {
    __shared__ u32 s[64];
    u32 t = threadIdx.x;
    s[t] = t;
    fence();
    arrive_relaxed();
    wait();
    p[64 * blockIdx.x + t] = load(map(&s[63 - t], rank() ^ 1));
    sync();
}

// A block fills buffers of the other, and each tells the other by an mbarrier in its memory that one is full or empty.
template <int WITHOUT> static __device__ void ring(u32* p) {
    __shared__ u32 buffer[64];
    __shared__ u64 full, empty;
    u32 t = threadIdx.x, sum = 0;
    if (t == 0) {
        init(&full, 64);
        init(&empty, 64);
        show_init();
    }
    if (WITHOUT != 4) { arrive_relaxed(); wait(); }
    else __syncthreads();
    for (u32 round = 0; round < 3; ++round) {
        if (rank() == 0) {
            if (round > 0 && WITHOUT != 1) await(&empty, (round - 1) & 1);
            store(map(&buffer[t], 1), round + t);
            arrive_at(map(&full, 1));
        } else {
            if (WITHOUT != 2) await(&full, round & 1);
            sum += buffer[63 - t];
            arrive_at(map(&empty, 0));
        }
    }
    p[64 * blockIdx.x + t] = sum;
    // The last arrivals are at the memory of a block that would exit.
    if (WITHOUT != 3) sync();
}
KERNEL(right_ring) { ring<0>(p); }
KERNEL(wrong_ring_that_does_not_wait_for_empty) { ring<1>(p); }  // race
KERNEL(wrong_ring_that_does_not_wait_for_full) { ring<2>(p); }   // race
KERNEL(wrong_ring_without_a_tail) { ring<3>(p); }                // late
KERNEL(wrong_ring_whose_mbarriers_are_not_shown) { ring<4>(p); } // fault

// A thread of a warp waits, and a barrier of its block tells the others.
KERNEL(right_transitive) {
    __shared__ u32 s[64];
    __shared__ u64 full;
    u32 t = threadIdx.x;
    if (t == 0) { init(&full, 64); show_init(); }
    sync();
    if (rank() == 0) {
        store(map(&s[t], 1), t);
        arrive_at(map(&full, 1));
    } else {
        if (t < 32) await(&full, 0);
        __syncthreads();
        p[t] = s[63 - t];
    }
    sync();
}
KERNEL(wrong_transitive) {  // race
    __shared__ u32 s[64];
    __shared__ u64 full;
    u32 t = threadIdx.x;
    if (t == 0) { init(&full, 64); show_init(); }
    sync();
    if (rank() == 0) {
        store(map(&s[t], 1), t);
        arrive_at(map(&full, 1));
    } else {
        if (t < 32) await(&full, 0);
        p[t] = s[63 - t];
    }
    sync();
}

// Asynchronous stores complete at an mbarrier of the block that they go to.
template <bool WAITS> static __device__ void stores(u32* p) {
    __shared__ u32 s[64];
    __shared__ u64 full;
    u32 t = threadIdx.x;
    if (t == 0) { init(&full, 1); show_init(); }
    sync();
    if (t == 0) expect(&full, 256);
    store_async(map(&s[t], rank() ^ 1), t, map(&full, rank() ^ 1));
    if (WAITS) await(&full, 0);
    else __syncthreads();
    p[64 * blockIdx.x + t] = s[63 - t];
    sync();
}
KERNEL(right_asynchronous_stores) { stores<true>(p); }
KERNEL(wrong_asynchronous_stores) { stores<false>(p); }  // late race

// A bulk copy to the memory of the other block.
template <int WITHOUT> static __device__ void bulk(u32* p) {
    __shared__ __align__(16) u32 from[64], to[64];
    __shared__ u64 full;
    u32 t = threadIdx.x;
    from[t] = t;
    if (t == 0) { init(&full, 1); show_init(); }
    fence_copies();
    sync();
    if (t == 0) {
        expect(&full, 256);
        copy_to(map(to, rank() ^ 1), from, 256, map(&full, rank() ^ 1));
    }
    if (WITHOUT != 1) await(&full, 0);
    p[64 * blockIdx.x + t] = to[63 - t];
    if (WITHOUT != 2) sync();
}
KERNEL(right_bulk_copies) { bulk<0>(p); }
KERNEL(wrong_bulk_copies) { bulk<1>(p); }  // late race

// One copy to both blocks, each of which waits at its own mbarrier.
template <int WITHOUT> static __device__ void spread(u32* p) {
    __shared__ __align__(16) u32 to[64];
    __shared__ u64 full;
    u32 t = threadIdx.x;
    if (t == 0) {
        init(&full, 1);
        show_init();
        expect(&full, 256);
    }
    if (WITHOUT != 1) sync();
    else __syncthreads();
    if (t == 0 && rank() == 0) multicast(to, p, 256, &full, 3);
    if (WITHOUT != 2 || rank() == 0) await(&full, 0);
    p[64 * blockIdx.x + 256 + t] = to[63 - t];
    if (WITHOUT == 2) sync();
}
KERNEL(right_multicast) { spread<0>(p); }
KERNEL(wrong_multicast_to_a_block_that_does_not_wait) { spread<2>(p); }  // late race

// Atomics of all blocks may meet, and a plain store may not meet them.
KERNEL(right_counter) {
    __shared__ u32 count;
    if (threadIdx.x == 0) count = 0;
    sync();
    add(map(&count, 0), 1);
    sync();
    if (threadIdx.x == 0) p[blockIdx.x] = count;
}
KERNEL(wrong_counter) {  // race
    __shared__ u32 count;
    if (threadIdx.x == 0) count = 0;
    sync();
    if (rank() == 0 && threadIdx.x == 0) count = 1;
    add(map(&count, 0), 1);
    sync();
    if (threadIdx.x == 0) p[blockIdx.x] = count;
}

// A flag in the memory of the other block.
template <bool FENCES> static __device__ void flags(u32* p) {
    __shared__ u32 data, flag;
    if (threadIdx.x == 0) flag = 0;
    sync();
    if (threadIdx.x == 0 && rank() == 0) {
        store(map(&data, 1), 7);
        if (FENCES) fence();
        asm volatile("st.relaxed.cluster.shared::cluster.u32 [%0], 1;" ::"r"(map(&flag, 1)) : "memory");
    }
    if (threadIdx.x == 0 && rank() == 1) {
        u32 seen;
        do asm volatile("ld.relaxed.cluster.shared::cta.u32 %0, [%1];" : "=r"(seen) : "r"(address(&flag)) : "memory");
        while (seen == 0);
        fence();
        p[0] = data;
    }
    sync();
}
KERNEL(right_flag) { flags<true>(p); }
KERNEL(wrong_flag) { flags<false>(p); }  // race
