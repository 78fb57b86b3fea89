// Each way of PTX's memory model to order accesses of shared memory, once as it has to be and once with something missing. Every kernel is
// run as blocks of 128 threads on 512 ints of `data` that hold 0, 1, 2 and so on. Lines between which nothing makes an order are marked A
// and B: a kernel without marks is in order.
#define KERNEL extern "C" __global__ void
#define CLUSTER_KERNEL extern "C" __global__ void __cluster_dims__(1, 1, 1)
#define T threadIdx.x
#define LANE (threadIdx.x % 32)
#define WARP (threadIdx.x / 32)

// Barriers of the block.

KERNEL two_named_barriers_of_two_warps(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    asm volatile("bar.sync %0, 64;" :: "r"(1 + T / 64) : "memory");
    data[T] = tile[T ^ 32];
}
KERNEL a_named_barrier_of_other_warps(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];                                             // A
    asm volatile("bar.sync %0, 64;" :: "r"(1 + T / 64) : "memory");
    data[T] = tile[T ^ 64];                                        // B
}
KERNEL a_chain_of_arrivals(int* data) {
    __shared__ int tile[32];
    if (WARP == 0) {
        tile[T] = data[T];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else if (WARP == 1) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        asm volatile("bar.arrive 2, 64;" ::: "memory");
    } else if (WARP == 2) {
        asm volatile("bar.sync 2, 64;" ::: "memory");
        data[T] = tile[31 - LANE];
    }
}
KERNEL a_chain_of_arrivals_with_a_gap(int* data) {
    __shared__ int tile[32];
    if (WARP == 0) {
        tile[T] = data[T];                                         // A
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else if (WARP == 1) {
        asm volatile("bar.arrive 2, 64;" ::: "memory");
        asm volatile("bar.sync 1, 64;" ::: "memory");
    } else if (WARP == 2) {
        asm volatile("bar.sync 2, 64;" ::: "memory");
        data[T] = tile[31 - LANE];                                 // B
    }
}
KERNEL full_and_empty(int* data) {
    __shared__ int tile[64];
    for (int i = 0; i < 4; ++i) {
        if (T < 64) {
            if (i > 0) asm volatile("bar.sync 2, 128;" ::: "memory");
            tile[T] = data[64 * i + T];
            asm volatile("bar.arrive 1, 128;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            data[64 * i + T - 64] = tile[127 - T];
            if (i < 3) asm volatile("bar.arrive 2, 128;" ::: "memory");
        }
    }
}
KERNEL a_named_barrier_with_a_vote(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    int any;
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.or.pred q, 5, 128, p; selp.s32 %0, 1, 0, q; }"
        : "=r"(any) : "r"(data[T]) : "memory");
    data[T] = tile[127 - T] + any;
}
KERNEL barriers_that_vote(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    int both = __syncthreads_and(data[T] > 0);
    int other = tile[127 - T];
    both += __syncthreads_or(other > 0);
    tile[T] = both;
    __syncthreads();
    data[T] = tile[T ^ 1];
}
KERNEL memory_of_a_warp_that_has_ended(int* data) {
    __shared__ int tile[128];
    if (WARP == 3) {
        tile[T] = data[T];                                         // A
        return;
    }
    data[T] = tile[127 - LANE];                                    // B
}
KERNEL a_barrier_in_both_branches(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    if (WARP < 2) {
        __syncthreads();
        data[T] = tile[127 - T];
    } else {
        __syncthreads();
        data[T] = tile[127 - T] + 1;
    }
}

// Barriers of the warp.

