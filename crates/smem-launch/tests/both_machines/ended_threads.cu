// Barriers that some threads never reach because they have ended. An H200 runs all of them to their end.
#define KERNEL extern "C" __global__ void
#define T threadIdx.x

// 24 lanes of the second warp and all of the third and fourth end.
KERNEL lanes_and_warps(unsigned* a) {
    __shared__ unsigned tile[128];
    if (T >= 40) return;
    tile[T] = a[T];
    __syncthreads();
    a[T] = 3 * tile[39 - T];
}
// Fewer in each round.
KERNEL fewer_and_fewer(unsigned* a) {
    __shared__ unsigned tile[128];
    tile[T] = a[T];
    for (unsigned half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (T >= half) return;
        tile[T] += tile[T + half];
    }
    a[T] = tile[0];
}
// Those that have ended have no vote.
KERNEL votes(unsigned* a) {
    unsigned own = a[T];
    if (T % 3 == 0) return;
    unsigned odd = __syncthreads_count(own & 1), all = __syncthreads_and(T % 3), any = __syncthreads_or(T % 3 == 0);
    a[T] = odd + 1000 * (all != 0) + 2000 * (any != 0);
}
// The barrier is the last thing that its threads do, and others skip it.
KERNEL at_the_end(unsigned* a) {
    __shared__ unsigned tile[128];
    tile[T] = a[T];
    if (T < 64) {
        __syncthreads();
        a[T] = tile[T ^ 63];
    }
}
