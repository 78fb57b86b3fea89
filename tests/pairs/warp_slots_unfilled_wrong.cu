#include <cstdio>
#include <vector>

template <int kMaxWarps>
__global__ void max_norm(const float *x, float *out) {
    __shared__ float slots[kMaxWarps];
    float v = fabsf(x[blockIdx.x * blockDim.x + threadIdx.x]);
    for (int d = 16; d > 0; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0) slots[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        float m = threadIdx.x < kMaxWarps ? slots[threadIdx.x] : 0.0f;
        for (int d = kMaxWarps / 2; d > 0; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
        if (threadIdx.x == 0) out[blockIdx.x] = m;
    }
}

template <class T>
static T *device_buffer(int count) {
    void *p = nullptr;
    cudaMalloc(&p, count * sizeof(T));
    return static_cast<T *>(p);
}

template <class T, class F>
static void fill_buffer(T *dst, int count, F gen) {
    std::vector<T> h(count);
    for (int j = 0; j < count; ++j) h[j] = gen(j);
    cudaMemcpy(dst, h.data(), count * sizeof(T), cudaMemcpyHostToDevice);
}

int main() {
    float *x = device_buffer<float>(320);
    fill_buffer(x, 320, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *out = device_buffer<float>(2);
    cudaMemset(out, 0, 2 * sizeof(float));
    max_norm<8><<<2, 160>>>(x, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(x);
    cudaFree(out);
    return rc != cudaSuccess;
}