KERNEL halves_of_a_warp(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    if (LANE < 16) {
        __syncwarp(0xffff);
        data[T] = tile[T ^ 15];
    } else {
        __syncwarp(0xffff0000);
        data[T] = tile[T ^ 15];
    }
}
KERNEL the_other_half_of_a_warp(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];                                             // A
    if (LANE < 16) {
        __syncwarp(0xffff);
        data[T] = tile[T ^ 16];                                    // B
    }
}
KERNEL one_barrier_of_the_warp_in_two_branches(int* data) {
    __shared__ int tile[128];
    if (LANE < 16) {
        tile[T] = data[T];
        __syncwarp();
    } else {
        tile[T] = data[T] + 1;
        __syncwarp();
    }
    data[T] = tile[T ^ 16];
}
KERNEL one_lane_for_its_warp(int* data) {
    __shared__ int sums[4];
    if (LANE == 0) sums[WARP] = data[T];
    __syncwarp();
    data[T] = sums[WARP];
}
KERNEL one_lane_for_another_warp(int* data) {
    __shared__ int sums[4];
    if (LANE == 0) sums[WARP] = data[T];                           // A
    __syncwarp();
    data[T] = sums[WARP ^ 1];                                      // B
}
KERNEL the_first_lane_for_its_warp(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];                                             // A
    data[T] = tile[T & ~31];                                       // B
}
KERNEL the_first_lane_of_eight(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];                                             // A
    data[T] = tile[T & ~7];                                        // B
}
KERNEL the_last_lane_for_its_warp(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];                                             // A
    data[T] = tile[T | 31];                                        // B
}
KERNEL each_lane_reads_what_it_wrote(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    data[T] = tile[T] + 1;
}
KERNEL one_lane_in_front_of_the_atomics_of_its_warp(int* data) {
    __shared__ int sums[4];
    if (LANE == 0) sums[WARP] = 0;                                 // A
    atomicAdd(&sums[WARP], data[T]);                               // B
    __syncthreads();
    data[T] = sums[WARP];
}
KERNEL one_lane_and_a_barrier_in_front_of_the_atomics_of_its_warp(int* data) {
    __shared__ int sums[4];
    if (LANE == 0) sums[WARP] = 0;
    __syncwarp();
    atomicAdd(&sums[WARP], data[T]);
    __syncthreads();
    data[T] = sums[WARP];
}

// Matrices: the lane that names a row is not the one that holds its elements.

__device__ unsigned load_matrices(const void* row) {
    unsigned r[4], at = __cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");      // A B
    return r[0] + r[1] + r[2] + r[3];
}
__device__ void store_matrices(void* row, int value) {
    unsigned at = __cvta_generic_to_shared(row);
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %1, %1, %1};" :: "r"(at), "r"(value) : "memory");      // A B
}
KERNEL rows_that_the_lane_that_names_them_wrote(int* data) {
    __shared__ __align__(16) int4 rows[128];
    rows[T] = make_int4(data[T], 1, 2, 3);                         // A B
    data[T] = load_matrices(&rows[T]);                             // A B
}
KERNEL rows_that_a_warp_wrote(int* data) {
    __shared__ __align__(16) int4 rows[128];
    rows[T] = make_int4(data[T], 1, 2, 3);
    __syncwarp();
    data[T] = load_matrices(&rows[T]);
    __syncwarp();
    rows[T] = make_int4(data[T], 1, 2, 3);
}
KERNEL words_of_matrices_that_their_own_lane_wrote(int* data) {
    __shared__ __align__(16) int4 rows[128];
    int* mine = (int*)(rows + 32 * WARP);
    for (int i = 0; i < 4; ++i) mine[32 * i + LANE] = data[T];
    data[T] = load_matrices(&rows[T]);
}
KERNEL a_row_of_matrices_that_others_hold(int* data) {
    __shared__ __align__(16) int4 rows[128];
    store_matrices(&rows[T], data[T]);                             // A B
    data[T] = rows[T].x + rows[T].y + rows[T].z + rows[T].w;       // A B
}
KERNEL a_row_of_matrices_behind_a_barrier(int* data) {
    __shared__ __align__(16) int4 rows[128];
    store_matrices(&rows[T], data[T]);
    __syncwarp();
    data[T] = rows[T].x + rows[T].y + rows[T].z + rows[T].w;
}
KERNEL a_word_of_matrices_that_the_same_lane_holds(int* data) {
    __shared__ __align__(16) int4 rows[128];
    store_matrices(&rows[T], data[T]);
    data[T] = ((int*)(rows + 32 * WARP))[LANE];
}

