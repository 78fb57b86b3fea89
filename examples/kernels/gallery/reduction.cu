// A reduction: to[b] is the sum of the b-th 1,024 numbers. A block of 512 threads adds neighbours, then pairs of neighbours, and
// so on: the stride doubles.
//
// In front of this text is that of one annotated tile, `Line`: 1,024 unsigned ints in one dimension.

extern "C" __global__ void __launch_bounds__(512)
reduction(const unsigned* from, unsigned* to) {
    __shared__ Line line;
    const unsigned t = threadIdx.x;
    line[t] = from[1024 * blockIdx.x + t];              // row: the first half
    line[t + 512] = from[1024 * blockIdx.x + t + 512];  // row: the second half
    for (unsigned stride = 1; stride < 1024; stride *= 2) {
        __syncthreads();
        const unsigned i = 2 * stride * t;
        if (i < 1024) line[i] += line[i + stride];  // stride: 2, 4, 8, .. elements from lane to lane
    }
    if (t == 0) to[blockIdx.x] = line[0];  // row: one lane
}
