#include <cstdio>
#include <vector>

__global__ void start_signal(const float *in, float *out) {
    __shared__ int ready;
    __shared__ float coef;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x >= 32) __syncthreads();
    if (threadIdx.x == 32) {
        coef = in[0] * 0.5f;
        __threadfence_block();
        atomicExch(&ready, 1);
    }
    if (threadIdx.x == 0) {
        while (atomicAdd(&ready, 0) == 0) { }
    }
    if (threadIdx.x < 32) __syncthreads();
    __syncthreads();
    out[threadIdx.x] = coef * in[threadIdx.x];
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
    float *in = device_buffer<float>(64);
    fill_buffer(in, 64, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *out = device_buffer<float>(64);
    cudaMemset(out, 0, 64 * sizeof(float));
    start_signal<<<1, 64>>>(in, out);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(in);
    cudaFree(out);
    return rc != cudaSuccess;
}
