// Kernels that do something invalid, each run as one block of 64 threads on 256 ints of `data`. `tests/faults.rs` has what the simulator says.
#define KERNEL extern "C" __global__ void
#define T threadIdx.x

KERNEL out_of_shared_memory(int* data) {
    __shared__ int tile[64];
    tile[T] = data[T];
    __syncthreads();
    data[T] = tile[T + 1 + data[0]];
}
KERNEL out_of_global_memory(int* data) {
    data[T + 256] = T;
}
KERNEL misaligned(int* data) {
    __shared__ int tile[68];
    tile[T] = data[T];
    __syncthreads();
    *reinterpret_cast<long long*>(data + 2 * T) = *reinterpret_cast<long long*>(tile + 1 + T);
}
KERNEL a_barrier_in_a_branch(int* data) {
    __shared__ int tile[64];
    tile[T] = data[T];
    if (T % 32 < 16) {
        __syncthreads();
        data[T] = tile[63 - T];
    } else {
        data[T] = 0;
        __syncthreads();
        data[T] += 1;
    }
}
KERNEL a_barrier_that_a_warp_does_not_reach(int* data) {
    __shared__ int tile[64];
    tile[T] = data[T];
    if (T < 32) {
        __syncthreads();
        data[T] = tile[63 - T];
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
    }
}
KERNEL a_shuffle_from_a_lane_that_is_not_there(int* data) {
    if (T % 32 < 16) data[T] = __shfl_sync(0xffff, data[T], 20);
}
KERNEL a_trap(int* data) {
    if (data[T] == 40) __trap();
}
