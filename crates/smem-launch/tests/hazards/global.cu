// Accesses of global memory by 8 blocks of 64 threads, on `data`, 1024 ints, and `flags`, 64 ints of zero. Kernels whose names end in
// `races` do so where the marks A and B are, `harmless` ones write one value.
#define KERNEL extern "C" __global__ void
#define T threadIdx.x
#define B blockIdx.x
#define I (blockIdx.x * 64 + threadIdx.x)

KERNEL each_thread_its_own(int* data, int* flags) { data[I] = data[I] + 1; }
KERNEL bytes_of_their_own(int* data, int* flags) { ((unsigned char*)data)[I] = I; }
KERNEL a_sum_by_atomics(int* data, int* flags) { atomicAdd(flags, data[I]); }
KERNEL a_sum_without_atomics_races(int* data, int* flags) {
    if (T == 0) flags[0] += data[I];                               // A B
}
KERNEL a_barrier_in_a_block(int* data, int* flags) {
    data[I] = T;
    __syncthreads();
    data[512 + I] = data[I ^ 63];
}
KERNEL no_barrier_in_a_block_races(int* data, int* flags) {
    data[I] = T;                                                   // A
    data[512 + I] = data[I ^ 63];                                  // B
}
KERNEL neighbours_in_place_races(int* data, int* flags) {
    int left = I > 0 ? data[I - 1] : 0;                            // A B
    __syncthreads();
    data[I] = left;                                                // A B
}
KERNEL one_value_for_all_harmless(int* data, int* flags) { flags[1] = 7; }
KERNEL values_of_many_races(int* data, int* flags) {
    flags[1] = I;                                                  // A B
}
KERNEL the_last_block_adds_up(int* data, int* flags) {
    __shared__ bool last;
    data[I] = I;
    __threadfence();
    __syncthreads();
    if (T == 0) last = atomicAdd(flags, 1) == gridDim.x - 1;
    __syncthreads();
    if (last) { __threadfence(); int sum = 0; for (int i = T; i < 512; i += 64) sum += data[i]; data[512 + T] = sum; }
}
KERNEL the_last_block_without_a_fence_races(int* data, int* flags) {
    __shared__ bool last;
    data[I] = I;                                                   // A
    __syncthreads();
    if (T == 0) last = atomicAdd(flags, 1) == gridDim.x - 1;
    __syncthreads();
    if (last) { int sum = 0; for (int i = T; i < 512; i += 64) sum += data[i]; data[512 + T] = sum; }      // B
}
KERNEL a_chain_of_blocks(int* data, int* flags) {
    if (T == 0) {
        if (B > 0) while (*(volatile int*)&flags[B - 1] == 0) { }
        __threadfence();
        data[512 + B] = B > 0 ? data[511 + B] + 1 : 0;
        __threadfence();
        *(volatile int*)&flags[B] = 1;
    }
}
KERNEL a_chain_of_blocks_without_fences_races(int* data, int* flags) {
    if (T == 0) {
        if (B > 0) while (*(volatile int*)&flags[B - 1] == 0) { }
        data[512 + B] = B > 0 ? data[511 + B] + 1 : 0;             // A B
        *(volatile int*)&flags[B] = 1;
    }
}
KERNEL a_barrier_of_the_grid(int* data, int* flags) {
    for (int round = 1; round <= 3; ++round) {
        data[I] += round;
        __syncthreads();
        if (T == 0) {
            __threadfence();
            atomicAdd(flags, 1);
            while (*(volatile int*)flags < round * (int)gridDim.x) { }
            __threadfence();
        }
        __syncthreads();
        int other = data[(I + 64) % 512];
        __syncthreads();
        if (T == 0) {
            __threadfence();
            atomicAdd(flags + 1, 1);
            while (*(volatile int*)(flags + 1) < round * (int)gridDim.x) { }
            __threadfence();
        }
        __syncthreads();
        data[I] += other;
    }
}
