// Blocks of 32 x 8 threads, each for 32 x 32 elements.
extern "C" __global__ void transpose(float* out, const float* in, unsigned rows, unsigned cols) {
    __shared__ example::Part part;
    for (unsigned r = threadIdx.y; r < 32; r += 8) {
        unsigned row = 32 * blockIdx.y + r, col = 32 * blockIdx.x + threadIdx.x;
        if (row < rows && col < cols) part(r, threadIdx.x) = in[row * cols + col];
    }
    __syncthreads();
    for (unsigned r = threadIdx.y; r < 32; r += 8) {
        unsigned row = 32 * blockIdx.x + r, col = 32 * blockIdx.y + threadIdx.x;
        if (row < cols && col < rows) out[row * rows + col] = part(threadIdx.x, r);
    }
}

// A block of 32 x 8 threads for each row.
extern "C" __global__ void row_sums(float* out, const float* in, unsigned cols) {
    __shared__ example::Sums sums;
    float sum = 0;
    for (unsigned col = 32 * threadIdx.y + threadIdx.x; col < cols; col += 256) sum += in[blockIdx.x * cols + col];
    sums(threadIdx.y, threadIdx.x) = sum;
    for (unsigned half = 4; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.y < half) sums(threadIdx.y, threadIdx.x) += sums(threadIdx.y + half, threadIdx.x);
    }
    if (threadIdx.y == 0) {
        sum = sums(0, threadIdx.x);
        for (unsigned lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffff, sum, lanes);
        if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }
}
