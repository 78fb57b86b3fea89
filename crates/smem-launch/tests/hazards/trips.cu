// Barriers that threads reach a different number of times. Each kernel is run as a block of 128 threads on 512 ints of `data` that hold 0, 1,
// 2 and so on. A line with the mark B is a barrier that is to be named; a kernel without one is correct.
#define KERNEL extern "C" __global__ void
#define T threadIdx.x

KERNEL rounds_of_a_loop_and_nothing_behind(int* data) {
    for (int i = 0; i < 1 + T / 64; i++) {
        data[T] += i;
        __syncthreads();                                           // B
    }
}
KERNEL rounds_of_an_unrolled_loop(int* data) {
#pragma unroll 4
    for (int i = 0; i < 3 + T / 32; i++) {
        data[T] += i * data[128 + T];
        __syncthreads();                                           // B
    }
}
KERNEL rounds_in_front_of_a_store_under_a_condition(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    __syncthreads();
    for (int half = 64; half > 16 && T < 2 * half; half /= 2) {
        if (T < half) tile[T] += tile[T + half];
        __syncthreads();                                           // B
    }
    if (T < 5) data[T] = tile[T];
}
KERNEL a_barrier_in_a_loop_that_whole_warps_leave(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    int left = T / 32 + 1;
    while (left > 0) {
        __syncthreads();                                           // B
        tile[T] += data[T + 128];
        left--;
    }
}
KERNEL as_many_rounds_for_all(int* data) {
    for (int i = 0; i < data[300] % 8 + 2; i++) {
        data[T] += i * data[128];
        __syncthreads();
    }
}
KERNEL an_early_return(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    __syncthreads();
    if (T >= 64) return;
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += tile[(T + i) % 64];
        __syncthreads();
        tile[T] = sum;
        __syncthreads();
    }
    data[T] = sum;
}
KERNEL a_return_in_the_middle_of_a_loop(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    for (unsigned half = data[320] / 5; half > 0; half /= 2) {
        __syncthreads();
        if (T >= half) return;
        tile[T] += tile[T + half];
    }
    data[T] = tile[0];
}
KERNEL no_round_for_some(int* data) {
    __shared__ int tile[128];
    tile[T] = data[T];
    if (T < 64) {
        __syncthreads();
        data[T] = tile[63 - T];
    }
}
KERNEL two_loops_with_a_return_between(int* data) {
    __shared__ int tile[128];
    for (int i = 0; i < data[300] % 8 + 2; i++) {
        tile[T] = data[T] + i;
        __syncthreads();
        data[T] += tile[127 - T];
        __syncthreads();
    }
    if (T >= 32) return;
    for (int i = 0; i < data[301] % 8 + 2; i++) {
        tile[T] = data[T] + i;
        __syncthreads();
        data[T] += tile[31 - T];
        __syncthreads();
    }
}