KERNEL a_barrier_of_the_warp_in_front_of_an_arrival(int* data) {
    __shared__ int tile[32];
    if (WARP == 0) {
        if (LANE < 16) tile[T] = data[T];
        else tile[T] = 0;
        __syncwarp();
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else if (WARP == 1) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        data[T] = tile[31 - LANE];
    }
}
KERNEL lanes_in_two_branches(int* data) {
    __shared__ int tile[16];
    if (LANE < 16) {
        if (T < 16) tile[T] = data[T];                             // A B
    } else {
        if (T < 32) data[T] = tile[T - 16];                        // A B
    }
}
KERNEL a_vote_is_not_a_barrier(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];                                             // A
    int votes = __ballot_sync(~0u, data[T + 128] & 1);
    data[T] = tile[T ^ 1] + votes;                                 // B
}
KERNEL a_match_is_not_a_barrier(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];                                             // A
    int same = __match_any_sync(~0u, data[T + 128] & 1);
    data[T] = tile[T ^ 1] + same;                                  // B
}
KERNEL a_sum_of_lanes_is_not_a_barrier(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];                                             // A
    int sum = __reduce_add_sync(~0u, data[T + 128]);
    data[T] = tile[T ^ 1] + sum;                                   // B
}
KERNEL a_reduction_in_lockstep(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    __syncthreads();
    if (T < 32) {
        volatile int* all = tile;
        all[T] += all[T + 32];                                     // A B
        all[T] += all[T + 16];                                     // A B
        all[T] += all[T + 8];                                      // A B
    }
    __syncthreads();
    data[T] = tile[0];
}
KERNEL a_reduction_with_barriers_of_the_warp(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    __syncthreads();
    if (T < 32) {
        volatile int* all = tile;
        int sum = all[T];
        for (int step = 32; step > 0; step /= 2) {
            sum += all[T + step];
            __syncwarp();
            all[T] = sum;
            __syncwarp();
        }
    }
    __syncthreads();
    data[T] = tile[0];
}
KERNEL a_statement_that_reads_and_writes(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    __syncwarp();
    tile[T] += tile[T ^ 8];                                        // A B
    __syncwarp();
    data[T] = tile[T];
}
KERNEL a_generic_pointer(int* data) {
    __shared__ int tile[128];
    int* from = data[511] == 511 ? tile : data;
    from[T] = data[T];
    __syncthreads();
    data[T] = from[127 - T];
}
KERNEL a_generic_pointer_without_a_barrier(int* data) {
    __shared__ int tile[128];
    int* from = data[511] == 511 ? tile : data + 256;
    from[T] = data[T + 128];                                       // A
    data[T] = from[127 - T];                                       // B
}

// Atomics, flags and fences.

