#include <cstdio>
#include <vector>

template <unsigned BS>
__global__ void unrolled_sum(const int *in, int *out, unsigned n) {
    __shared__ int sm[BS];
    unsigned tid = threadIdx.x;
    int acc = 0;
    for (unsigned i = blockIdx.x * BS * 2 + tid; i < n; i += BS * 2 * gridDim.x) {
        acc += in[i];
        if (i + BS < n) acc += in[i + BS];
    }
    sm[tid] = acc;
    __syncthreads();
    if (BS >= 512) { if (tid < 256) sm[tid] += sm[tid + 256]; __syncthreads(); }
    if (BS >= 256) { if (tid < 128) sm[tid] += sm[tid + 128]; __syncthreads(); }
    if (BS >= 128) { if (tid < 64) sm[tid] += sm[tid + 64]; __syncthreads(); }
    if (tid < 32) {
        acc = sm[tid] + sm[tid + 32];
        acc = __reduce_add_sync(0xffffffffu, acc);
        if (tid == 0) out[blockIdx.x] = acc;
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
    int *in = device_buffer<int>(2500);
    fill_buffer(in, 2500, [](int j) { return static_cast<int>((j * 37 + 11) % 101); });
    int *out = device_buffer<int>(3);
    cudaMemset(out, 0, 3 * sizeof(int));
    unrolled_sum<256><<<3, 256>>>(in, out, 2500);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
