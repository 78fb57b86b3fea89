// Mean, deviation and threshold of the window around each pixel, clipped at the picture's edges, from its two integrals: four sums of
// each, however large the window. Sums of a window are exact, and the rest is rounded as in Rust: no product is fused with a sum.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

// The sum over columns [left, right) and rows [top, bottom). `sums` has at (x, y) that over all pixels up to x and y.
__device__ __forceinline__ u64 window_sum(const u64* sums, u32 width, u32 left, u32 top, u32 right, u32 bottom) {
    const u64* const last = sums + (u64)(bottom - 1) * width;
    u64 sum = last[right - 1];
    if (left > 0) sum -= last[left - 1];
    if (top > 0) {
        const u64* const above = sums + (u64)(top - 1) * width;
        sum -= above[right - 1];
        if (left > 0) sum += above[left - 1];
    }
    return sum;
}

extern "C" __global__ void local_statistics(const u8* pixels, const u64* plain, const u64* squares, u8* mean, u8* deviation,
                                            u8* threshold, u32 width, u32 height, u32 radius, double weight) {
    const u32 x = blockIdx.x * blockDim.x + threadIdx.x;
    const u32 y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const u32 left = x > radius ? x - radius : 0;
    const u32 top = y > radius ? y - radius : 0;
    const u32 right = width - x > radius ? x + radius + 1 : width;
    const u32 bottom = height - y > radius ? y + radius + 1 : height;
    const u64 count = (u64)(right - left) * (bottom - top);
    const u64 sum = window_sum(plain, width, left, top, right, bottom);
    const u64 sum_of_squares = window_sum(squares, width, left, top, right, bottom);
    // Windows have at most 2^20 pixels, so this is exact.
    const u64 spread = count * sum_of_squares - sum * sum;

    const double average = __ddiv_rn((double)sum, (double)count);
    const double sigma = __ddiv_rn(__dsqrt_rn((double)spread), (double)count);
    // Sauvola: dark where a pixel is below its surroundings, and the more so the flatter these are.
    const double limit = __dmul_rn(average, __dadd_rn(1.0, __dmul_rn(weight, __dadd_rn(__ddiv_rn(sigma, 128.0), -1.0))));
    const u64 at = (u64)y * width + x;
    mean[at] = (u8)__dadd_rn(average, 0.5);
    deviation[at] = (u8)__dadd_rn(sigma, 0.5);
    threshold[at] = (double)pixels[at] > limit ? 255 : 0;
}