KERNEL a_flag_of_release_and_acquire(int* data) {
    __shared__ int value, flag;
    if (T == 0) flag = 0;
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(&flag);
    if (T == 0) {
        value = data[T];
        asm volatile("st.release.cta.shared.u32 [%0], 1;" :: "r"(at) : "memory");
    } else if (T == 32) {
        int seen;
        do asm volatile("ld.acquire.cta.shared.u32 %0, [%1];" : "=r"(seen) : "r"(at) : "memory");
        while (seen == 0);
        data[T] = value;
    }
}
KERNEL a_flag_of_relaxed_accesses_and_fences(int* data) {
    __shared__ int value, flag;
    if (T == 0) flag = 0;
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(&flag);
    if (T == 0) {
        value = data[T];
        asm volatile("fence.acq_rel.cta;" ::: "memory");
        asm volatile("st.relaxed.cta.shared.u32 [%0], 1;" :: "r"(at) : "memory");
    } else if (T == 32) {
        int seen;
        do asm volatile("ld.relaxed.cta.shared.u32 %0, [%1];" : "=r"(seen) : "r"(at) : "memory");
        while (seen == 0);
        asm volatile("fence.acq_rel.cta;" ::: "memory");
        data[T] = value;
    }
}
KERNEL a_volatile_flag_and_fences(int* data) {
    __shared__ int value, flag;
    if (T == 0) flag = 0;
    __syncthreads();
    if (T == 0) {
        value = data[T];
        __threadfence_block();
        *(volatile int*)&flag = 1;
    } else if (T == 32) {
        while (*(volatile int*)&flag == 0) { }
        __threadfence_block();
        data[T] = value;
    }
}
KERNEL a_volatile_flag_without_fences(int* data) {
    __shared__ int value, flag;
    if (T == 0) flag = 0;
    __syncthreads();
    if (T == 0) {
        value = data[T];                                           // A B
        *(volatile int*)&flag = 1;                                 // A B
    } else if (T == 32) {
        while (*(volatile int*)&flag == 0) { }                     // A B
        data[T] = value;                                           // A B
    }
}
KERNEL a_relaxed_flag_without_fences(int* data) {
    __shared__ int value, flag;
    if (T == 0) flag = 0;
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(&flag);
    if (T == 0) {
        value = data[T];                                           // A B
        asm volatile("st.relaxed.cta.shared.u32 [%0], 1;" :: "r"(at) : "memory");   // A B
    } else if (T == 32) {
        int seen;
        do asm volatile("ld.relaxed.cta.shared.u32 %0, [%1];" : "=r"(seen) : "r"(at) : "memory");   // A B
        while (seen == 0);
        data[T] = value;                                           // A B
    }
}
KERNEL a_flag_whose_reader_lacks_a_fence(int* data) {
    __shared__ int value, flag;
    if (T == 0) flag = 0;
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(&flag);
    if (T == 0) {
        value = data[T];                                           // A B
        asm volatile("st.release.cta.shared.u32 [%0], 1;" :: "r"(at) : "memory");
    } else if (T == 32) {
        int seen;
        do asm volatile("ld.relaxed.cta.shared.u32 %0, [%1];" : "=r"(seen) : "r"(at) : "memory");
        while (seen == 0);
        data[T] = value;                                           // A B
    }
}
KERNEL relaxed_accesses_of_one_word(int* data) {
    __shared__ int last;
    if (T == 0) last = 0;
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(&last);
    if (T < 32) asm volatile("st.relaxed.cta.shared.u32 [%0], %1;" :: "r"(at), "r"(data[T]) : "memory");
    else if (T == 32) {
        int seen;
        asm volatile("ld.relaxed.cta.shared.u32 %0, [%1];" : "=r"(seen) : "r"(at) : "memory");
        data[T] = seen;
    }
}
KERNEL a_flag_of_an_exchange(int* data) {
    __shared__ int value, flag;
    if (T == 0) flag = 0;
    __syncthreads();
    if (T == 0) {
        value = data[T];
        __threadfence_block();
        atomicExch(&flag, 1);
    } else if (T == 32) {
        while (atomicAdd(&flag, 0) == 0) { }
        __threadfence_block();
        data[T] = value;
    }
}
KERNEL a_flag_of_atomics_with_semantics(int* data) {
    __shared__ int value, flag;
    if (T == 0) flag = 0;
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(&flag);
    if (T == 0) {
        value = data[T];
        asm volatile("red.release.cta.shared.add.u32 [%0], 1;" :: "r"(at) : "memory");
    } else if (T == 32) {
        int seen;
        do asm volatile("atom.acquire.cta.shared.or.b32 %0, [%1], 0;" : "=r"(seen) : "r"(at) : "memory");
        while (seen == 0);
        data[T] = value;
    }
}
KERNEL a_flag_of_relaxed_atomics(int* data) {
    __shared__ int value, flag;
    if (T == 0) flag = 0;
    __syncthreads();
    if (T == 0) {
        value = data[T];                                           // A B
        atomicExch(&flag, 1);
    } else if (T == 32) {
        while (atomicAdd(&flag, 0) == 0) { }
        data[T] = value;                                           // A B
    }
}
KERNEL a_lock_that_a_volatile_store_opens(int* data) {
    __shared__ int lock, sum;
    if (T == 0) lock = sum = 0;
    __syncthreads();
    if (LANE == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) { }
        __threadfence_block();
        sum += data[T];
        __threadfence_block();
        *(volatile int*)&lock = 0;
    }
    __syncthreads();
    if (T == 0) data[0] = sum;
}
KERNEL a_counter_that_a_volatile_load_watches(int* data) {
    __shared__ int count;
    if (T == 0) count = 0;
    __syncthreads();
    if (WARP == 0) atomicAdd(&count, 1);
    if (WARP == 1) {
        while (*(volatile int*)&count < 32) { }
        data[T] = 1;
    }
}
KERNEL a_counter_that_a_plain_load_watches(int* data) {
    __shared__ int count;
    if (T == 0) count = 0;
    __syncthreads();
    if (WARP == 0) atomicAdd(&count, 1);                           // A B
    if (WARP == 1) data[T] = count;                                // A B
}
KERNEL a_store_to_what_others_count(int* data) {
    __shared__ int count;
    if (T == 0) count = 0;
    __syncthreads();
    if (WARP == 0) atomicAdd(&count, data[T]);                     // A B
    if (T == 32) count = 7;                                        // A B
    __syncthreads();
    data[T] = count;
}
KERNEL a_fence_is_not_a_barrier(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];                                             // A
    __threadfence_block();
    data[T] = tile[127 - T];                                       // B
}

