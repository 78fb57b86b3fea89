// An exclusive prefix scan that does as many additions as elements: up a tree, and down again. to[i] is the sum of the elements before
// the i-th in its segment of 512. A block of 256 threads scans a segment, two elements a thread.
//
// In front of this text is that of one annotated tile, `Line`: 512 unsigned ints in one dimension.

extern "C" __global__ void __launch_bounds__(256)
prefix_scan(const unsigned* from, unsigned* to) {
    __shared__ Line line;
    const unsigned t = threadIdx.x;
    line[t] = from[512 * blockIdx.x + t];              // row: the first half
    line[t + 256] = from[512 * blockIdx.x + t + 256];  // row: the second half
    for (unsigned stride = 1; stride < 512; stride *= 2) {
        __syncthreads();
        const unsigned right = 2 * stride * (t + 1) - 1;
        if (right < 512) line[right] += line[right - stride];  // stride: up the tree, 2, 4, 8, .. apart
    }
    __syncthreads();
    if (t == 0) line[511] = 0;  // row: one lane
    for (unsigned stride = 256; stride > 0; stride /= 2) {
        __syncthreads();
        const unsigned right = 2 * stride * (t + 1) - 1;
        if (right < 512) {
            const unsigned left = line[right - stride];  // stride: down the tree
            line[right - stride] = line[right];          // stride: the parent's sum goes left
            line[right] += left;                         // stride: and, with the left child's, right
        }
    }
    __syncthreads();
    to[512 * blockIdx.x + t] = line[t];              // row: the first half
    to[512 * blockIdx.x + t + 256] = line[t + 256];  // row: the second half
}
