// Kernels with and without hazards of shared memory, each run as one block of 64 threads on 256 ints of `data` that hold 0, 1, 2 and so on.
// The lines of a hazard are marked A and B; `tests/hazards.rs` says which hazard that is.
#define KERNEL extern "C" __global__ void
#define T threadIdx.x

KERNEL no_barrier(int* data) {
    __shared__ int tile[64];
    tile[T] = data[T];                                             // A
    data[T] = tile[63 - T];                                        // B
}
KERNEL barrier(int* data) {
    __shared__ int tile[64];
    tile[T] = data[T];
    __syncthreads();
    data[T] = tile[63 - T];
}
KERNEL no_barrier_at_the_end_of_a_loop(int* data) {
    __shared__ int tile[64];
    for (int i = 0; i < 4; ++i) {
        tile[T] = data[64 * i + T];                                // B
        __syncthreads();
        data[64 * i + T] = tile[63 - T];                           // A
    }
}
KERNEL barriers_in_a_loop(int* data) {
    __shared__ int tile[64];
    for (int i = 0; i < 4; ++i) {
        tile[T] = data[64 * i + T];
        __syncthreads();
        data[64 * i + T] = tile[63 - T];
        __syncthreads();
    }
}
KERNEL a_reduction_without_a_barrier(int* data) {
    __shared__ int sums[64];
    sums[T] = data[T];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (T < half) {
            int other = sums[T + half];                            // B
            sums[T] += other;                                      // A
        }
    }
    __syncthreads();
    if (T == 0) data[0] = sums[0];
}
KERNEL a_warp_without_a_barrier(int* data) {
    __shared__ int tile[64];
    tile[T] = data[T];                                             // A
    data[T] = tile[T ^ 1];                                         // B
}
KERNEL a_warp_with_a_barrier(int* data) {
    __shared__ int tile[64];
    tile[T] = data[T];
    __syncwarp();
    data[T] = tile[T ^ 1];
}
KERNEL a_warp_of_volatile_accesses(int* data) {
    __shared__ int tile[64];
    volatile int* all = tile;
    all[T] = data[T];                                              // A
    data[T] = all[T ^ 1];                                          // B
}
KERNEL a_shuffle_is_not_a_barrier(int* data) {
    __shared__ int tile[64];
    tile[T] = data[T];                                             // A
    int other = __shfl_xor_sync(~0u, data[T + 64], 1);
    data[T] = tile[T ^ 1] + other;                                 // B
}
KERNEL a_barrier_of_half_a_warp(int* data) {
    __shared__ int tile[64];
    if (T % 32 < 16) {
        tile[T] = data[T];
        __syncwarp(0xffff);
        data[T] = tile[T ^ 1];
    }
}
KERNEL lanes_that_write_one_word(int* data) {
    __shared__ int word;
    word = data[T];                                                // A B
    __syncthreads();
    data[T] = word;
}
KERNEL lanes_that_write_one_value(int* data) {
    __shared__ int word;
    word = data[0];                                                // A B
    __syncthreads();
    data[T] = word;
}
KERNEL bytes_of_one_word(int* data) {
    __shared__ unsigned char bytes[64];
    bytes[T] = data[T];
    __syncthreads();
    data[T] = bytes[63 - T];
}
KERNEL bytes_that_overlap(int* data) {
    __shared__ __align__(4) unsigned char bytes[64];
    bytes[T] = data[T];                                            // A
    if (T < 16) data[T] = reinterpret_cast<int*>(bytes)[15 - T];   // B
}
KERNEL atomics(int* data) {
    __shared__ int bins[8];
    if (T < 8) bins[T] = 0;
    __syncthreads();
    atomicAdd(&bins[data[T] % 8], 1);
    __syncthreads();
    if (T < 8) data[T] = bins[T];
}
KERNEL atomics_before_a_barrier_is_missing(int* data) {
    __shared__ int bins[8];
    if (T < 8) bins[T] = 0;                                        // A
    atomicAdd(&bins[data[T] % 8], 1);                              // B
    __syncthreads();
    if (T < 8) data[T] = bins[T];
}
KERNEL atomics_after_which_a_barrier_is_missing(int* data) {
    __shared__ int bins[8];
    if (T < 8) bins[T] = 0;
    __syncthreads();
    atomicAdd(&bins[data[T] % 8], 1);                              // A
    if (T < 8) data[T] = bins[T];                                  // B
}
KERNEL sums_of_floats(int* data) {
    __shared__ float sum;
    if (T == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, float(data[T]));
    __syncthreads();
    if (T == 0) data[0] = sum;
}
KERNEL a_maximum_by_compare_and_swap(int* data) {
    __shared__ int most;
    if (T == 0) most = 0;
    __syncthreads();
    int old = most, assumed;
    do {
        assumed = old;
        old = atomicCAS(&most, assumed, max(assumed, data[T]));
    } while (old != assumed);
    __syncthreads();
    if (T == 0) data[0] = most;
}
KERNEL a_lock(int* data) {
    __shared__ int lock, sum;
    if (T == 0) lock = sum = 0;
    __syncthreads();
    if (T % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) { }
        __threadfence_block();
        sum += data[T];
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (T == 0) data[0] = sum;
}
KERNEL a_lock_without_fences(int* data) {
    __shared__ int lock, sum;
    if (T == 0) lock = sum = 0;
    __syncthreads();
    if (T % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) { }
        sum += data[T];                                            // A B
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (T == 0) data[0] = sum;
}
KERNEL the_last_warp_by_a_counter(int* data) {
    __shared__ int parts[2], arrived;
    if (T == 0) arrived = 0;
    __syncthreads();
    if (T % 32 == 0) {
        parts[T / 32] = data[T];
        __threadfence_block();
        if (atomicAdd(&arrived, 1) == 1) {
            __threadfence_block();
            data[64] = parts[0] + parts[1];
        }
    }
}
KERNEL a_named_barrier(int* data) {
    __shared__ int tile[64];
    tile[T] = data[T];
    asm volatile("bar.sync 3, 64;" ::: "memory");
    data[T] = tile[63 - T];
}
KERNEL a_producer_and_a_consumer(int* data) {
    __shared__ int tile[32];
    if (T < 32) {
        tile[T] = data[T];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        data[T] = tile[63 - T];
    }
}
KERNEL a_producer_that_does_not_wait(int* data) {
    __shared__ int tile[32];
    for (int i = 0; i < 2; ++i) {
        if (T < 32) {
            tile[T] = data[32 * i + T];                            // B
            asm volatile("bar.arrive %0, 64;" :: "r"(i) : "memory");
        } else {
            asm volatile("bar.sync %0, 64;" :: "r"(i) : "memory");
            data[32 * i + T] = tile[63 - T];                       // A
        }
    }
}
KERNEL a_barrier_of_another_warp(int* data) {
    __shared__ int tile[64];
    tile[T] = data[T];                                             // A
    asm volatile("bar.sync %0, 32;" :: "r"(1 + T / 32) : "memory");
    data[T] = tile[63 - T];                                        // B
}
KERNEL a_barrier_with_votes(int* data) {
    __shared__ int tile[64];
    tile[T] = data[T];
    int count = __syncthreads_count(data[T] & 1);
    data[T] = tile[63 - T] + count;
}
KERNEL a_copy_that_is_waited_for(int* data) {
    __shared__ int tile[64];
    unsigned at = __cvta_generic_to_shared(&tile[T]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(data + T) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    data[T] = tile[63 - T];
}
KERNEL a_copy_without_a_wait(int* data) {
    __shared__ int tile[64];
    unsigned at = __cvta_generic_to_shared(&tile[T]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(data + T) : "memory");   // A
    asm volatile("cp.async.commit_group;" ::: "memory");
    __syncthreads();
    data[T] = tile[63 - T];                                        // B
}
KERNEL a_copy_without_a_wait_of_its_own_thread(int* data) {
    __shared__ int tile[64];
    unsigned at = __cvta_generic_to_shared(&tile[T]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(data + T) : "memory");   // A
    asm volatile("cp.async.commit_group;" ::: "memory");
    data[T] = tile[T];                                             // B
}
KERNEL a_copy_without_a_barrier(int* data) {
    __shared__ int tile[64];
    unsigned at = __cvta_generic_to_shared(&tile[T]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(data + T) : "memory");   // A
    asm volatile("cp.async.wait_all;" ::: "memory");
    data[T] = tile[63 - T];                                        // B
}
KERNEL a_pipeline_of_copies(int* data) {
    __shared__ int tiles[2][64];
    for (int i = 0; i < 5; ++i) {
        if (i < 4) {
            unsigned at = __cvta_generic_to_shared(&tiles[i % 2][T]);
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(data + 64 * i + T) : "memory");
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        if (i == 0) continue;
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        data[64 * (i - 1) + T] = tiles[(i - 1) % 2][63 - T];
        __syncthreads();
    }
}
KERNEL a_pipeline_that_waits_for_one_copy_too_few(int* data) {
    __shared__ int tiles[2][64];
    for (int i = 0; i < 5; ++i) {
        if (i < 4) {
            unsigned at = __cvta_generic_to_shared(&tiles[i % 2][T]);
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(data + 64 * i + T) : "memory");   // A
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        if (i == 0) continue;
        asm volatile("cp.async.wait_group 2;" ::: "memory");
        __syncthreads();
        data[64 * (i - 1) + T] = tiles[(i - 1) % 2][63 - T];       // B
        __syncthreads();
    }
}
KERNEL a_matrix_of_another_warp(int* data) {
    __shared__ __align__(16) int tile[64];
    tile[T] = data[T];                                             // A
    int a, b;
    unsigned at = __cvta_generic_to_shared(&tile[4 * (T % 16)]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at) : "memory");   // B
    data[T] = a + b;
}
KERNEL a_read_of_what_nothing_wrote(int* data) {
    __shared__ int tile[64];
    if (T != 9) tile[T] = data[T];
    __syncthreads();
    data[T] = tile[63 - T];                                        // A
}
KERNEL a_counter_without_fences(int* data) {
    __shared__ int parts[2], arrived;
    if (T == 0) arrived = 0;
    __syncthreads();
    if (T % 32 == 0) {
        parts[T / 32] = data[T];                                   // A
        if (atomicAdd(&arrived, 1) == 1) {
            data[64] = parts[0] + parts[1];                        // B
        }
    }
}
__device__ void init(unsigned long long* barrier, int count) {
    unsigned at = __cvta_generic_to_shared(barrier);
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(at), "r"(count) : "memory");
}
__device__ void arrive(unsigned long long* barrier) {
    unsigned at = __cvta_generic_to_shared(barrier);
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" :: "r"(at) : "memory");
}
__device__ void wait(unsigned long long* barrier, int phase) {
    unsigned at = __cvta_generic_to_shared(barrier);
    asm volatile("{ .reg .pred done; again: mbarrier.test_wait.parity.shared.b64 done, [%0], %1; @!done bra again; }"
        :: "r"(at), "r"(phase) : "memory");
}
KERNEL an_mbarrier(int* data) {
    __shared__ unsigned long long full, empty;
    __shared__ int tile[32];
    if (T == 0) { init(&full, 32); init(&empty, 32); }
    __syncthreads();
    for (int i = 0; i < 4; ++i) {
        if (T < 32) {
            if (i > 0) wait(&empty, (i - 1) % 2);
            tile[T] = data[32 * i + T];
            arrive(&full);
        } else {
            wait(&full, i % 2);
            data[32 * i + T - 32] = tile[63 - T];
            arrive(&empty);
        }
    }
}
KERNEL an_mbarrier_that_nobody_waits_for(int* data) {
    __shared__ unsigned long long full;
    __shared__ int tile[32];
    if (T == 0) init(&full, 32);
    __syncthreads();
    if (T < 32) {
        tile[T] = data[T];                                         // A
        arrive(&full);
    } else {
        data[T] = tile[63 - T];                                    // B
    }
}
KERNEL an_mbarrier_at_which_one_lane_arrives(int* data) {
    __shared__ unsigned long long full;
    __shared__ int tile[32];
    if (T == 0) init(&full, 1);
    __syncthreads();
    if (T < 32) {
        tile[T] = data[T];                                         // A
        if (T == 0) arrive(&full);
    } else {
        wait(&full, 0);
        data[T] = tile[63 - T];                                    // B
    }
}
KERNEL an_mbarrier_at_which_one_lane_arrives_for_all(int* data) {
    __shared__ unsigned long long full;
    __shared__ int tile[32];
    if (T == 0) init(&full, 1);
    __syncthreads();
    if (T < 32) {
        tile[T] = data[T];
        __syncwarp();
        if (T == 0) arrive(&full);
    } else {
        wait(&full, 0);
        data[T] = tile[63 - T];
    }
}
__device__ void copy_in_bulk(int* to, const int* from, unsigned long long* barrier, int bytes) {
    unsigned at = __cvta_generic_to_shared(barrier), place = __cvta_generic_to_shared(to);
    asm volatile("{ .reg .b64 state; mbarrier.arrive.expect_tx.shared.b64 state, [%0], %1; }" :: "r"(at), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        :: "r"(place), "l"(from), "r"(bytes), "r"(at) : "memory");      // A
}
KERNEL a_bulk_copy(int* data) {
    __shared__ __align__(16) int tile[64];
    __shared__ unsigned long long full;
    if (T == 0) init(&full, 1);
    __syncthreads();
    if (T == 0) copy_in_bulk(tile, data, &full, 256);
    wait(&full, 0);
    data[T] = tile[63 - T];
}
KERNEL a_bulk_copy_that_is_not_waited_for(int* data) {
    __shared__ __align__(16) int tile[64];
    __shared__ unsigned long long full;
    if (T == 0) init(&full, 1);
    __syncthreads();
    if (T == 0) copy_in_bulk(tile, data, &full, 256);
    __syncthreads();
    data[T] = tile[63 - T];                                        // B
}