// mbarrier.

__device__ void init(unsigned long long* barrier, int count) {
    unsigned at = __cvta_generic_to_shared(barrier);
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(at), "r"(count) : "memory");
}
__device__ unsigned long long arrive(unsigned long long* barrier) {
    unsigned at = __cvta_generic_to_shared(barrier);
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
    return state;
}
__device__ void wait_for_parity(unsigned long long* barrier, int phase) {
    unsigned at = __cvta_generic_to_shared(barrier);
    int done;
    do asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
        : "=r"(done) : "r"(at), "r"(phase) : "memory");
    while (done == 0);
}
KERNEL a_wait_for_the_state_of_an_arrival(int* data) {
    __shared__ unsigned long long all;
    __shared__ int tile[128];
    if (T == 0) init(&all, 128);
    __syncthreads();
    tile[T] = data[T];
    unsigned long long state = arrive(&all);
    unsigned at = __cvta_generic_to_shared(&all);
    int done;
    do asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
        : "=r"(done) : "r"(at), "l"(state) : "memory");
    while (done == 0);
    data[T] = tile[127 - T];
}
KERNEL an_mbarrier_that_others_use_without_a_barrier(int* data) {
    __shared__ unsigned long long all;
    __shared__ int tile[128];
    unsigned at = __cvta_generic_to_shared(&all);
    if (T == 0) asm volatile("mbarrier.init.shared.b64 [%0], 128;" :: "r"(at) : "memory");                       // A
    tile[T] = data[T];
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" :: "r"(at) : "memory");          // B
    __syncthreads();
    data[T] = tile[127 - T];
}
KERNEL an_mbarrier_for_the_warp_of_who_made_it(int* data) {
    __shared__ unsigned long long all;
    __shared__ int tile[32];
    if (WARP > 0) return;
    if (T == 0) init(&all, 32);
    __syncwarp();
    tile[T] = data[T];
    arrive(&all);
    wait_for_parity(&all, 0);
    data[T] = tile[T ^ 1];
}
KERNEL a_wait_for_the_phase_before(int* data) {
    __shared__ unsigned long long full;
    __shared__ int tile[32];
    if (T == 0) init(&full, 32);
    __syncthreads();
    if (WARP == 1) {
        tile[LANE] = data[T];                                      // A B
        arrive(&full);
    } else if (WARP == 0) {
        wait_for_parity(&full, 1);
        data[T] = tile[31 - LANE];                                 // A B
    }
}
KERNEL a_wait_for_one_phase_of_two(int* data) {
    __shared__ unsigned long long full;
    __shared__ int tile[64];
    if (T == 0) init(&full, 32);
    __syncthreads();
    if (WARP == 0) {
        tile[T] = data[T];
        arrive(&full);
        wait_for_parity(&full, 0);
        tile[T + 32] = data[T + 32];                               // A B
        if (T > 0) arrive(&full);
    } else if (WARP == 1) {
        wait_for_parity(&full, 0);
        data[T] = tile[31 - LANE];
        data[T + 32] = tile[63 - LANE];                            // A B
    }
}
KERNEL an_arrival_that_leaves(int* data) {
    __shared__ unsigned long long all;
    __shared__ int tile[64];
    if (T == 0) init(&all, 64);
    __syncthreads();
    unsigned at = __cvta_generic_to_shared(&all);
    if (WARP == 0) {
        tile[T] = data[T];
        asm volatile("{ .reg .b64 state; mbarrier.arrive_drop.shared.b64 state, [%0]; }" :: "r"(at) : "memory");
    } else if (WARP == 1) {
        arrive(&all);
        wait_for_parity(&all, 0);
        data[T] = tile[31 - LANE];
        arrive(&all);
        wait_for_parity(&all, 1);
    }
}

