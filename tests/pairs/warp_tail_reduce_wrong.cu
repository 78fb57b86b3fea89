#include <cstdio>
#include <vector>

template <int N>
__device__ void fold_last_warp(float *acc, int t) {
    acc[t] += acc[t + 32];
    __syncwarp();
    acc[t] += acc[t + 16];
    __syncwarp();
    acc[t] += acc[t + 8];
    __syncwarp();
    acc[t] += acc[t + 4];
    __syncwarp();
    acc[t] += acc[t + 2];
    __syncwarp();
    acc[t] += acc[t + 1];
}

__global__ void sum_rows(const float *rows, float *sums) {
    __shared__ float acc[128];
    int t = threadIdx.x;
    acc[t] = rows[blockIdx.x * 128 + t];
    __syncthreads();
    if (t < 64) acc[t] += acc[t + 64];
    __syncthreads();
    if (t < 32) fold_last_warp<128>(acc, t);
    if (t == 0) sums[blockIdx.x] = acc[0];
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
    float *rows = device_buffer<float>(384);
    fill_buffer(rows, 384, [](int j) { return static_cast<float>((j * 37 + 11) % 101); });
    float *sums = device_buffer<float>(3);
    cudaMemset(sums, 0, 3 * sizeof(float));
    sum_rows<<<3, 128>>>(rows, sums);
    cudaError_t rc = cudaDeviceSynchronize();
    if (rc != cudaSuccess) printf("%s\n", cudaGetErrorString(rc));
    cudaFree(rows);
    cudaFree(sums);
    return rc != cudaSuccess;
}
