// Fourier transforms of 64 complex numbers, one after the other in memory. Eight threads a transform, eight numbers a thread: a
// transform of 8 in registers, an exchange through shared memory, another transform of 8. A block of 128 threads does 16.
//
// In front of this text is that of one annotated tile, `Line`: 1,024 complex numbers in one dimension. roots[i] is exp(-2 pi i / 64).

__device__ __forceinline__ float2 times(float2 a, float2 b) {
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// (a, b) becomes (a + b, a - b).
__device__ __forceinline__ void butterfly(float2& a, float2& b) {
    const float2 difference = make_float2(a.x - b.x, a.y - b.y);
    a = make_float2(a.x + b.x, a.y + b.y);
    b = difference;
}

// The transform of 8 numbers in place. Number i of the result is at REVERSED[i].
__device__ __forceinline__ void transform_8(float2 (&v)[8]) {
    const float half = 0.70710678118654752f;
    for (int i = 0; i < 4; ++i) butterfly(v[i], v[i + 4]);
    v[5] = times(v[5], make_float2(half, -half));
    v[6] = make_float2(v[6].y, -v[6].x);
    v[7] = times(v[7], make_float2(-half, -half));
    for (int i = 0; i < 8; i += 4) {
        butterfly(v[i], v[i + 2]);
        butterfly(v[i + 1], v[i + 3]);
        v[i + 3] = make_float2(v[i + 3].y, -v[i + 3].x);
    }
    for (int i = 0; i < 8; i += 2) butterfly(v[i], v[i + 1]);
}

extern "C" __global__ void __launch_bounds__(128)
fft(const float2* from, const float2* roots, float2* to) {
    __shared__ Line line;
    constexpr int REVERSED[8] = {0, 4, 2, 6, 1, 5, 3, 7};
    const unsigned t = threadIdx.x, lane = t % 8, start = 64 * (t / 8);
    const size_t first = (size_t)1024 * blockIdx.x + start + lane;
    float2 v[8];
    #pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = from[first + 8 * i];
    transform_8(v);
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
        line[8 * t + i] = times(v[REVERSED[i]], roots[lane * i]);  // stride: 8 elements from lane to lane
    }
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
        v[i] = line[start + lane + 8 * i];  // exchanged: groups of 8 neighbours, 64 apart
    }
    transform_8(v);
    #pragma unroll
    for (int i = 0; i < 8; ++i) to[first + 8 * i] = v[REVERSED[i]];
}