// Asynchronous copies.

__device__ void copy(int* to, const int* from) {
    unsigned at = __cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(from) : "memory");      // A B
}
KERNEL copies_that_others_waited_for(int* data) {
    __shared__ int tile[128];
    for (int i = 0; i < 3; ++i) {
        copy(&tile[T], data + 128 * i + T);
        asm volatile("cp.async.commit_group;" ::: "memory");
        asm volatile("cp.async.wait_group 0;" ::: "memory");
        __syncthreads();
        data[128 * i + T] = tile[127 - T];
        __syncthreads();
    }
}
KERNEL a_copy_that_its_own_thread_reads(int* data) {
    __shared__ int tile[128];
    copy(&tile[T], data + T);
    asm volatile("cp.async.wait_all;" ::: "memory");
    data[T] = tile[T];
}
KERNEL a_copy_onto_a_store(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    copy(&tile[T], data + T + 128);
    asm volatile("cp.async.wait_all;" ::: "memory");
    data[T] = tile[T];
}
KERNEL a_store_onto_a_copy(int* data) {
    __shared__ int tile[128];
    copy(&tile[T], data + T);                                      // A B
    tile[T] = data[T + 128];                                       // A B
    asm volatile("cp.async.wait_all;" ::: "memory");
    data[T] = tile[T];
}
KERNEL a_copy_onto_what_others_read(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    __syncthreads();
    data[T] = tile[127 - T];                                       // A B
    copy(&tile[T], data + T);                                      // A B
    asm volatile("cp.async.wait_all;" ::: "memory");
}
KERNEL a_copy_at_an_mbarrier(int* data) {
    __shared__ unsigned long long full;
    __shared__ int tile[128];
    if (T == 0) init(&full, 128);
    __syncthreads();
    for (int i = 0; i < 3; ++i) {
        copy(&tile[T], data + 128 * i + T);
        unsigned at = __cvta_generic_to_shared(&full);
        asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"(at) : "memory");
        wait_for_parity(&full, i % 2);
        data[128 * i + T] = tile[127 - T];
        __syncthreads();
    }
}
__device__ void copy_in_bulk(int* to, const int* from, unsigned long long* barrier, int bytes) {
    unsigned at = __cvta_generic_to_shared(barrier), place = __cvta_generic_to_shared(to);
    asm volatile("{ .reg .b64 state; mbarrier.arrive.expect_tx.shared.b64 state, [%0], %1; }" :: "r"(at), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        :: "r"(place), "l"(from), "r"(bytes), "r"(at) : "memory");      // A B
}
__device__ void copy_out(int* to, int* from, int bytes) {
    unsigned place = __cvta_generic_to_shared(from);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(to), "r"(place), "r"(bytes) : "memory");      // A B
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
KERNEL bulk_copies_one_after_another(int* data) {
    __shared__ __align__(16) int tile[128];
    __shared__ unsigned long long full;
    if (T == 0) init(&full, 1);
    __syncthreads();
    for (int i = 0; i < 3; ++i) {
        if (T == 0) copy_in_bulk(tile, data + 128 * i, &full, 512);
        wait_for_parity(&full, i % 2);
        data[128 * i + T] = tile[127 - T];
        __syncthreads();
    }
}
KERNEL bulk_copies_onto_what_others_read(int* data) {
    __shared__ __align__(16) int tile[128];
    __shared__ unsigned long long full, again;
    if (T == 0) { init(&full, 1); init(&again, 1); }
    __syncthreads();
    if (T == 0) copy_in_bulk(tile, data, &full, 512);
    wait_for_parity(&full, 0);
    data[T] = tile[127 - T];                                       // A B
    if (T == 0) copy_in_bulk(tile, data + 128, &again, 512);
    wait_for_parity(&again, 0);
    data[T] = tile[T];                                             // A B
}
KERNEL a_copy_out_that_is_waited_for(int* data) {
    __shared__ __align__(16) int tile[128];
    for (int i = 0; i < 2; ++i) {
        tile[T] = data[T] + i;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (T == 0) {
            copy_out(data + 128 * i, tile, 512);
            asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        }
        __syncthreads();
    }
}
KERNEL a_copy_out_without_a_fence(int* data) {
    __shared__ __align__(16) int tile[128];
    tile[T] = data[T];                                             // A
    __syncthreads();
    if (T == 0) {
        copy_out(data, tile, 512);                                 // B
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}
KERNEL a_copy_out_behind_a_fence_of_its_own_thread(int* data) {
    __shared__ __align__(16) int tile[128];
    tile[T] = data[T];
    __syncthreads();
    if (T == 0) {
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        copy_out(data, tile, 512);
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}
KERNEL a_copy_out_behind_a_fence_in_front_of_the_stores(int* data) {
    __shared__ __align__(16) int tile[128];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    tile[T] = data[T];                                             // A
    __syncthreads();
    if (T == 0) {
        copy_out(data, tile, 512);                                 // B
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}
KERNEL a_copy_out_of_one_warp_behind_its_fence(int* data) {
    __shared__ __align__(16) int tile[128];
    tile[T] = data[T];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncwarp();
    if (T == 0) {
        copy_out(data, tile, 128);
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}
KERNEL a_copy_out_of_what_a_copy_has_brought(int* data) {
    __shared__ __align__(16) int tile[128];
    __shared__ unsigned long long full;
    if (T == 0) init(&full, 1);
    __syncthreads();
    if (T == 0) {
        copy_in_bulk(tile, data, &full, 512);
        wait_for_parity(&full, 0);
        copy_out(data, tile, 512);
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}
KERNEL a_copy_out_that_is_not_waited_for(int* data) {
    __shared__ __align__(16) int tile[128];
    for (int i = 0; i < 2; ++i) {
        tile[T] = data[T] + i;                                     // A B
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (T == 0) copy_out(data + 128 * i, tile, 512);
        __syncthreads();
    }
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// Components of wide loads.

KERNEL a_component_that_nothing_reads(int* data) {
    __shared__ int4 tile[128];
    tile[T] = make_int4(data[T], 1, 2, 3);
    __syncthreads();
    int4 other = tile[127 - T];
    tile[T].w = data[T + 128];
    data[T] = other.x + other.y * other.z;
}
KERNEL a_component_that_is_read(int* data) {
    __shared__ int4 tile[128];
    tile[T] = make_int4(data[T], 1, 2, 3);
    __syncthreads();
    int4 other = tile[127 - T];                                    // A
    tile[T].w = data[T + 128];                                     // B
    data[T] = other.x + other.y * other.w;
}
KERNEL a_component_that_one_path_reads(int* data) {
    __shared__ int4 tile[128];
    tile[T] = make_int4(data[T], 1, 2, 3);
    __syncthreads();
    int4 other = tile[127 - T];                                    // A
    tile[T].w = data[T + 128];                                     // B
    int sum = other.x + other.y * other.z;
    if (data[T + 256] > 300) {
        for (int i = 0; i < data[300] % 4 + 1; i++) data[384 + i] = sum ^= other.w;
    }
    data[T] = sum;
}
KERNEL a_middle_component_in_front_of_a_division(int* data) {
    __shared__ float4 tile[128];
    tile[T] = make_float4(data[T], 1, 2, 3);
    __syncthreads();
    float4 other = tile[127 - T];
    tile[T].y = data[T + 128];
    data[T] = other.x / other.w + other.z;
}
KERNEL a_divisor_of_a_wide_load(int* data) {
    __shared__ float4 tile[128];
    tile[T] = make_float4(data[T], 1, 2, 3);
    __syncthreads();
    float4 other = tile[127 - T];                                  // A
    tile[T].y = data[T + 128];                                     // B
    data[T] = other.x / other.y + other.z / other.w;
}
KERNEL a_component_of_a_load_in_a_loop(int* data) {
    __shared__ int4 tile[128];
    tile[T] = make_int4(data[T], 1, 2, 3);
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < data[300] % 4 + 2; i++) {
        int4 other = tile[(T + 17 * i) % 128];
        tile[T].z = sum;
        sum += other.x * other.y + other.w;
    }
    data[T] = sum;
}
KERNEL what_the_last_round_of_a_loop_loaded(int* data) {
    __shared__ int4 tile[128];
    tile[T] = make_int4(data[T], 1, 2, 3);
    __syncthreads();
    int sum = 0;
    int4 other = make_int4(0, 0, 0, 0);
    for (int i = 0; i < data[300] % 4 + 2; i++) {
        sum += other.z;
        other = tile[(T + 17 * i + 1) % 128];                      // A
        tile[T].z = sum;                                           // A
        sum += other.x * other.y + other.w;
    }
    data[T] = sum;
}
KERNEL halves_of_words(int* data) {
    __shared__ short4 tile[128];
    tile[T] = make_short4(data[T], 1, 2, 3);
    __syncthreads();
    short4 other = tile[127 - T];
    tile[T].y = data[T + 128];
    data[T] = other.x + other.z * other.w;
}
KERNEL a_component_that_nothing_wrote(int* data) {
    __shared__ int4 tile[128];
    tile[T].x = data[T];
    tile[T].y = 5;
    tile[T].z = data[T + 128];
    __syncthreads();
    int4 other = tile[127 - T];
    data[T] = other.x + other.y * other.z;
}

// Flags and locks without an order in front of them.

KERNEL a_flag_that_is_cleared_without_a_barrier(int* data) {
    __shared__ volatile int flag;
    __shared__ int value;
    if (T == 0) flag = 0;                                          // A
    if (T == 0) {
        value = data[5];
        __threadfence_block();
        flag = 1;
    } else if (T == 32) {
        while (flag == 0) {}                                       // B
        __threadfence_block();
        data[0] = value;
    }
}
KERNEL a_lock_whose_holder_lacks_a_fence(int* data) {
    __shared__ int lock;
    __shared__ int sum;
    if (T == 0) { lock = 0; sum = 0; }
    __syncthreads();
    if (LANE == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        sum += data[T];                                            // A
        __threadfence_block();
        atomicExch(&lock, 0);
    }
}
KERNEL a_lock_that_acquires_and_releases(int* data) {
    __shared__ int lock;
    __shared__ int sum[8];
    if (T == 0) { lock = 0; sum[data[300] % 8] = 0; }
    __syncthreads();
    unsigned at = (unsigned)__cvta_generic_to_shared(&lock);
    if (LANE == 0) {
        int held;
        do asm volatile("atom.acquire.cta.shared.cas.b32 %0, [%1], 0, 1;" : "=r"(held) : "r"(at) : "memory");
        while (held != 0);
        sum[data[300] % 8] += data[T];
        asm volatile("st.release.cta.shared.b32 [%0], 0;" :: "r"(at) : "memory");
    }
    __syncthreads();
    data[T] = sum[data[300] % 8];
}
KERNEL a_flag_of_release_and_acquire_for_the_gpu(int* data) {
    __shared__ int flag;
    __shared__ int value[8];
    if (T == 0) flag = 0;
    __syncthreads();
    unsigned at = (unsigned)__cvta_generic_to_shared(&flag);
    if (T == 0) {
        value[data[300] % 8] = data[5];
        asm volatile("st.release.gpu.shared.b32 [%0], 1;" :: "r"(at) : "memory");
    } else if (T == 32) {
        int found;
        do asm volatile("ld.acquire.gpu.shared.b32 %0, [%1];" : "=r"(found) : "r"(at) : "memory");
        while (found == 0);
        data[0] = value[data[300] % 8];
    }
}

// Clusters: of one block here.

CLUSTER_KERNEL a_barrier_of_the_cluster(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    data[T] = tile[127 - T];
}
CLUSTER_KERNEL a_wait_of_the_cluster_too_late(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];                                             // A
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    data[T] = tile[127 - T];                                       // B
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
CLUSTER_KERNEL a_store_behind_the_arrival_at_the_cluster(int* data) {
    __shared__ int tile[128];
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    tile[T] = data[T];                                             // A
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    data[T] = tile[127 - T];                                       // B
}
